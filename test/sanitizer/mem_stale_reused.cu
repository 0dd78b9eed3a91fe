// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that was freed, its size allocated again.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; } //! memcheck use-after-free global write 4 x16
int main() {
  int *p, *q;
  cudaMalloc(&p, 256);
  cudaFree(p);
  cudaMalloc(&q, 256);
  k<<<1, 16>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(q);
}
