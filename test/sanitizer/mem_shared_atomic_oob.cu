// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared atomics past the array.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int h[32];
  h[threadIdx.x & 31] = 0;
  __syncthreads();
  atomicAdd(&h[threadIdx.x], 1); //! memcheck oob shared atomic 4 x32
  __syncthreads();
  o[threadIdx.x & 31] = h[threadIdx.x & 31];
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
