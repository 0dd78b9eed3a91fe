// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two blocks of a cluster write one word of the first.
#include <cooperative_groups.h>
#include <cstdio>
__global__ void __cluster_dims__(2, 1, 1) k(int *p) {
  __shared__ int s;
  auto c = cooperative_groups::this_cluster();
  c.sync();
  if (threadIdx.x == 0) *c.map_shared_rank(&s, 0) = c.block_rank() + 5; //! racecheck WAW write
  c.sync();
  p[blockIdx.x] = s;
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<2, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
