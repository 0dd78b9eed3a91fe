// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread waits for the phase and tells the other by a flag, which then arrives for the next: clean.
#include <cstdint>
#include <cstdio>
__global__ void k(int *o) {
  __shared__ uint64_t bar;
  __shared__ int flag;
  unsigned b = (unsigned)__cvta_generic_to_shared(&bar);
  if (threadIdx.x == 0) {
    flag = 0;
    asm volatile("mbarrier.init.shared.b64 [%0], 2;" ::"r"(b));
  }
  __syncthreads();
  if (threadIdx.x % 32)
    return;
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(b) : "memory");
  if (threadIdx.x == 32) {
    asm volatile("{ .reg .pred p; W: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra W; }" ::"r"(b) : "memory");
    __threadfence_block();
    atomicExch(&flag, 1);
  } else {
    while (!atomicAdd(&flag, 0))
      ;
    __threadfence_block();
  }
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(b) : "memory");
  o[threadIdx.x] = 1;
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
