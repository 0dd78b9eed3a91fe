// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bar.sync with a count that is no multiple of 32.
#include <cstdio>
__global__ void k(int *o) {
  asm volatile("bar.sync 1, %0;" ::"r"(o[0] + 40) : "memory"); //! synccheck invalid-count
  o[threadIdx.x] = 1;
}
int main() {
  int *o;
  cudaMalloc(&o, 256); cudaMemset(o, 0, 256);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
