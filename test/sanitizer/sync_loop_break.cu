// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of one warp leave a loop with a barrier in different rounds, and meet another barrier.
#include <cstdio>
__global__ void k(int *o) {
  for (int i = 0; i < 4; ++i) {
    if (i == (threadIdx.x & 1) + 1) break;
    __syncthreads(); //! synccheck divergent-barrier warp
  }
  __syncthreads(); //? synccheck divergent-barrier warp
  o[threadIdx.x] = 1;
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
