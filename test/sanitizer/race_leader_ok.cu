// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The value is published before a barrier, and changed after another.
#include <cstdio>
__global__ void k(int *o, int n) {
  __shared__ int v;
  if (threadIdx.x == 32) v = n;
  __syncthreads();
  int first = v;
  __syncthreads();
  if (threadIdx.x == 0) v = 2 * n;
  __syncthreads();
  o[threadIdx.x] = first + v;
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o, 5);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
