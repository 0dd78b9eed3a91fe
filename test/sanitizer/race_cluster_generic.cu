// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block writes its neighbour's memory, no barrier of the cluster stands between.
#include <cstdio>
#include <cooperative_groups.h>
__global__ void __cluster_dims__(2, 1, 1) k(int *o) {
  __shared__ int s[32];
  auto c = cooperative_groups::this_cluster();
  s[threadIdx.x] = 0;
  c.sync();
  int *r = c.map_shared_rank(s, c.block_rank() ^ 1);
  r[threadIdx.x] = 1; //! racecheck RAW write
  __syncthreads();
  o[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x]; //! racecheck RAW read
  c.sync();
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<2, 32>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
