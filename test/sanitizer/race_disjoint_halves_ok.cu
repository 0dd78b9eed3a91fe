// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of two streams have a half of an array each.
#include <cstdio>
__global__ void w(int *p) { p[threadIdx.x] += threadIdx.x; }
int main() { int *p; cudaMalloc(&p, 256); cudaMemset(p, 0, 256); cudaDeviceSynchronize(); cudaStream_t a, b; cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  for (int i = 0; i < 3; ++i) { w<<<1, 32, 0, a>>>(p); w<<<1, 32, 0, b>>>(p + 32); }
  printf("%d\n", cudaDeviceSynchronize()); cudaStreamDestroy(a); cudaStreamDestroy(b); cudaFree(p); }
