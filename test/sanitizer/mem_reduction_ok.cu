// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions of all kinds inside.
#include <cstdio>
__global__ void k(unsigned *p) {
  atomicAdd(p + threadIdx.x, 1); atomicMax(p, 3); atomicOr(p + 7, 4); atomicInc(p + 6, 9);
}
int main() {
  unsigned *p;
  cudaMalloc(&p, 32); cudaMemset(p, 0, 32);
  k<<<1, 8>>>(p);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
