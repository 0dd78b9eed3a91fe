// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index goes far out of the shared memory of another block.
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2) k(int *o, int i) { __shared__ int s[32]; auto c = cg::this_cluster(); s[threadIdx.x] = threadIdx.x; c.sync();
  int *r = c.map_shared_rank(s, c.block_rank() ^ 1);
  o[blockIdx.x * 32 + threadIdx.x] = r[threadIdx.x + i]; //! memcheck oob
  c.sync(); }
int main() { int *o; cudaMalloc(&o, 256); k<<<2, 32>>>(o, 1 << 17); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
