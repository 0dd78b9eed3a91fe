// cuRAND host API: orderings of every generator: statuses, raw bits of each, set before and after seeds, offsets with each
#include "Recorded.h"
#include <curand.h>
int main() {
  unsigned *d = devz<unsigned>(400000); unsigned long long *w = devz<unsigned long long>(400000);
  for (auto t : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MTGP32, CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32, CURAND_RNG_QUASI_SOBOL64, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64})
    for (int o = 98; o < 106; ++o) for (int before = 0; before < 2; ++before) {
      if (o == 105) o = 201; curandGenerator_t g; OK(curandCreateGenerator(&g, t)); int a = -1, b, c = -1; if (before) a = curandSetGeneratorOrdering(g, (curandOrdering_t)o); b = curandSetPseudoRandomGeneratorSeed(g, 2024); if (!before) a = curandSetGeneratorOrdering(g, (curandOrdering_t)o);
      if (t != CURAND_RNG_PSEUDO_MTGP32 && t != CURAND_RNG_PSEUDO_MT19937) c = curandSetGeneratorOffset(g, 1000); printf("type %d order %d before %d: %d %d %d", t, o, before, a, b, c); if (o != 104) { int s = t >= 203 ? curandGenerateLongLong(g, w, 200001) : curandGenerate(g, d, 200001); printf(" %d %016llx", s, t >= 203 ? fnv(w, 200001) : fnv(d, 200001)); } printf("\n"); OK(curandDestroyGenerator(g)); if (o == 201) { o = 105; } }
}
