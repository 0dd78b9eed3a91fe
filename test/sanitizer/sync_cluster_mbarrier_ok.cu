// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The blocks of a cluster arrive at the mbarriers of each other, one late.
#include <cstdio>
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void __cluster_dims__(2) k(int *o) { __shared__ alignas(8) unsigned long long b; auto c = cg::this_cluster(); unsigned a = (unsigned)__cvta_generic_to_shared(&b), r;
  if (!threadIdx.x) asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(a) : "memory"); c.sync();
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(c.block_rank() ^ 1));
  if (c.block_rank()) { for (volatile int i = 0; i < 20000; ++i) ; }
  asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(r) : "memory");
  unsigned done = 0; while (!done) asm volatile("{.reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p;}" : "=r"(done) : "r"(a) : "memory");
  o[blockIdx.x * 32 + threadIdx.x] = 1; c.sync(); }
int main() { int *o; cudaMalloc(&o, 256); k<<<2, 32>>>(o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
