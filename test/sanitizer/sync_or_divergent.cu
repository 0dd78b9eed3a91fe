// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __syncthreads_or in a branch of half a warp; the rest comes to a barrier behind.
#include <cstdio>
__global__ void k(int *o) {
  int v = 0;
  if (threadIdx.x % 32 < 16)
    v = __syncthreads_or(threadIdx.x); //! synccheck divergent-barrier warp
  else
    v = __syncthreads_or(0); //? synccheck divergent-barrier warp
  o[threadIdx.x] = v;
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
