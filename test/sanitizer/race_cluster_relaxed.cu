// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cluster barrier with a relaxed arrival orders no memory.
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2) k(int *o) {
  __shared__ int s[32];
  auto c = cg::this_cluster();
  c.sync();
  c.map_shared_rank(s, c.block_rank() ^ 1)[threadIdx.x] = threadIdx.x; //! racecheck RAW write
  asm volatile("barrier.cluster.arrive.relaxed; barrier.cluster.wait;" ::: "memory");
  int x = s[threadIdx.x]; //! racecheck RAW read
  o[blockIdx.x * 32 + threadIdx.x] = x;
  c.sync();
}
int main() {
  int *o; cudaMalloc(&o, 256);
  k<<<2, 32>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
