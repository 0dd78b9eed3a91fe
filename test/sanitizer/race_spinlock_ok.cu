// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lock with fences.
#include <cstdio>
__global__ void k(int *lock, int *sum) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    *sum += blockIdx.x;
    __threadfence();
    atomicExch(lock, 0);
  }
}
int main() {
  int *p;
  cudaMalloc(&p, 8); cudaMemset(p, 0, 8);
  k<<<8, 32>>>(p, p + 1);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
