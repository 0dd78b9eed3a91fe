// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks of the device heap, used again after a free, each written before it is read.
#include <cstdio>
__global__ void k(int *o) {
  int s = 0;
  for (int r = 0; r < 4; ++r) {
    int *p = new int[16];
    for (int i = 0; i < 16; ++i) p[i] = i + r;
    for (int i = 0; i < 16; ++i) s += p[(i * 5) & 15];
    delete[] p;
  }
  o[threadIdx.x] = s;
}
int main() {
  int *o; cudaMalloc(&o, 128);
  k<<<1, 32>>>(o);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
