// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One barrier serves two and then all four warps, in turn.
#include <cstdio>
__global__ void k(int *o) {
  for (int i = 0; i < 3; ++i) {
    if (threadIdx.x < 64)
      asm volatile("bar.sync 1, 64;" ::: "memory");
    __syncthreads();
    asm volatile("bar.sync 1, 128;" ::: "memory");
    __syncthreads();
  }
  o[threadIdx.x] = 1;
}
int main() {
  int *o; cudaMalloc(&o, 512);
  k<<<1, 128>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
