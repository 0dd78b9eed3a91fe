// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of constants and the kernels that read them take turns in one stream.
#include <cstdio>
__constant__ int c[32];
__global__ void k(int *o) { o[threadIdx.x] = c[threadIdx.x]; }
int main() {
  int *o, *h; cudaMalloc(&o, 128); cudaMallocHost(&h, 128); cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  for (int i = 0; i < 32; ++i) h[i] = i;
  for (int i = 0; i < 3; ++i) {
    cudaMemcpyToSymbolAsync(c, h, 128, 0, cudaMemcpyHostToDevice, a);
    k<<<1, 32, 0, a>>>(o);
  }
  cudaStreamSynchronize(a);
  k<<<1, 32, 0, b>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o); cudaFreeHost(h); cudaStreamDestroy(a); cudaStreamDestroy(b);
}
