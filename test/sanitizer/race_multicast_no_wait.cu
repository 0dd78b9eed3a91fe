// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each block of the cluster gets the bytes. Block 0 waits for its own only, and tells block 1 that all is there.
#include <cooperative_groups.h>
#include <cstdio>
__global__ void __cluster_dims__(2, 1, 1) k(const int *g, int *o) {
  __shared__ alignas(128) int s[64];
  __shared__ alignas(8) unsigned long long b;
  auto c = cooperative_groups::this_cluster();
  int t = threadIdx.x;
  unsigned a = (unsigned)__cvta_generic_to_shared(&b), d = (unsigned)__cvta_generic_to_shared(s);
  if (t == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1; fence.mbarrier_init.release.cluster;" ::"r"(a) : "memory");
    asm volatile("{.reg .b64 t; mbarrier.arrive.expect_tx.shared.b64 t, [%0], 256;}" ::"r"(a) : "memory");
  }
  c.sync();
  if (c.block_rank() == 0) {
    if (t == 0)
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], 256, [%2], %3;" ::"r"(d), "l"(g), "r"(a), "h"((unsigned short)3) : "memory"); //! racecheck RAW write
    asm volatile("{.reg .pred q; W: mbarrier.try_wait.parity.shared.b64 q, [%0], 0; @!q bra W;}" ::"r"(a) : "memory");
  }
  c.sync();
  if (c.block_rank() == 1)
    o[t] = s[63 - t]; //! racecheck RAW read
  c.sync();
}
int main() {
  int *g, *o;
  cudaMalloc(&g, 256); cudaMemset(g, 0, 256); cudaMalloc(&o, 256);
  k<<<2, 64>>>(g, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(g); cudaFree(o);
}
