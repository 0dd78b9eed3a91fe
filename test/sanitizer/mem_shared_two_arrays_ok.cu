// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers of a function choose between two shared arrays.
#include <cstdio>
__global__ void k(float *o, int n) {
  __shared__ float a[16], b[16];
  float *p = threadIdx.x & n ? a : b;
  p[threadIdx.x] = 1; (p == a ? b : a)[threadIdx.x] = 2;
  __syncthreads();
  o[threadIdx.x] = p[15 - threadIdx.x];
}
int main() {
  float *o;
  cudaMalloc(&o, 64);
  k<<<1, 16>>>(o, 1);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
