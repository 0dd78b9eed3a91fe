// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of pointers, one of which leads behind its block.
#include <cstdio>
__global__ void k(int **t) { t[threadIdx.x][threadIdx.x] = 1; } //! memcheck oob global write 4 x1
int main() {
  int *p[4], **t;
  for (int i = 0; i < 4; ++i) cudaMalloc(&p[i], i == 3 ? 12 : 16);
  cudaMalloc(&t, sizeof p); cudaMemcpy(t, p, sizeof p, cudaMemcpyHostToDevice);
  k<<<1, 4>>>(t);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
