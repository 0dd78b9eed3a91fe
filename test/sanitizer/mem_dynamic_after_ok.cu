// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A static and a dynamic array, each used to its end.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int s[33];
  extern __shared__ int d[];
  s[threadIdx.x + 1] = 1; d[threadIdx.x] = 2;
  if (threadIdx.x == 0) s[0] = 0;
  __syncthreads();
  o[threadIdx.x] = s[32 - threadIdx.x] + d[31 - threadIdx.x];
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32, 128>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
