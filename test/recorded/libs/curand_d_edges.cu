// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND device API: skips of 0 and of huge numbers, offsets near 2^64, seeds with equal halves, uniform doubles in every form
#include "Recorded.h"
#include <curand_kernel.h>
__device__ const unsigned long long steps[] = {0, 1, 2, 3, 4, 5, 7, 63, 64, 65, 1ull << 31, 0xffffffffull, 1ull << 32, (1ull << 32) + 3, 1ull << 63, ~0ull - 1, ~0ull};
template <class S> __device__ void skips(unsigned *o, int i) {
  unsigned long long n = steps[i % 17];
  S s;
  curand_init(i / 17 == 0 ? 0ull : i / 17 == 1 ? 0x1234567812345678ull : ~0ull, i % 5, i % 3, &s);
  o[0] = curand(&s);
  skipahead(n, &s);
  o[1] = curand(&s);
  skipahead_sequence(n, &s);
  o[2] = curand(&s);
  S t = s;
  curand_init(7 + i, n, n, &t);
  o[3] = curand(&t);
  o[4] = curand(&t);
}
__global__ void all(unsigned *o) {
  int i = threadIdx.x;
  skips<curandStateXORWOW_t>(o + i * 5, i);
  skips<curandStatePhilox4_32_10_t>(o + 255 + i * 5, i);
}
__global__ void mrg(unsigned *o) {
  int i = threadIdx.x;
  unsigned long long n = steps[i % 17];
  curandStateMRG32k3a_t s;
  curand_init(i / 17 == 0 ? 0ull : i / 17 == 1 ? 0x1234567812345678ull : ~0ull, i % 5, i % 3, &s);
  o[i * 5] = curand(&s);
  skipahead(n, &s);
  o[i * 5 + 1] = curand(&s);
  skipahead_subsequence(n >> 2, &s); // shown up to 2^32: a GPU has no tables for 2^61
  o[i * 5 + 2] = curand(&s);
  skipahead_sequence(n, &s);
  o[i * 5 + 3] = curand(&s);
  curand_init(7 + i, n >> 2, n, &s);
  o[i * 5 + 4] = curand(&s);
}
__global__ void doubles(double *o) {
  int i = threadIdx.x;
  double *p = o + i * 16;
  curandStateXORWOW_t x;
  curandStateMRG32k3a_t m;
  curandStatePhilox4_32_10_t f;
  curand_init(99, i, i, &x);
  curand_init(99, i, i, &m);
  curand_init(99, i, i, &f);
  p[0] = curand_uniform_double(&x);
  p[1] = curand_uniform_double(&m);
  p[2] = curand_uniform_double(&f);
  double2 two = curand_uniform2_double(&f);
  p[3] = two.x, p[4] = two.y;
  auto four = curand_uniform4_double(&f);
  p[5] = four.x, p[6] = four.y, p[7] = four.z, p[8] = four.w;
  float4 ff = curand_uniform4(&f);
  p[9] = ff.x, p[10] = ff.w;
  p[11] = curand_uniform(&x), p[12] = curand_uniform(&m), p[13] = curand_uniform(&f);
  uint4 u = curand4(&f);
  p[14] = u.x, p[15] = u.w;
}
int main() {
  unsigned *d = devz<unsigned>(510);
  all<<<1, 51>>>(d);
  hexes("xorwow", d, 255, 15);
  hexes("philox", d + 255, 255, 15);
  mrg<<<1, 51>>>(d);
  auto v = get(d, 255);
  for (int i = 0; i < 51; ++i)
    if (i % 17 < 14) printf("mrg %d: %08x %08x %08x %08x %08x\n", i, v[i * 5], v[i * 5 + 1], v[i * 5 + 2], v[i * 5 + 3], v[i * 5 + 4]);
  double *e = devz<double>(1024);
  doubles<<<1, 64>>>(e);
  hexes("doubles", e, 1024, 16);
  sync("end");
}
