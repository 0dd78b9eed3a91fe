// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of pointers into blocks of their own.
#include <cstdio>
__global__ void k(int **t) { t[threadIdx.x][threadIdx.x] = 1; }
int main() {
  int *p[4], **t;
  for (int i = 0; i < 4; ++i) cudaMalloc(&p[i], 16);
  cudaMalloc(&t, sizeof p); cudaMemcpy(t, p, sizeof p, cudaMemcpyHostToDevice);
  k<<<1, 4>>>(t);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  for (int *each : p) cudaFree(each);
  cudaFree(t);
}
