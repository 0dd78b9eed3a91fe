// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of a module are zero at first.
#include <cstdio>
__device__ int v[16];
__device__ int w[16] = {1};
__global__ void k(int *o) { o[threadIdx.x] = v[threadIdx.x] + w[threadIdx.x]; }
int main() {
  int *o, h[16];
  cudaMalloc(&o, 64);
  k<<<1, 16>>>(o);
  cudaMemcpyFromSymbol(h, v, 64);
  cudaMemcpy(h, o, 64, cudaMemcpyDeviceToHost);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
