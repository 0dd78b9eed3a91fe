// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes of a warp come to a barrier a different number of times.
#include <cstdio>
__global__ void k(int *o) {
  for (int i = 0; i < (threadIdx.x & 1) + 1; ++i) {
    o[threadIdx.x] += i;
    __syncthreads(); //! synccheck divergent-barrier warp
  }
  o[threadIdx.x] += 1;
}
int main() {
  int *o;
  cudaMalloc(&o, 128); cudaMemset(o, 0, 128);
  k<<<1, 32>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
