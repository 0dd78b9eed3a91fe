// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A named barrier waits for more threads than come.
#include <cstdio>
__global__ void k(int *o) {
  if (threadIdx.x < 32) asm volatile("bar.sync 3, 64;" ::: "memory"); //! synccheck deadlock
  o[threadIdx.x] = 1;
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
