// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The block's threads take one way by a parameter, with barriers on each.
#include <cstdio>
__global__ void k(int *o, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
  if (n > 3) {
    __syncthreads();
    o[threadIdx.x] = s[63 - threadIdx.x];
  } else {
    __syncthreads();
    o[threadIdx.x] = s[threadIdx.x ^ 1];
  }
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o, 1); k<<<1, 64>>>(o, 5);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
