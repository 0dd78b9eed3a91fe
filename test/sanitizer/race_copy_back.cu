// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host copies a result by one stream that a kernel of another still writes.
#include <cstdio>
__global__ void wr(int *p) { p[threadIdx.x] = threadIdx.x; } //! racecheck RAW write
int main() {
  int *p, h[64];
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaMalloc(&p, 256); cudaMemset(p, 0, 256); cudaDeviceSynchronize();
  wr<<<1, 64, 0, a>>>(p);
  cudaMemcpyAsync(h, p, 256, cudaMemcpyDeviceToHost, b); //? racecheck RAW read
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaStreamDestroy(a); cudaStreamDestroy(b); cudaFree(p);
}
