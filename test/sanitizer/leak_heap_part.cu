// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One of two blocks of the device heap is freed.
#include <cstdio>
__global__ void k(int **q) { q[0] = (int *)malloc(40); q[1] = (int *)malloc(48); *q[0] = *q[1] = 1; } //! leak malloc
__global__ void f(int **q) { free(q[0]); }
int main() {
  int **q;
  cudaMalloc(&q, 16);
  k<<<1, 1>>>(q);
  f<<<1, 1>>>(q);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(q);
  cudaDeviceReset();
}
