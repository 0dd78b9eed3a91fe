// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One buffer where two would be needed: a step overwrites what others still read.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int s[64];
  int v = threadIdx.x;
  for (int i = 0; i < 3; ++i) {
    s[threadIdx.x] = v; //! racecheck WAR write
    __syncthreads();
    v = s[63 - threadIdx.x]; //! racecheck WAR read
  }
  o[threadIdx.x] = v;
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
