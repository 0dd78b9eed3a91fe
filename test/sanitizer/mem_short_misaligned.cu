// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of 16 bits at odd addresses.
#include <cstdio>
__global__ void k(char *p) { *(short *)(p + 2 * threadIdx.x + 1) = 1; } //! memcheck misaligned global write 2 x8
int main() {
  char *p;
  cudaMalloc(&p, 64);
  k<<<1, 8>>>(p);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
