// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// __device__ in the device pass only: the variable is a symbol all the same, and the host keeps a
// variable of its own.
// RUN: nvcc %s -o %t && %t | FileCheck %s
// RUN: nvcc -rdc=true %s -o %t.rdc && %t.rdc | FileCheck %s
#include <cstdio>
#ifdef __CUDA_ARCH__
#define EVERYWHERE __device__
#else
#define EVERYWHERE
#endif
static EVERYWHERE int local[4] = {1, 2, 3, 4};
EVERYWHERE int global = 5;
__global__ void kernel(int *out) { *out = local[3] + global++; }
int main() {
  int *out, got = 0, four[4] = {0, 0, 0, 40};
  cudaMalloc(&out, sizeof *out);
  // CHECK: 0 0
  int first = cudaMemcpyToSymbol(local, four, sizeof four);
  void *address = nullptr;
  printf("%d %d\n", first, cudaGetSymbolAddress(&address, global));
  kernel<<<1, 1>>>(out);
  cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
  printf("%d\n", got); // CHECK: 45
  cudaMemcpy(&got, address, sizeof got, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", got, global, local[3]); // CHECK: 6 5 4
}
