// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All threads leave the loop in the same round.
#include <cstdio>
__global__ void k(int *o, int n) {
  for (int i = 0; i < 4; ++i) {
    if (i == n) break;
    __syncthreads();
  }
  __syncthreads();
  o[threadIdx.x] = 1;
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o, 2);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
