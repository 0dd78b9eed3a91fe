// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A non-blocking stream is not ordered with the default stream.
#include <cstdio>
__global__ void rd(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! racecheck RAW read
__global__ void wr(int *p) { p[threadIdx.x] = 1; } //! racecheck RAW write
int main() {
  int *p; cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking); cudaMalloc(&p, 512); cudaMemset(p, 0, 512); cudaDeviceSynchronize();
  wr<<<1, 64>>>(p);
  rd<<<1, 64, 0, s>>>(p, p + 64);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaStreamDestroy(s); cudaFree(p);
}
