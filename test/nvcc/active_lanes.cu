// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __activemask where nothing divides a warp names all its lanes, as on a GPU (H200), though pieces of fewer lanes come
// there one after the other: right after lanes were exchanged, some are already on their way. Libraries (trove) exchange
// among the whole warp only if it answers so, all of its lanes alike.
// RUN: nvcc -std=c++17 %s -o %t
// RUN: %t
// RUN: env ANYWARP_SIMD_WIDTH=1 %t
// RUN: env ANYWARP_SIMD_WIDTH=8 %t
// RUN: env ANYWARP_SIMD_WIDTH=16 %t
#include <cstdio>

__device__ int reverse(int value) { return __shfl_sync(~0u, value, 31 - threadIdx.x % 32); }

__global__ void ask(unsigned *masks, int *sums, int rounds) {
  unsigned n = 0, size = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;
  auto put = [&](unsigned mask) { masks[n++ * size + t] = mask; };
  put(__activemask());
  int sum = reverse(t % 32);
  put(__activemask());
  for (int i = 0; i < rounds; ++i) {
    if (__activemask() == ~0u)
      sum += reverse(i);
    else
      sum += 1000;
    put(__activemask());
  }
  __syncthreads();
  put(__activemask());
  if (__any_sync(~0u, t % 32 == 5))
    put(__activemask());
  unsigned odd = 0;
  if (t & 1)
    odd = __activemask();
  __syncwarp();
  put(__activemask());
  masks[n * size + t] = odd;
  sums[t] = sum;
}

int main() {
  constexpr int kThreads = 3 * 96, kRounds = 3, kAsked = 5 + kRounds;
  unsigned *masks;
  int *sums, failures = 0;
  cudaMallocManaged(&masks, (kAsked + 1) * kThreads * 4);
  cudaMallocManaged(&sums, kThreads * 4);
  ask<<<3, 96>>>(masks, sums, kRounds);
  if (cudaError_t error = cudaDeviceSynchronize()) {
    printf("%s\n", cudaGetErrorString(error));
    return 1;
  }
  for (int t = 0; t < kThreads; ++t) {
    for (int k = 0; k < kAsked; ++k)
      if (masks[k * kThreads + t] != ~0u && ++failures < 10)
        printf("thread %d, question %d: %x\n", t, k, masks[k * kThreads + t]);
    if (masks[kAsked * kThreads + t] != (t & 1 ? 0xaaaaaaaa : 0) && ++failures < 10)
      printf("thread %d, odd ones: %x\n", t, masks[kAsked * kThreads + t]);
    if (sums[t] != 31 - t % 32 + 3 && ++failures < 10)
      printf("thread %d: sum %d\n", t, sums[t]);
  }
  printf("%s\n", failures ? "wrong" : "ok");
  return failures != 0;
}
