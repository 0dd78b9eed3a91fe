// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every block writes to a word of its own.
#include <cstdio>
__global__ void k(int *p) {
  if (threadIdx.x == 0) p[blockIdx.x] = blockIdx.x;
}
int main() {
  int *p;
  cudaMalloc(&p, 16);
  k<<<4, 32>>>(p);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
