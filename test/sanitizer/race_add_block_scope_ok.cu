// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block-scope atomics, each block on a word of its own.
#include <cstdio>
__global__ void k(int *p) {
  atomicAdd_block(p + blockIdx.x, 1);
  __syncthreads();
  if (threadIdx.x == 0) p[64 + blockIdx.x] = p[blockIdx.x];
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<4, 64>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
