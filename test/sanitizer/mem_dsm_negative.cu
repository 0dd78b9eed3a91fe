// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A write in front of the neighbour's shared memory.
#include <cooperative_groups.h>
#include <cstdio>
__global__ void __cluster_dims__(2, 1, 1) k(int *p) {
  __shared__ int s[32];
  auto c = cooperative_groups::this_cluster();
  c.sync();
  int *q = c.map_shared_rank(s, c.block_rank() ^ 1);
  if (threadIdx.x == 0) q[p[0] + 70000] = 1; //! memcheck oob remote-shared write 4
  c.sync();
  p[blockIdx.x] = s[threadIdx.x];
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<2, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
