// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel writes pinned memory that was freed.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; } //! memcheck invalid global write 4
int main() {
  int *p;
  cudaMallocHost(&p, 128);
  cudaFreeHost(p);
  k<<<1, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
