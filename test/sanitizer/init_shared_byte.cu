// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One byte of a shared word is not written.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ alignas(4) unsigned char s[64];
  if (threadIdx.x != 5) s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x < 16) o[threadIdx.x] = ((int *)s)[threadIdx.x]; //! initcheck uninit shared read 4 x1
}
int main() {
  int *o;
  cudaMalloc(&o, 64);
  k<<<1, 64>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
