// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A fence of block scope between blocks.
#include <cstdio>
__global__ void k(int *p) {
  if (blockIdx.x == 0) {
    p[0] = 1; //! racecheck RAW write
    __threadfence_block();
    atomicExch(p + 32, 1);
  } else {
    while (atomicAdd(p + 32, 0) == 0) {}
    __threadfence_block();
    p[64] = p[0]; //! racecheck RAW read
  }
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<2, 1>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
