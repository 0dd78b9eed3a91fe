// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy in one stream writes the constants that a kernel in another reads.
#include <cstdio>
__constant__ int c[32];
__global__ void k(int *o) { o[threadIdx.x] = c[threadIdx.x]; } //! racecheck WAR read
int main() {
  int *o, *h; cudaMalloc(&o, 128); cudaMallocHost(&h, 128); cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  for (int i = 0; i < 32; ++i) h[i] = i;
  k<<<1, 32, 0, a>>>(o);
  cudaMemcpyToSymbolAsync(c, h, 128, 0, cudaMemcpyHostToDevice, b); //? racecheck WAR copy
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o); cudaFreeHost(h); cudaStreamDestroy(a); cudaStreamDestroy(b);
}
