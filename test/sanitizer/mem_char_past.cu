// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The terminating zero of a string lies behind its end.
#include <cstdio>
__global__ void k(char *p, int n) {
  for (int i = 0; i < n; ++i)
    p[i] = 'a' + i;
  p[n] = 0; //! memcheck oob global write 1 x1
}
int main() {
  char *p;
  cudaMalloc(&p, 26);
  k<<<1, 1>>>(p, 26);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
