// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index below the dynamic array lands in the static one before it.
#include <cstdio>
__global__ void k(int *o, int n) {
  __shared__ int s[32];
  extern __shared__ int d[];
  s[threadIdx.x] = 0;
  __syncthreads();
  d[int(threadIdx.x) - n] = 1; //! memcheck oob shared write 4 x2
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x];
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32, 128>>>(o, 2);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
