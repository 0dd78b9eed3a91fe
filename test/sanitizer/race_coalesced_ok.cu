// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coalesced threads exchange among themselves.
#include <cstdio>
#include <cooperative_groups.h>
__global__ void k(int *o) {
  __shared__ int s[64];
  if (threadIdx.x % 3 == 0) {
    auto g = cooperative_groups::coalesced_threads();
    int base = threadIdx.x / 32 * 32;
    s[base + g.thread_rank()] = threadIdx.x;
    g.sync();
    o[threadIdx.x] = s[base + g.size() - 1 - g.thread_rank()];
  }
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
