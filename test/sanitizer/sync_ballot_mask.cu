// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A vote whose mask lacks the caller.
#include <cstdio>
__global__ void k(int *o) {
  o[threadIdx.x] = __any_sync(0x00ffffff, threadIdx.x); //! synccheck invalid-arguments
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
