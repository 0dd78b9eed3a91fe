// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A plain store beside atomic operations.
#include <cstdio>
__global__ void k(int *o) {
  __shared__ int n;
  if (threadIdx.x == 0) n = 0; //! racecheck WAW write
  atomicAdd(&n, 1); //! racecheck WAW atomic
  __syncthreads();
  *o = n;
}
int main() {
  int *o;
  cudaMalloc(&o, 4);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
