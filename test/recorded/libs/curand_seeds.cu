// cuRAND host API: seeds of every pseudo generator: 0, small, 32 bits, 64 bits; same seed set again; raw and uniform double bits
#include "Recorded.h"
#include <curand.h>
int main() {
  unsigned *u = devz<unsigned>(100000); double *d = devz<double>(100000); float *f = devz<float>(100000);
  for (auto t : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_MTGP32, CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10})
    for (unsigned long long s : {0ull, 1ull, 42ull, 0x7fffffffull, 0x80000000ull, 0xffffffffull, 0x100000000ull, 0x123456789abcdefull, 0x8000000000000000ull, ~0ull}) {
      curandGenerator_t g; OK(curandCreateGenerator(&g, t)); OK(curandSetPseudoRandomGeneratorSeed(g, s)); OK(curandGenerate(g, u, 70001)); printf("%d seed %llx raw %016llx\n", t, s, fnv(u, 70001)); hexes(" first", u, 8, 8);
      OK(curandGenerateUniformDouble(g, d, 9001)); printf("  double %016llx\n", fnv(d, 9001)); hexes(" d", d, 4, 4); OK(curandGenerateUniform(g, f, 5)); hexes(" f", f, 5, 8); OK(curandDestroyGenerator(g)); }
}
