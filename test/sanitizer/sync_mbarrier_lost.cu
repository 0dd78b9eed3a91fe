// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An mbarrier expects one arrival more than there are threads.
#include <cstdio>
__global__ void k(int *o) { __shared__ alignas(8) unsigned long long b; unsigned a = (unsigned)__cvta_generic_to_shared(&b);
  if (!threadIdx.x) asm volatile("mbarrier.init.shared.b64 [%0], 33;" ::"r"(a) : "memory"); __syncthreads();
  unsigned long long st; asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(st) : "r"(a) : "memory");
  unsigned done = 0; while (!done)
    asm volatile("{.reg .pred p; mbarrier.try_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}" : "=r"(done) : "r"(a), "l"(st) : "memory"); //! synccheck deadlock
  o[threadIdx.x] = 1; }
int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
