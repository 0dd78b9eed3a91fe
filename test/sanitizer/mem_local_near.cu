// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A local array indexed one past its end.
#include <cstdio>
__global__ void k(int *o, int i) {
  int a[16];
  for (int j = 0; j < 16; ++j) a[j] = o[j];
  a[i] = 1; //! memcheck oob local write 4 x4
  int s = 0;
  for (int j = 0; j < 16; ++j) s += a[(j * i) & 15];
  o[threadIdx.x] = s;
}
int main() {
  int *o;
  cudaMalloc(&o, 64); cudaMemset(o, 0, 64);
  k<<<1, 4>>>(o, 16);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
