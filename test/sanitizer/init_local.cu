// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array of the thread is read before all of it is written.
#include <cstdio>
__global__ void k(int *o, int n) {
  int a[16];
  for (int i = 0; i < n; ++i) a[i] = i;
  o[threadIdx.x] = a[threadIdx.x]; //! initcheck uninit local read 4 x4
}
int main() {
  int *o;
  cudaMalloc(&o, 256);
  k<<<1, 16>>>(o, 12);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
