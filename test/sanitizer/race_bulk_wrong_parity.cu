// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wait for a bulk copy names the parity of the phase before, which is over at once.
#include <cstdint>
#include <cstdio>
__global__ void k(const int *p, int *o) {
  __shared__ alignas(128) int s[64];
  __shared__ uint64_t bar;
  unsigned b = (unsigned)__cvta_generic_to_shared(&bar), d = (unsigned)__cvta_generic_to_shared(s);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(b));
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 256;" ::"r"(b) : "memory");
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(d), "l"(p), "r"(b) : "memory"); //! racecheck RAW write
  }
  __syncthreads();
  unsigned done = 0;
  while (!done) asm volatile("{ .reg .pred q; mbarrier.try_wait.parity.shared.b64 q, [%1], 1; selp.u32 %0, 1, 0, q; }" : "=r"(done) : "r"(b) : "memory");
  o[threadIdx.x] = s[threadIdx.x]; //! racecheck RAW read
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256);
  k<<<1, 64>>>(p, o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
