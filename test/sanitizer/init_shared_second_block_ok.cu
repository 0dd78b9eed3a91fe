// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every block initialises its counter.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int c;
  if (threadIdx.x == 0) c = 0;
  __syncthreads();
  atomicAdd(&c, 1);
  __syncthreads();
  o[blockIdx.x] = c;
}
int main() {
  int *o;
  cudaMalloc(&o, 32);
  k<<<8, 32>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
