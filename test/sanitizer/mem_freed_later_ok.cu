// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory is freed while its kernel may still run: cudaFree waits.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; }
int main() {
  int *p;
  cudaMalloc(&p, 32);
  k<<<1, 8>>>(p);
  cudaFree(p);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
