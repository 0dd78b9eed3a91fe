// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function fills the array of its caller.
#include <cstdio>
__device__ __noinline__ void fill(int *a, int n) { for (int i = 0; i < n; ++i) a[i] = i; }
__global__ void k(int *o, int n) {
  int a[8];
  fill(a, n);
  o[threadIdx.x] = a[threadIdx.x & 7];
}
int main() {
  int *o;
  cudaMalloc(&o, 128);
  k<<<1, 32>>>(o, 8);
  puts(cudaGetErrorName(cudaDeviceSynchronize()));
  cudaFree(o);
}
