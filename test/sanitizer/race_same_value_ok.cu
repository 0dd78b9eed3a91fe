// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All threads store the same value.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int s;
  s = 7;
  __syncthreads();
  o[threadIdx.x] = s;
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
