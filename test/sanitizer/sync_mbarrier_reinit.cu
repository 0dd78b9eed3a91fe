// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An mbarrier is made twice.
#include <cstdio>
#include <cstdint>
__global__ void k(int *o) {
  __shared__ uint64_t bar;
  unsigned a = (unsigned)__cvta_generic_to_shared(&bar);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared.b64 [%0], 4;" ::"r"(a) : "memory");
    asm volatile("mbarrier.init.shared.b64 [%0], 4;" ::"r"(a) : "memory"); //! synccheck mbarrier-reinit
  }
  __syncthreads();
  asm volatile("{ .reg .b64 t; mbarrier.arrive.shared::cta.b64 t, [%0]; }" ::"r"(a) : "memory");
  o[threadIdx.x] = 1;
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 4>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
