// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Halo cells are loaded before the barrier.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int s[66];
  s[threadIdx.x + 1] = threadIdx.x;
  if (threadIdx.x < 2) s[65 * threadIdx.x] = 0;
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 2];
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
