// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The legacy stream waits for blocking streams, and they for it.
#include <cstdio>
__global__ void k(int *p) { ++p[threadIdx.x]; }
int main() {
  int *p; cudaStream_t s[2];
  cudaStreamCreate(&s[0]); cudaStreamCreate(&s[1]);
  cudaMalloc(&p, 128); cudaMemset(p, 0, 128);
  k<<<1, 32, 0, s[0]>>>(p);
  k<<<1, 32>>>(p);
  k<<<1, 32, 0, s[1]>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaStreamDestroy(s[0]); cudaStreamDestroy(s[1]);
}
