// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An index that is so far out that it lands in another allocation.
#include <cstdio>
__global__ void k(int *a, size_t offset) { a[offset + threadIdx.x] = 1; } //! memcheck oob global write 4 x32
int main() {
  int *a, *b;
  cudaMalloc(&a, 128); cudaMalloc(&b, 128);
  k<<<1, 32>>>(a, b - a);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(a); cudaFree(b);
}
