// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An atomic operation on two halves of words.
#include <cstdio>
__global__ void k(char *p) {
  atomicAdd((int *)(p + 2), 1); //! memcheck misaligned global atomic 4 x4
}
int main() {
  char *p;
  cudaMalloc(&p, 64); cudaMemset(p, 0, 64);
  k<<<1, 4>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
