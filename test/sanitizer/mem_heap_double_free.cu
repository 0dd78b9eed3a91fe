// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block of the device heap is freed twice.
#include <cstdio>
__global__ void k() {
  int *p = (int *)malloc(64);
  p[0] = 1;
  free(p);
  free(p); //! memcheck double-free heap free 0 x1
}
int main() {
  k<<<1, 1>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
