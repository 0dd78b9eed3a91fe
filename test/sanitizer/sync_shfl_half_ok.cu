// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Each half shuffles by its own mask.
#include <cstdio>
__global__ void k(int *o) {
  int v = threadIdx.x;
  if (threadIdx.x < 16) v = __shfl_sync(0x0000ffff, v, 3);
  else v = __shfl_sync(0xffff0000, v, 20);
  o[threadIdx.x] = v;
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
