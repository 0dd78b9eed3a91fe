// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A flag is cleared on one condition and set on another.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ bool changed;
  for (int i = 0; i < 2; ++i) {
    if (threadIdx.x == 0) changed = false; //! racecheck WAW write
    if (threadIdx.x == i * 40) changed = true; //! racecheck WAW write
    __syncthreads();
    o[threadIdx.x] = changed;
    __syncthreads();
  }
}
int main() { int *o; cudaMalloc(&o, 256); k<<<1, 64>>>(o); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); cudaFree(o); }
