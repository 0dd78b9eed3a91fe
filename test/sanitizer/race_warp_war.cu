// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A warp's lanes overwrite what others may still read.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  int v = s[31 - threadIdx.x]; //! racecheck WAR read
  s[threadIdx.x] = v; //! racecheck WAR write
  __syncwarp();
  o[threadIdx.x] = s[threadIdx.x ^ 1];
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
