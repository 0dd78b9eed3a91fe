// cuRAND host API: where a generator stands after calls of every distribution, by the raw numbers that follow (exact)
#include "Recorded.h"
#include <curand.h>
static const struct { curandRngType_t t; const char *n; } all[] = {{CURAND_RNG_PSEUDO_XORWOW, "xorwow"}, {CURAND_RNG_PSEUDO_MRG32K3A, "mrg"}, {CURAND_RNG_PSEUDO_MTGP32, "mtgp"}, {CURAND_RNG_PSEUDO_MT19937, "mt"}, {CURAND_RNG_PSEUDO_PHILOX4_32_10, "philox"}, {CURAND_RNG_QUASI_SOBOL32, "sobol32"}, {CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, "scrambled32"}, {CURAND_RNG_QUASI_SOBOL64, "sobol64"}, {CURAND_RNG_QUASI_SCRAMBLED_SOBOL64, "scrambled64"}};
int main() {
  unsigned *u = devz<unsigned>(1 << 18); unsigned long long *l = devz<unsigned long long>(1 << 17); float *f = devz<float>(1 << 18); double *d = devz<double>(1 << 18);
  for (auto &g : all) for (int o = 0; o < 3; ++o) { curandGenerator_t r; OK(curandCreateGenerator(&r, g.t)); bool quasi = g.t >= 200; if (quasi && o) continue; if (quasi) OK(curandSetQuasiRandomGeneratorDimensions(r, 6)); else { const curandOrdering_t os[] = {CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_LEGACY, CURAND_ORDERING_PSEUDO_SEEDED}; if (curandSetGeneratorOrdering(r, os[o])) continue; OK(curandSetPseudoRandomGeneratorSeed(r, 99)); }
    for (int n : {6, 12, 4098, 30000, 90006}) for (int k = 0; k < 9; ++k) { int s = 0; switch (k) { case 0: s = curandGenerateNormal(r, f, n, 0, 1); break; case 1: s = curandGenerateNormalDouble(r, d, n, 0, 1); break; case 2: s = curandGenerateLogNormal(r, f, n, 0, 1); break; case 3: s = curandGenerateLogNormalDouble(r, d, n, 0, 1); break; case 4: s = curandGenerateUniform(r, f, n); break; case 5: s = curandGenerateUniformDouble(r, d, n); break; case 6: s = curandGeneratePoisson(r, u, n, 5); break; case 7: s = curandGeneratePoisson(r, u, n, 5000); break; case 8: s = curandGenerate(r, u, n); break; }
      printf("%s order %d call %d of %d: %d", g.n, o, k, n, s); int m = 600; if (g.t >= 203) { s = curandGenerateLongLong(r, l, m); printf(" %d", s); hashed("", (int *)l, 2 * m); } else { s = curandGenerate(r, u, m); printf(" %d", s); hashed("", (int *)u, m); } if (k == 4) hashed(" uniform", (int *)f, n); if (k == 5) hashed(" uniform", (int *)d, 2 * n); if (k == 6) hashed(" Poisson", (int *)u, n); }
    OK(curandDestroyGenerator(r)); }
  sync("end");
}
