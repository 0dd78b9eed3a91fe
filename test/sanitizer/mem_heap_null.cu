// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The device heap is exhausted; the null pointer is used.
#include <cstdio>
__global__ void k(int *p) {
  int *q = (int *)malloc(size_t(1) << 40);
  q[threadIdx.x] = 1; //! memcheck invalid global write 4 x1
  p[0] = q[0];
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 1>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
