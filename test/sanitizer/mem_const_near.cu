// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A constant table indexed one past its end.
#include <cstdio>
__constant__ int table[16];
__constant__ int next[16];
__global__ void k(int *o, int i) {
  *o = table[i] + next[0]; //! memcheck oob constant read 4 x1
}
int main() {
  int *o;
  cudaMalloc(&o, 64);
  k<<<1, 1>>>(o, 16);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
