// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of two streams have every other word of an array.
#include <cstdio>
__global__ void w(int *p, int o) { p[threadIdx.x * 2 + o] += threadIdx.x; }
int main() { int *p; cudaMalloc(&p, 256); cudaMemset(p, 0, 256); cudaDeviceSynchronize(); cudaStream_t a, b; cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking); cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  for (int i = 0; i < 3; ++i) { w<<<1, 32, 0, a>>>(p, 0); w<<<1, 32, 0, b>>>(p, 1); }
  printf("%d\n", cudaDeviceSynchronize()); cudaStreamDestroy(a); cudaStreamDestroy(b); cudaFree(p); }
