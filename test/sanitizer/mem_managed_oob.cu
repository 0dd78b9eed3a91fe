// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Managed memory, past its end.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; } //! memcheck oob global write 4 x4
int main() {
  int *p;
  cudaMallocManaged(&p, 112);
  k<<<1, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
