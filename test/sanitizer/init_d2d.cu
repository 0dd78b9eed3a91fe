// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy within the device does not make its target initialised.
#include <cstdio>
__global__ void k(const int *p, int *o) {
  o[threadIdx.x] = p[threadIdx.x]; //! initcheck uninit global read 4 x64
}
int main() {
  int *p, *q, *o;
  cudaMalloc(&p, 256); cudaMalloc(&q, 256); cudaMalloc(&o, 256);
  cudaMemcpy(q, p, 256, cudaMemcpyDeviceToDevice);
  k<<<1, 64>>>(q, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(q); cudaFree(o);
}
