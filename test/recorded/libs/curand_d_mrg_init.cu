// cuRAND device API: MRG32k3a curand_init with seeds, subsequences, offsets; curand, uniform, double, skipahead forms
#include "Recorded.h"
#include <curand_kernel.h>
__global__ void k(unsigned long long seed, unsigned long long sub, unsigned long long off, unsigned *o, float *f, double *d, unsigned long long skip) {
  int t = threadIdx.x; curandStateMRG32k3a_t s; curand_init(seed, sub + t, off, &s); for (int i = 0; i < 4; ++i) o[t * 16 + i] = curand(&s); f[t * 4] = curand_uniform(&s); d[t * 4] = curand_uniform_double(&s); skipahead(skip, &s); for (int i = 4; i < 8; ++i) o[t * 16 + i] = curand(&s); skipahead_sequence(skip, &s); for (int i = 8; i < 12; ++i) o[t * 16 + i] = curand(&s); skipahead_subsequence(skip, &s); for (int i = 12; i < 16; ++i) o[t * 16 + i] = curand(&s); f[t * 4 + 1] = curand_uniform(&s); d[t * 4 + 1] = curand_uniform_double(&s); }
int main() {
  unsigned *o = devz<unsigned>(1024); float *f = devz<float>(256); double *d = devz<double>(256);
  for (unsigned long long seed : {0ull, 1ull, 1234ull, 0xdeadbeefull, 0xffffffffffffffffull}) for (unsigned long long sub : {0ull, 5ull, 1ull << 20, 1ull << 40}) for (unsigned long long off : {0ull, 1ull, 77ull, 1ull << 33}) for (unsigned long long skip : {0ull, 3ull, 1ull << 35}) { k<<<1, 64>>>(seed, sub, off, o, f, d, skip); printf("%llx %llx %llx %llx: %016llx %016llx %016llx\n", seed, sub, off, skip, fnv(o, 1024), fnv(f, 256), fnv(d, 256)); }
  sync("end");
}
