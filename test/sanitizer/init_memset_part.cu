// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cudaMemset takes elements for bytes.
#include <cstdio>
__global__ void k(const int *p, int *o) {
  o[threadIdx.x] = p[threadIdx.x]; //! initcheck uninit global read 4 x96
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 512); cudaMalloc(&o, 512);
  cudaMemset(p, 0, 128);
  k<<<1, 128>>>(p, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
