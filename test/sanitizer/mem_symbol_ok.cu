// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symbols by address, by copy and inside kernels.
#include <cstdio>
__device__ int a[16]; __constant__ int c[16];
__global__ void k(int *p) { p[threadIdx.x] = a[threadIdx.x] + c[15 - threadIdx.x]; }
int main() {
  int h[16] = {1, 2, 3}, *p; void *d;
  cudaMemcpyToSymbol(a, h, 64); cudaMemcpyToSymbol(c, h, 32, 32); cudaGetSymbolAddress(&d, a);
  cudaMemset((char *)d + 32, 0, 32);
  cudaMalloc(&p, 64);
  k<<<1, 16>>>(p);
  cudaMemcpyFromSymbol(h, a, 64);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
