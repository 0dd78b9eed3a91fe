// cuRAND host API: uniform double of every generator in every ordering, continued, host generators too: bits
#include "Recorded.h"
#include <curand.h>
int main() {
  double *d = devz<double>(300000);
  for (auto t : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MTGP32, CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, CURAND_RNG_QUASI_SOBOL64, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64})
    for (auto o : {CURAND_ORDERING_PSEUDO_BEST, CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_LEGACY, CURAND_ORDERING_PSEUDO_SEEDED, CURAND_ORDERING_QUASI_DEFAULT}) {
      curandGenerator_t g; OK(curandCreateGenerator(&g, t)); int s = curandSetGeneratorOrdering(g, o); if (t < 200) curandSetPseudoRandomGeneratorSeed(g, 31337); else curandSetQuasiRandomGeneratorDimensions(g, 6); printf("type %d order %d: %d\n", t, o, s); if (s) continue;
      for (int n : {6, 12, 6000, 200004, 36}) { s = curandGenerateUniformDouble(g, d, n); printf(" n %d: %d %016llx\n", n, s, fnv(d, n)); } OK(curandDestroyGenerator(g));
      OK(curandCreateGeneratorHost(&g, t)); curandSetGeneratorOrdering(g, o); if (t < 200) curandSetPseudoRandomGeneratorSeed(g, 31337); else curandSetQuasiRandomGeneratorDimensions(g, 6); std::vector<double> v(6006); s = curandGenerateUniformDouble(g, v.data(), 6006); unsigned long long h = 0; for (double x : v) { unsigned long long b; memcpy(&b, &x, 8); h = (h ^ b) * 0x9e3779b97f4a7c15ull; h ^= h >> 29; } printf(" host %d %016llx\n", s, h); OK(curandDestroyGenerator(g)); }
}
