// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __syncwarp of each half orders the halves only; lanes read across.
#include <cstdio>
__global__ void k(int *p) {
  __shared__ int s[32];
  unsigned mask = threadIdx.x < 16 ? 0xffffu : 0xffff0000u;
  s[threadIdx.x] = threadIdx.x; //! racecheck RAW write
  __syncwarp(mask);
  p[threadIdx.x] = s[31 - threadIdx.x]; //! racecheck RAW read
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
