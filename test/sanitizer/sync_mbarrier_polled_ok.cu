// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread asks an mbarrier that nobody completes, a limited number of times.
#include <cstdio>
__global__ void k(int *o) { __shared__ alignas(8) unsigned long long b; unsigned a = (unsigned)__cvta_generic_to_shared(&b);
  if (!threadIdx.x) asm volatile("mbarrier.init.shared.b64 [%0], 2;" ::"r"(a) : "memory"); __syncthreads();
  int tries = 0; unsigned done = 0;
  if (!threadIdx.x) { unsigned long long st; asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(st) : "r"(a) : "memory");
    while (!done && ++tries < 2000) asm volatile("{.reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}" : "=r"(done) : "r"(a), "l"(st) : "memory"); }
  o[threadIdx.x] = tries; }
int main() { int *o; cudaMalloc(&o, 128); k<<<1, 32>>>(o); printf("%d\n", cudaDeviceSynchronize()); cudaFree(o); }
