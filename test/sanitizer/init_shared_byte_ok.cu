// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes of shared words are written one by one.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ alignas(4) unsigned char s[64];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x < 16) o[threadIdx.x] = ((int *)s)[threadIdx.x];
}
int main() {
  int *o;
  cudaMalloc(&o, 64);
  k<<<1, 64>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
