// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A volatile read behind the end, in a loop.
#include <cstdio>
__global__ void k(volatile int *p, int n, int *o) {
  int sum = 0;
  for (int i = 0; i <= n; ++i)
    sum += p[i]; //! memcheck oob global read 4 x1
  *o = sum;
}
int main() {
  int *p, *o;
  cudaMalloc(&p, 400); cudaMalloc(&o, 4); cudaMemset(p, 0, 400);
  k<<<1, 1>>>(p, 100, o);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p); cudaFree(o);
}
