// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device new[] of 10 ints, an index of 10.
#include <cstdio>
__global__ void k(int *p) {
  int *q = new int[10];
  for (int i = 0; i <= 10; ++i)
    q[i] = i; //! memcheck oob global write 4 x1
  p[0] = q[p[1]];
  delete[] q;
}
int main() {
  int *p;
  cudaMalloc(&p, 4096); cudaMemset(p, 0, 4096);
  k<<<1, 1>>>(p);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
