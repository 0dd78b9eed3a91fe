// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of a cluster count into each other's bins atomically, between barriers of the cluster.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(4) counts(int *out) {
  __shared__ int bins[16];
  auto cluster = cg::this_cluster();
  if (threadIdx.x < 16)
    bins[threadIdx.x] = 0;
  cluster.sync();
  int value = (blockIdx.x * 64 + threadIdx.x) * 7 % 64;
  atomicAdd(cluster.map_shared_rank(bins, value / 16) + value % 16, 1);
  cluster.sync();
  if (threadIdx.x < 16)
    out[blockIdx.x * 16 + threadIdx.x] = bins[threadIdx.x];
}
int main() {
  int *out;
  cudaMalloc(&out, 512);
  counts<<<8, 64>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
