// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 128-bit atomics: every thread adds to the four counters of one value by compare and swap, and a
// chain of exchanges passes each thread's value on exactly once.
#include "check.h"

constexpr unsigned kBlocks = 8, kThreads = 64, kAll = kBlocks * kThreads;

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__device__ bool equal(uint4 a, uint4 b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}
__global__ void add(uint4 *counters) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 seen = *counters;
  while (true) {
    uint4 next = make_uint4(seen.x + 1, seen.y + i, seen.z + 2 * i, seen.w + 3);
    uint4 old = atomicCAS(counters, seen, next);
    if (equal(old, seen))
      break;
    seen = old;
  }
}
__global__ void pass(uint4 *place, unsigned *seen) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  uint4 old = atomicExch(place, make_uint4(i, i + 1, i + 2, i + 3));
  bool whole = old.y == old.x + 1 && old.z == old.x + 2 && old.w == old.x + 3;
  atomicAdd(seen + (whole && old.x < kAll ? old.x : kAll), 1u);
}
#endif

int main() {
  uint4 *value;
  unsigned *seen;
  CHECK(cudaMallocManaged(&value, sizeof(uint4)));
  CHECK(cudaMallocManaged(&seen, (kAll + 1) * sizeof(unsigned)));
  CHECK(cudaMemset(value, 0, sizeof(uint4)));
  add<<<kBlocks, kThreads>>>(value);
  CHECK(cudaDeviceSynchronize());
  unsigned sum = kAll * (kAll - 1) / 2;
  EXPECT(value->x == kAll && value->y == sum && value->z == 2 * sum && value->w == 3 * kAll,
         "sums %u %u %u %u", value->x, value->y, value->z, value->w);

  *value = make_uint4(7 * kAll, 0, 0, 0); // no thread's value
  CHECK(cudaMemset(seen, 0, (kAll + 1) * sizeof(unsigned)));
  pass<<<kBlocks, kThreads>>>(value, seen);
  CHECK(cudaDeviceSynchronize());
  EXPECT(value->x < kAll, "last value %u", value->x);
  seen[value->x]++;
  for (unsigned i = 0; i <= kAll; ++i)
    EXPECT(seen[i] == 1, "value %u came %u times", i, seen[i]);
  std::printf("wide_atomics: ok\n");
}
