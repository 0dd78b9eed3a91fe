// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two warps set a flag on two ways.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int flag;
  if (threadIdx.x < 32)
    flag = 1; //! racecheck WAW write
  else
    flag = 2; //! racecheck WAW write
  __syncthreads();
  o[threadIdx.x] = flag;
}
int main() { int *o; cudaMalloc(&o, 256); k<<<1, 64>>>(o); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); cudaFree(o); }
