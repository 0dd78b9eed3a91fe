// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours write bytes of one word.
#include <cstdio>
__global__ void k(char *o) {
  __shared__ char s[128];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  o[threadIdx.x] = s[127 - threadIdx.x];
}
int main() {
  char *o;
  cudaMalloc(&o, 128);
  k<<<2, 128>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
