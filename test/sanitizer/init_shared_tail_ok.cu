// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tail of a shared tile is filled with zeros.
#include <cstdio>
__global__ void k(const int *p, int *o, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x < n ? p[threadIdx.x] : 0;
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x];
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256);
  k<<<1, 64>>>(p, o, 60);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
