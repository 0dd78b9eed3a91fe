// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread arrives for the next phase without having waited for the one before.
#include <cstdint>
#include <cstdio>
__global__ void k(int *o) {
  __shared__ uint64_t bar;
  unsigned b = (unsigned)__cvta_generic_to_shared(&bar);
  if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(b));
  __syncthreads();
  for (int i = 0; i < 3; ++i)
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(b) : "memory"); //! synccheck missing-wait
  o[threadIdx.x] = 1;
}
int main() {
  int *o; cudaMalloc(&o, 128);
  k<<<1, 32>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
