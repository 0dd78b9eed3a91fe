// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A counter of atomics is read without a barrier.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int c;
  if (threadIdx.x == 0) c = 0;
  __syncthreads();
  atomicAdd(&c, 1); //! racecheck RAW write
  o[threadIdx.x] = c; //! racecheck RAW read
}
int main() {
  int *o;
  cudaMalloc(&o, 512);
  k<<<1, 128>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
