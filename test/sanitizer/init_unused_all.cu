// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An allocation that nobody uses.
#include <cstdio>
__global__ void k(int *p) { p[0] = 1; }
int main() {
  int *p, *q;
  cudaMalloc(&p, 4); cudaMalloc(&q, 4096); //! initcheck-unused unused 4096 of 4096
  k<<<1, 1>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(q);
}
