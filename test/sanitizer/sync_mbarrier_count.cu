// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mbarrier.init with a count of zero.
#include <cstdio>
__global__ void k(int *p) {
  __shared__ alignas(8) unsigned long long b;
  unsigned a = (unsigned)__cvta_generic_to_shared(&b);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(a), "r"(p[0]) : "memory"); //! synccheck invalid-arguments
  __syncthreads();
  p[threadIdx.x] = 1;
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
