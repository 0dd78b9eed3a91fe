// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A read past the first of two shared arrays takes an element of the second.
#include <cstdio>
__global__ void k(float *o, int n) {
  __shared__ float a[16], b[16];
  a[threadIdx.x] = 1; b[threadIdx.x] = 2;
  __syncthreads();
  o[threadIdx.x] = a[threadIdx.x + n] + b[threadIdx.x]; //! memcheck oob shared read 4 x3
}
int main() {
  float *o;
  cudaMalloc(&o, 64);
  k<<<1, 16>>>(o, 3);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
