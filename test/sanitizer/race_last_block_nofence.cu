// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last block reads the others' results without fences.
#include <cstdio>
__device__ unsigned ticket;
__global__ void k(int *part, int *o) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = blockIdx.x; //! racecheck RAW write
    last = atomicAdd(&ticket, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    int s = 0;
    for (int i = 0; i < gridDim.x; ++i) s += part[i]; //! racecheck RAW read
    *o = s;
  }
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 64); cudaMalloc(&o, 4);
  k<<<8, 32>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
