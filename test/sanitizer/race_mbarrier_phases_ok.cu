// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two phases of an mbarrier, each waited for by its parity.
#include <cstdio>
__global__ void k(int *p) {
  __shared__ alignas(8) unsigned long long b;
  __shared__ int s[64];
  unsigned a = (unsigned)__cvta_generic_to_shared(&b);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 64;" ::"r"(a) : "memory");
  __syncthreads();
  int v = threadIdx.x;
  for (int phase = 0; phase < 4; ++phase) {
    s[threadIdx.x] = v;
    asm volatile("{.reg .b64 t; mbarrier.arrive.shared.b64 t, [%0];}" ::"r"(a) : "memory");
    asm volatile("{.reg .pred q; W: mbarrier.try_wait.parity.shared.b64 q, [%0], %1; @!q bra W;}" ::"r"(a), "r"(phase & 1) : "memory");
    v += s[63 - threadIdx.x];
    __syncthreads();
  }
  p[threadIdx.x] = v;
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 64>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
