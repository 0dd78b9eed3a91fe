// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A volatile flag without fences.
#include <cstdio>
__global__ void k(volatile int *flag, int *data, int *o) {
  if (blockIdx.x == 0) {
    *data = 42; //! racecheck RAW write
    *flag = 1;
  } else {
    while (!*flag) {}
    *o = *data; //! racecheck RAW read
  }
}
int main() {
  int *p;
  cudaMalloc(&p, 12); cudaMemset(p, 0, 12);
  k<<<2, 1>>>(p, p + 1, p + 2);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
