// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block of the device heap is read after its free.
#include <cstdio>
__global__ void k(int *o) {
  volatile int *p = (int *)malloc(64);
  p[0] = 1;
  free((void *)p);
  *o = p[0]; //! memcheck oob heap read 4 x1
}
int main() {
  int *o;
  cudaMalloc(&o, 4);
  k<<<1, 1>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
