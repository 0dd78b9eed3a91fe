// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Remote asynchronous stores, taken up by the neighbour's mbarrier.
#include <cstdint>
#include <cstdio>
__global__ void __cluster_dims__(2) k(int *o) {
  __shared__ uint64_t bar; __shared__ int s[32];
  unsigned b = (unsigned)__cvta_generic_to_shared(&bar), a = (unsigned)__cvta_generic_to_shared(s), rank, rb, ra;
  asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 1; mbarrier.arrive.expect_tx.shared.b64 _, [%0], 128;" ::"r"(b) : "memory");
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(ra) : "r"(a), "r"(rank ^ 1));
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(rb) : "r"(b), "r"(rank ^ 1));
  asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.s32 [%0], %1, [%2];" ::"r"(ra + threadIdx.x * 4), "r"(threadIdx.x), "r"(rb) : "memory");
  asm volatile("{.reg .pred p; W: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%0], 0; @!p bra W;}" ::"r"(b) : "memory");
  o[blockIdx.x * 32 + threadIdx.x] = s[threadIdx.x ^ 1];
  asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
}
int main() {
  int *o; cudaMalloc(&o, 256);
  k<<<2, 32>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
