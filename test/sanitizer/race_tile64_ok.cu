// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cooperative groups of 64 threads exchange behind their sync.
#include <cstdio>
#define _CG_ABI_EXPERIMENTAL
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(int *o) {
  __shared__ int s[128];
  __shared__ cg::block_tile_memory<128> mem;
  auto b = cg::this_thread_block(mem);
  auto t = cg::tiled_partition<64>(b);
  s[threadIdx.x] = threadIdx.x;
  t.sync();
  o[threadIdx.x] = s[threadIdx.x ^ 63];
}
int main() {
  int *o;
  cudaMalloc(&o, 512);
  k<<<1, 128>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
