// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A write before a block of the device heap.
#include <cstdio>
__global__ void k() {
  int *p = (int *)malloc(64);
  p[-1 - (int)threadIdx.x] = 1; //! memcheck oob global write 4 x2
  free(p);
}
int main() {
  k<<<1, 2>>>();
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
