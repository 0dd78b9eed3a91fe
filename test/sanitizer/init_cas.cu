// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A compare-and-swap of a lock that was never set.
#include <cstdio>
__global__ void k(int *p) {
  atomicCAS(p, 0, 1); //! initcheck uninit global read 4 x1
}
int main() {
  int *p;
  cudaMalloc(&p, 4);
  k<<<1, 1>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
