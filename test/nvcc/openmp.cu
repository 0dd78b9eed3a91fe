// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP in the host code of a .cu file: the library that the compiler's calls need is linked.
// REQUIRES: openmp
// RUN: nvcc -Xcompiler -fopenmp %s -o %t && %t | FileCheck %s
// CHECK: sum 4950
#include <cstdio>
__global__ void kernel() {}
int main() {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; ++i)
    sum += i;
  std::printf("sum %d\n", sum);
}
