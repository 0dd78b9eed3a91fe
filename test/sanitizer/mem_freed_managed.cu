// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Managed memory is used after it was freed.
#include <cstdio>
__global__ void k(int *p) { p[threadIdx.x] = 1; } //! memcheck use-after-free global write 4 x8
int main() {
  int *p;
  cudaMallocManaged(&p, 32); cudaFree(p);
  k<<<1, 8>>>(p);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
