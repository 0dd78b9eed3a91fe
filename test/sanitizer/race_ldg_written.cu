// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread of another block reads by __ldg what this kernel writes.
#include <cstdio>
__global__ void k(int *p, int *o) {
  int i = blockIdx.x * 64 + threadIdx.x;
  p[i] = i; //! racecheck RAW write
  o[i] = __ldg(p + (i ^ 64)); //! racecheck RAW read
}
int main() {
  int *p; cudaMalloc(&p, 1024); cudaMemset(p, 0, 1024);
  k<<<2, 64>>>(p, p + 128);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
