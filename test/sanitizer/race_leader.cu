// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread publishes a value, the others read it without a barrier.
#include <cstdio>
__global__ void k(int *o, int n) {
  __shared__ int v;
  if (threadIdx.x == 32) v = n; //! racecheck RAW write
  o[threadIdx.x] = v; //! racecheck RAW read
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o, 5);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
