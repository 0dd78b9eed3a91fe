// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that was written, freed and allocated again is uninitialised.
#include <cstdio>
__global__ void k(const int *q, int *p) { p[threadIdx.x] = q[threadIdx.x]; } //! initcheck uninit global read 4 x32
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  int *q;
  cudaMalloc(&q, 128); cudaMemset(q, 0, 128); cudaFree(q);
  cudaMalloc(&q, 128);
  k<<<1, 32>>>(q, p);
  cudaFree(q);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
