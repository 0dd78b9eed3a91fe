// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fill in one stream overwrites what a kernel in another reads.
#include <cstdio>
__global__ void k(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! racecheck WAR read
int main() {
  int *p, *o; cudaStream_t s[2];
  cudaStreamCreateWithFlags(&s[0], cudaStreamNonBlocking); cudaStreamCreateWithFlags(&s[1], cudaStreamNonBlocking);
  cudaMalloc(&p, 128); cudaMalloc(&o, 128); cudaMemset(p, 0, 128);
  cudaDeviceSynchronize();
  k<<<1, 32, 0, s[0]>>>(p, o);
  cudaMemsetAsync(p, 1, 128, s[1]);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o); cudaStreamDestroy(s[0]); cudaStreamDestroy(s[1]);
}
