// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A shuffle whose mask names only the other half.
#include <cstdio>
__global__ void k(int *o) {
  int v = threadIdx.x;
  if (threadIdx.x < 16) v = __shfl_sync(0xffff0000, v, 16); //! synccheck invalid-mask
  o[threadIdx.x] = v;
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
