// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second of two ways loads past the end.
#include <cstdio>
__global__ void k(int *o, const int *a, const int *b, int n) {
  int t = threadIdx.x;
  int v;
  if (t < n)
    v = a[t];
  else
    v = b[t]; //! memcheck oob global read 4 x8
  o[t] = v;
}
int main() { int *o, *a; cudaMalloc(&o, 128); cudaMalloc(&a, 96); cudaMemset(a, 0, 96); k<<<1, 32>>>(o, a, a, 24); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); cudaFree(o); cudaFree(a); }
