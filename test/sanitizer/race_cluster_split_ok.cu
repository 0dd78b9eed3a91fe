// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared memory of a cluster is written before the arrival at its barrier.
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(4) k(int *o) { __shared__ int s[32]; auto c = cg::this_cluster(); int t = threadIdx.x; s[t] = t + c.block_rank(); auto tok = c.barrier_arrive(); int own = t * 2; c.barrier_wait(std::move(tok)); int v = c.map_shared_rank(s, (c.block_rank() + 1) % 4)[t]; c.sync(); o[blockIdx.x * 32 + t] = v + own; }
int main() { int *o; cudaMalloc(&o, 512); k<<<4, 32>>>(o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
