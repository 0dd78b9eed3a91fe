// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block-scope atomic adds what another block reads by one of device scope.
#include <cstdio>
__global__ void k(int *p) {
  atomicAdd_block(p, 1); //! racecheck WAW write
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<4, 32>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
