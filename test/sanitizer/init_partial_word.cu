// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel writes the low half of each word; another reads whole words.
#include <cstdio>
__global__ void w(short *q) { q[2 * threadIdx.x] = 1; }
__global__ void k(const int *q, int *p) { p[threadIdx.x] = q[threadIdx.x]; } //! initcheck uninit global read 4 x32
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  int *q;
  cudaMalloc(&q, 128);
  w<<<1, 32>>>((short *)q);
  k<<<1, 32>>>(q, p);
  cudaFree(q);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
