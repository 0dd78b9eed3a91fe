// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two sides of a branch print one after the other, as on a GPU, though their calls look alike.
// RUN: nvcc %s -o %t && %t | FileCheck %s
// CHECK: {{^(aaaabbbb|bbbbaaaa)$}}
#include <cstdio>
__global__ void letters() {
  if (threadIdx.x & 1)
    printf("a");
  else
    printf("b");
}
int main() {
  letters<<<1, 8>>>();
  cudaDeviceSynchronize();
  printf("\n");
}
