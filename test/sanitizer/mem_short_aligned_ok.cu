// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of 16 bits at even addresses.
#include <cstdio>
__global__ void k(char *p) { *(short *)(p + 2 * threadIdx.x + 2) = 1; }
int main() {
  char *p;
  cudaMalloc(&p, 18);
  k<<<1, 8>>>(p);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
