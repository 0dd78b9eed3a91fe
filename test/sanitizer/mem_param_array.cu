// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An array in a parameter indexed far past its end.
#include <cstdio>
struct P { int v[8]; };
__global__ void k(int *o, const __grid_constant__ P p, int i) {
  *o = p.v[i]; //! memcheck oob param read 4 x1
}
int main() {
  int *o;
  P p = {};
  cudaMalloc(&o, 64);
  k<<<1, 1>>>(o, p, 2000);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
