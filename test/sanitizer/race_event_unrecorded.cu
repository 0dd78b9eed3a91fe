// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A wait for an event that nobody has recorded orders nothing.
#include <cstdio>
__global__ void wr(int *p) { p[threadIdx.x] = threadIdx.x; } //! racecheck RAW write
__global__ void rd(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! racecheck RAW read
int main() {
  int *p; cudaEvent_t e;
  cudaStream_t a, b;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaEventCreate(&e); cudaMalloc(&p, 512); cudaMemset(p, 0, 512); cudaDeviceSynchronize();
  wr<<<1, 64, 0, a>>>(p);
  cudaStreamWaitEvent(b, e, 0);
  rd<<<1, 64, 0, b>>>(p, p + 64);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaEventDestroy(e); cudaStreamDestroy(a); cudaStreamDestroy(b); cudaFree(p);
}
