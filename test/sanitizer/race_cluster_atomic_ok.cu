// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of a cluster add to one word atomically between cluster barriers.
#include <cooperative_groups.h>
#include <cstdio>
__global__ void __cluster_dims__(2, 1, 1) k(int *p) {
  __shared__ int s;
  auto c = cooperative_groups::this_cluster();
  if (threadIdx.x == 0) s = 0;
  c.sync();
  atomicAdd(c.map_shared_rank(&s, 0), 1);
  c.sync();
  if (c.block_rank() == 0 && threadIdx.x == 0) p[0] = s;
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<2, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
