// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers of a cluster.
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2) k(int *o) {
  auto c = cg::this_cluster();
  o[blockIdx.x * 32 + threadIdx.x] = 1;
  c.sync();
  o[blockIdx.x * 32 + threadIdx.x] += 1;
  c.sync();
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<2, 32>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
