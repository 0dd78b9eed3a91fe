// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks exchange through global memory in one kernel.
#include <cstdio>
__global__ void k(int *p, int *o) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] = i; //! racecheck RAW write
  o[i] = p[(i + 64) % 256]; //! racecheck RAW read
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 1024); cudaMalloc(&o, 1024); cudaMemset(p, 0, 1024);
  k<<<4, 64>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
