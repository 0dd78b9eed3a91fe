// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host writes a managed variable that a kernel may still read.
#include <cstdio>
__managed__ int scale;
__global__ void k(int *o) { o[threadIdx.x] = scale * threadIdx.x; } //! racecheck WAR read
int main() {
  int *o; cudaMalloc(&o, 128);
  scale = 1;
  k<<<1, 32>>>(o);
  *(volatile int *)&scale = 2;
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
