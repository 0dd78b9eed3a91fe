// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An mbarrier in dynamic shared memory, initialised by one thread.
#include <cstdio>
__global__ void k(int *o) {
  extern __shared__ unsigned long long b[];
  unsigned at = (unsigned)__cvta_generic_to_shared(b), done = 0;
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(at) : "memory");
  __syncthreads();
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(at) : "memory");
  while (!done)
    asm volatile("{.reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.u32 %0, 1, 0, p;}" : "=r"(done) : "r"(at) : "memory");
  o[threadIdx.x] = done;
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32, 8>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
