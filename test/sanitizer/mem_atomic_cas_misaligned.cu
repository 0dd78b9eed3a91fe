// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compare-and-swap of 8 bytes at 4.
#include <cstdio>
__global__ void k(char *p) {
  atomicCAS((unsigned long long *)(p + 4), 0ull, 1ull); //! memcheck misaligned global atomic 8 x1
}
int main() {
  char *p;
  cudaMalloc(&p, 64); cudaMemset(p, 0, 64);
  k<<<1, 1>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
