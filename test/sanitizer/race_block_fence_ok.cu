// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fences of block scope between threads of one block.
#include <cstdio>
__global__ void k(int *p) {
  if (threadIdx.x == 0) {
    p[0] = 1;
    __threadfence_block();
    atomicExch(p + 32, 1);
  } else if (threadIdx.x == 32) {
    while (atomicAdd(p + 32, 0) == 0) {}
    __threadfence_block();
    p[64] = p[0];
  }
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 64>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
