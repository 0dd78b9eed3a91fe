// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers in the cases of a switch.
#include <cstdio>
__global__ void k(int *o) {
  switch (threadIdx.x & 3) {
  case 0: o[threadIdx.x] = 0; __syncthreads(); break; //! synccheck divergent-barrier warp
  case 1: o[threadIdx.x] = 1; __syncthreads(); break; //! synccheck divergent-barrier warp
  default: o[threadIdx.x] = 2;
  }
  o[threadIdx.x] += 1;
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
