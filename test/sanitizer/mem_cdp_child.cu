// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that a kernel launched writes out of bounds.
//flags -rdc=true
#include <cstdio>
__global__ void child(int *p) { p[threadIdx.x] = 1; } //! memcheck oob global write 4 x4
__global__ void k(int *p) { child<<<1, 32>>>(p); }
int main() {
  int *p;
  cudaMalloc(&p, 112);
  k<<<1, 1>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
