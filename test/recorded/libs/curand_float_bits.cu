// cuRAND host API: normal and log-normal floats and Poisson of every generator, orderings, dimensions, continued calls: bits
#include "Recorded.h"
#include <curand.h>
template <class T> static void tell(const char *w, const T *p, size_t n, bool host) { std::vector<T> v = host ? std::vector<T>(p, p + n) : get(p, n); unsigned long long q = 0xcbf29ce484222325ull; auto b = (const unsigned char *)v.data(); for (size_t i = 0; i < n * sizeof(T); ++i) q = (q ^ b[i]) * 0x100000001b3ull; unsigned long long x[3] = {}; memcpy(&x[0], &v[0], sizeof(T)); memcpy(&x[1], &v[n / 2], sizeof(T)); memcpy(&x[2], &v[n - 1], sizeof(T)); printf(" %s: %llx %llx %llx hash %016llx\n", w, x[0], x[1], x[2], q); }
int main() {
  const size_t N = 60000; std::vector<double> hv(N); void *d = buf(N * 8);
  for (int host = 0; host < 1; ++host) for (auto t : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_PSEUDO_MTGP32, CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, CURAND_RNG_QUASI_SOBOL64, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64}) for (int o = 0; o < 2; ++o) {
    void *p = host ? (void *)hv.data() : d; auto fresh = [&] { curandGenerator_t g; OK(host ? curandCreateGeneratorHost(&g, t) : curandCreateGenerator(&g, t)); if (t < 200) { OK(curandSetPseudoRandomGeneratorSeed(g, 424242 + o)); if (o) (void)curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_LEGACY); } else OK(curandSetQuasiRandomGeneratorDimensions(g, o ? 20 : 1)); return g; };
    printf("host %d type %d order %d\n", host, (int)t, o); curandGenerator_t g; auto *f = (float *)p;  auto *u = (unsigned *)p;
    g = fresh(); OK(curandGenerateNormal(g, f, 50000, 0, 1)); tell("normal", f, 50000, host); OK(curandGenerateNormal(g, f, 2000, -3, 0.25f)); tell("normal next", f, 2000, host); OK(curandDestroyGenerator(g));
    g = fresh(); OK(curandGenerateLogNormal(g, f, 50000, 0, 1)); tell("lognormal", f, 50000, host); OK(curandGenerateLogNormal(g, f, 2000, 1.5f, 0.5f)); tell("lognormal next", f, 2000, host); OK(curandDestroyGenerator(g));
    for (double lam : {0.01, 0.7, 3.0, 12.0, 63.0, 64.0, 100.0, 250.0, 999.0, 1000.0}) { g = fresh(); char w[40]; snprintf(w, 40, "poisson %g", lam); OK(curandGeneratePoisson(g, u, 40000, lam)); tell(w, u, 40000, host); OK(curandDestroyGenerator(g)); } }
  sync("end");
}
