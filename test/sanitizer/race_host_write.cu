// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host changes managed memory that a kernel may still read.
#include <cstdio>
__global__ void k(const int *p, int *o) { o[threadIdx.x] = p[threadIdx.x]; } //! racecheck WAR read
int main() {
  int *p, *o;
  cudaMallocManaged(&p, 128); cudaMalloc(&o, 128);
  for (int i = 0; i < 32; ++i) p[i] = i;
  k<<<1, 32>>>(p, o);
  *(volatile int *)p = 5;
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
