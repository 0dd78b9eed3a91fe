// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A structure array: the member of the element behind the end.
#include <cstdio>
struct Item { int a; double b; short c; };
__global__ void k(Item *q, int n) {
  int i = threadIdx.x;
  if (i <= n) q[i].c = 1; //! memcheck oob global write 2 x1
}
int main() {
  int *p;
  cudaMalloc(&p, 4080); cudaMemset(p, 0, 4080);
  k<<<1, 256>>>((struct Item *)p, 4080 / 24);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(p);
}
