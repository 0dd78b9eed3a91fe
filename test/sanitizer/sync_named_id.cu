// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block has 16 barriers; the number is that of its row.
#include <cstdio>
__global__ void k(int *o, int row) {
  asm volatile("barrier.sync %0, 64;" ::"r"(row) : "memory"); //! synccheck invalid
  o[threadIdx.x] = 1;
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o, 15);
  k<<<1, 64>>>(o, 17);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
