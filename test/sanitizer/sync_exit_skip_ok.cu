// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that end on a way of their own need not come to a barrier.
#include <cstdio>
__global__ void k(int *o) {
  if (threadIdx.x >= 48) {
    atomicAdd(&o[threadIdx.x], 2);
    return;
  }
  __syncthreads();
  o[threadIdx.x] = 1;
}
int main() {
  int *o;
  cudaMalloc(&o, 384); cudaMemset(o, 0, 384);
  k<<<1, 96>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
