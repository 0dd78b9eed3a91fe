// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host reads managed memory that a kernel may still write.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; } //! racecheck RAW write
int main() {
  int *p;
  cudaMallocManaged(&p, 128);
  k<<<1, 32>>>(p);
  int v = *(volatile int *)p;
  printf("%d\n", v >= 0);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
