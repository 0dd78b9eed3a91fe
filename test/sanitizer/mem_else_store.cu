// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The second of two ways stores past the end.
#include <cstdio>
__global__ void k(int *o, int n) {
  int t = threadIdx.x;
  if (t < n)
    o[t] = t;
  else
    o[t] = t * 3; //! memcheck oob global write 4 x8
}
int main() { int *o; cudaMalloc(&o, 96); k<<<1, 32>>>(o, 24); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); cudaFree(o); }
