// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Only the first block initialises its counter.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int c;
  if (threadIdx.x == 0 && blockIdx.x == 0) c = 0;
  __syncthreads();
  atomicAdd(&c, 1); //! initcheck uninit shared read 4 x32
  __syncthreads();
  o[blockIdx.x] = c;
}
int main() {
  int *o;
  cudaMalloc(&o, 8);
  k<<<2, 32>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
