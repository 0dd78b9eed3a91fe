// cuRAND host API: Poisson of means from 0.01 to 400000, every pseudo generator and quasi type (exact bits)
#include "Recorded.h"
#include <curand.h>
static const struct { curandRngType_t t; const char *n; } all[] = {{CURAND_RNG_PSEUDO_XORWOW, "xorwow"}, {CURAND_RNG_PSEUDO_MRG32K3A, "mrg"}, {CURAND_RNG_PSEUDO_MTGP32, "mtgp"}, {CURAND_RNG_PSEUDO_MT19937, "mt"}, {CURAND_RNG_PSEUDO_PHILOX4_32_10, "philox"}, {CURAND_RNG_QUASI_SOBOL32, "sobol32"}, {CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, "scrambled32"}, {CURAND_RNG_QUASI_SOBOL64, "sobol64"}, {CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, "scrambled64"}};
int main() {
  unsigned *d = devz<unsigned>(20000);
  for (auto &g : all) for (double mean : {0.01, 0.3, 1.0, 7.5, 20.0, 63.9, 64.0, 100.0, 300.0, 999.0, 1000.0, 1001.0, 2000.0, 3998.0, 3999.0, 4000.0, 4001.0, 10000.0, 100000.0, 400000.0}) {
    curandGenerator_t r; OK(curandCreateGenerator(&r, g.t)); if (g.t < 200) OK(curandSetPseudoRandomGeneratorSeed(r, 777)); else OK(curandSetQuasiRandomGeneratorDimensions(r, 5));
    int s = curandGeneratePoisson(r, d, 10000, mean), s2 = curandGeneratePoisson(r, d + 10000, 15, mean); auto v = get(d, 10015); double sum = 0; for (auto x : v) sum += x;
    printf("%s %g: %d %d first %u %u %u last %u sum %.0f", g.n, mean, s, s2, v[0], v[1], v[2], v[10014], sum); hashed("", (const int *)d, 10015); OK(curandDestroyGenerator(r)); }
  sync("end");
}
