// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index of 32 bits that wraps lies far before the start.
#include <cstdio>
__global__ void k(int *p, int n) {
  int i = (threadIdx.x + 1) * n;
  p[i] = 1; //! memcheck oob global write 4 x8
}
int main() {
  int *p;
  cudaMalloc(&p, 1024);
  k<<<1, 8>>>(p, -40);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
