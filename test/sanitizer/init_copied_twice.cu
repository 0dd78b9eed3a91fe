// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What was never written goes through two copies between buffers.
#include <cstdio>
__global__ void k(const int *q, int *p) { p[threadIdx.x] = q[threadIdx.x]; } //! initcheck uninit global read 4 x16
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  int *a, *b, *c;
  cudaMalloc(&a, 128); cudaMalloc(&b, 128); cudaMalloc(&c, 128);
  cudaMemset(a, 0, 64);
  cudaMemcpy(b, a, 128, cudaMemcpyDeviceToDevice); //? initcheck uninit-api
  cudaMemcpyAsync(c, b, 128, cudaMemcpyDeviceToDevice); //? initcheck uninit-api
  k<<<1, 32>>>(c, p);
  cudaFree(a); cudaFree(b); cudaFree(c);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
