// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A load that moves out of its loop reads what nobody wrote.
#include <cstdio>
__global__ void k(const int *a, const int *bias, int *o, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i * 32 + threadIdx.x]
         + *bias; //! initcheck uninit global read 4
  o[threadIdx.x] = s;
}
int main() { int *a, *b, *o; cudaMalloc(&a, 1280); cudaMemset(a, 0, 1280); cudaMalloc(&b, 4); cudaMalloc(&o, 128); k<<<1, 32>>>(a, b, o, 10); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); cudaFree(a); cudaFree(b); cudaFree(o); }
