// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy in another stream reads what a kernel writes.
#include <cstdio>
__global__ void wr(int *p) { p[threadIdx.x] = threadIdx.x; } //! racecheck RAW write
int main() {
  cudaStream_t a, b; int *p, *h;
  cudaMalloc(&p, 256); cudaMallocHost(&h, 256);
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  wr<<<1, 64, 0, a>>>(p);
  cudaMemcpyAsync(h, p, 256, cudaMemcpyDeviceToHost, b); //? racecheck RAW copy
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaStreamDestroy(a); cudaStreamDestroy(b);
  cudaFree(p); cudaFreeHost(h);
}
