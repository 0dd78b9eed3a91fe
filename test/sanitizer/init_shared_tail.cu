// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tail of a shared tile is read although nobody loads it.
#include <cstdio>
__global__ void k(const int *p, int *o, int n) {
  __shared__ int s[64];
  if (threadIdx.x < n) s[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[63 - threadIdx.x]; //! initcheck uninit shared read 4 x4
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 256); cudaMalloc(&o, 256); cudaMemset(p, 0, 256);
  k<<<1, 64>>>(p, o, 60);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
