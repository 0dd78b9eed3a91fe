// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A load that moves out of its loop is past the end.
#include <cstdio>
__global__ void k(const float *a, const float *scale, float *o, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] *
         scale[threadIdx.x]; //! memcheck oob global read 4 x8
  o[threadIdx.x] = s;
}
int main() { float *a, *b, *o; cudaMalloc(&a, 400); cudaMemset(a, 0, 400); cudaMalloc(&b, 96); cudaMemset(b, 0, 96); cudaMalloc(&o, 128); k<<<1, 32>>>(a, b, o, 100); printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize())); cudaFree(a); cudaFree(b); cudaFree(o); }
