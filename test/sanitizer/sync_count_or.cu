// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half a warp comes to __syncthreads_count.
#include <cstdio>
__global__ void k(int *o) {
  int v = 0;
  if (threadIdx.x & 1)
    v = __syncthreads_count(1); //! synccheck divergent-barrier warp
  else
    o[threadIdx.x] = 3;
  __syncwarp();
  o[threadIdx.x] = v;
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 64>>>(o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
