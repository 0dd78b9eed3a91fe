// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread too many copies a structure of 160 bytes: its line is told, and that four bytes at a time are used.
#include <cstdio>
struct Many { int v[40]; };
__global__ void copy(Many *to, const Many *from) { to[threadIdx.x] = from[threadIdx.x]; } //! memcheck oob global read 4 x1
int main() {
  Many *a, *b;
  cudaMalloc(&a, 8 * sizeof(Many));
  cudaMalloc(&b, 7 * sizeof(Many));
  cudaMemset(b, 0, 7 * sizeof(Many));
  copy<<<1, 8>>>(a, b);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(a); cudaFree(b);
}
