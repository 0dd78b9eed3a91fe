// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of a cluster count into each other's bins; a barrier of the block alone stands before they read them.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2) counts(int *out) {
  __shared__ int bins[32];
  auto cluster = cg::this_cluster();
  bins[threadIdx.x] = 0;
  cluster.sync();
  atomicAdd(cluster.map_shared_rank(bins, 1 - cluster.block_rank()) + threadIdx.x, 1); //! racecheck RAW atomic
  __syncthreads();
  int seen = bins[threadIdx.x]; //! racecheck RAW read
  cluster.sync();
  out[blockIdx.x * 32 + threadIdx.x] = seen;
}
int main() {
  int *out;
  cudaMalloc(&out, 256);
  counts<<<2, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
