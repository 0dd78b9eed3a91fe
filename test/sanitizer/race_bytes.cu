// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A byte of the neighbour's is written, too.
#include <cstdio>
__global__ void k(char *o) {
  __shared__ char s[132];
  s[threadIdx.x] = threadIdx.x; //! racecheck WAW write
  s[threadIdx.x + 32] = -threadIdx.x; //! racecheck WAW write
  __syncthreads();
  o[threadIdx.x] = s[127 - threadIdx.x];
}
int main() {
  char *o;
  cudaMalloc(&o, 128);
  k<<<1, 96>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
