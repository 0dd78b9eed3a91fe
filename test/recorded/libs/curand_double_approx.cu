// cuRAND host API: normal and log-normal in both precisions, every type and several orderings, lengths and continued calls (rounded)
#include "Recorded.h"
#include <curand.h>
static const struct { curandRngType_t t; const char *n; } all[] = {{CURAND_RNG_PSEUDO_XORWOW, "xorwow"}, {CURAND_RNG_PSEUDO_MRG32K3A, "mrg"}, {CURAND_RNG_PSEUDO_MTGP32, "mtgp"}, {CURAND_RNG_PSEUDO_MT19937, "mt"}, {CURAND_RNG_PSEUDO_PHILOX4_32_10, "philox"}, {CURAND_RNG_QUASI_SOBOL32, "sobol32"}, {CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, "scrambled32"}, {CURAND_RNG_QUASI_SOBOL64, "sobol64"}, {CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, "scrambled64"}};
template <class T> static void tell(const char *w, T *d, int n) { auto v = get(d, n); printf("%s:", w); for (int i : {0, 1, 2, 3, 7, n / 3, n / 2, n - 2, n - 1}) printf(sizeof(T) == 8 ? " %.5f" : " %.2f", (double)v[i]); double s = 0, q = 0; for (auto x : v) s += x, q += double(x) * x; printf(" mean %.3f square %.2f\n", s / n, q / n); }
int main() {
  float *f = devz<float>(200000); double *d = devz<double>(200000);
  for (auto &g : all) for (auto o : {CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_LEGACY, CURAND_ORDERING_PSEUDO_SEEDED}) {
    if (g.t >= 200 && o != CURAND_ORDERING_PSEUDO_DEFAULT) continue; curandGenerator_t r; OK(curandCreateGenerator(&r, g.t)); if (g.t < 200) { int s = curandSetGeneratorOrdering(r, o); printf("%s order %d: %d\n", g.n, o, s); if (s) continue; OK(curandSetPseudoRandomGeneratorSeed(r, 31415926535ull)); } else OK(curandSetQuasiRandomGeneratorDimensions(r, 4));
    for (int n : {16, 5000, 100000}) { printf("%s %d %d:", g.n, o, n); codes("", {curandGenerateNormal(r, f, n, 0.5f, 2), curandGenerateNormalDouble(r, d, n, -1, 0.5)}); tell(" normal", f, n); tell("  double", d, n); codes("", {curandGenerateLogNormal(r, f, n, 0.1f, 0.4f), curandGenerateLogNormalDouble(r, d, n, 0.2, 0.3)}); tell(" log", f, n); tell("  double", d, n); codes("", {curandGenerateUniform(r, f, n), curandGenerateUniformDouble(r, d, n)}); tell(" uniform", f, n); tell("  double", d, n); }
    OK(curandDestroyGenerator(r)); }
  sync("end");
}
