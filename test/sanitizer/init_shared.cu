// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shared memory is read before anything is written.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int s[64];
  if (threadIdx.x < 32) s[threadIdx.x] = 1;
  __syncthreads();
  o[threadIdx.x] = s[threadIdx.x]; //! initcheck uninit shared read 4 x32
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
