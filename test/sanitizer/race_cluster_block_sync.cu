// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A barrier of the block where one of the cluster is needed.
#include <cooperative_groups.h>
#include <cstdio>
__global__ void __cluster_dims__(2, 1, 1) k(int *p) {
  __shared__ int s[32];
  auto c = cooperative_groups::this_cluster();
  c.sync();
  s[threadIdx.x] = threadIdx.x; //! racecheck RAW write
  __syncthreads();
  p[blockIdx.x * 32 + threadIdx.x] = c.map_shared_rank(s, c.block_rank() ^ 1)[threadIdx.x]; //! racecheck RAW read
  c.sync();
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<2, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
