// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The buffers take turns.
#include <cstdio>
__global__ void k(const int *from, int *to) { to[threadIdx.x] = from[threadIdx.x] + 1; }
int main() {
  int *a, *b;
  cudaMalloc(&a, 128); cudaMalloc(&b, 128); cudaMemset(a, 0, 128);
  k<<<1, 32>>>(a, b); k<<<1, 32>>>(b, a);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(a); cudaFree(b);
}
