// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared memory of a block that may have ended.
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2) k(int *o) {
  __shared__ int s[32];
  auto c = cg::this_cluster();
  s[threadIdx.x] = threadIdx.x;
  c.sync();
  o[blockIdx.x * 32 + threadIdx.x] = c.map_shared_rank(s, c.block_rank() ^ 1)[threadIdx.x]; //! racecheck dsm-exit read
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<2, 32>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
