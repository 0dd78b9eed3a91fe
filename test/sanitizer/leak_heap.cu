// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block of the device heap is never freed.
#include <cstdio>
__device__ void *kept[4];
__global__ void k() { kept[threadIdx.x] = malloc(48); } //? leak heap
int main() {
  int *p;
  cudaMalloc(&p, 100); //! leak cudaMalloc 100
  k<<<1, 4>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
