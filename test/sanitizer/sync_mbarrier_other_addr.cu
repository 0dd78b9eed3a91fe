// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An arrival at the word beside the mbarrier.
#include <cstdio>
#include <cstdint>
__global__ void k(int *o) {
  __shared__ uint64_t bar[2];
  unsigned b = (unsigned)__cvta_generic_to_shared(bar);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(b));
  __syncthreads();
  asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(b + 8) : "memory"); //! synccheck mbarrier-uninit
  o[threadIdx.x] = 1;
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
