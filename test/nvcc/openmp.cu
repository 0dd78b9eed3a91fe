// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OpenMP in the host code of a .cu file: the library that the compiler's calls need is linked.
// REQUIRES: openmp
// RUN: nvcc -Xcompiler -fopenmp %s -o %t && %t | FileCheck %s
// RUN: nvcc -Xcompiler -fopenmp -Xcompiler -Wall,-Werror -c %s -o %t.o
// CHECK: sum 4950
#include <cstdio>
// Device code sees the macro, too, and the header.
#ifdef _OPENMP
#include <omp.h>
__global__ void kernel() {}
#endif
int main() {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; ++i)
    sum += i;
  kernel<<<1, 1>>>();
  if (omp_get_max_threads() > 0 && cudaDeviceSynchronize() == cudaSuccess)
    std::printf("sum %d\n", sum);
}
