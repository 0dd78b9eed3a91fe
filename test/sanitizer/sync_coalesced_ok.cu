// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A coalesced group of a branch is synchronised inside the branch; tiles by whole tiles.
#include <cooperative_groups.h>
#include <cstdio>
__global__ void k(int *p) {
  auto b = cooperative_groups::this_thread_block();
  auto t = cooperative_groups::tiled_partition<8>(b);
  if (threadIdx.x / 8 % 2) t.sync();
  if (threadIdx.x % 3 == 0) { auto g = cooperative_groups::coalesced_threads(); g.sync(); p[64 + threadIdx.x] = g.shfl(threadIdx.x, 0); }
  b.sync();
  p[threadIdx.x] = t.shfl(threadIdx.x, 3);
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 64>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
