// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Halo cells are loaded by one warp, the barrier stands before that.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int s[66];
  s[threadIdx.x + 1] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x < 2) s[65 * threadIdx.x] = 0; //! racecheck RAW write
  o[threadIdx.x] = s[threadIdx.x] + s[threadIdx.x + 2]; //! racecheck RAW read
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
