// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function of the host, declared again with __device__, is for both; nvcc 13 warns.
// RUN: nvcc %s -o %t 2>&1 | FileCheck %s
// CHECK: warning: a __host__ function ('first') redeclared with __device__ is a __host__ __device__ function
// CHECK: warning: a __host__ function ('second') redeclared with __host__ __device__ is a __host__ __device__ function
// CHECK: warning: a __host__ function ('third') redeclared with __device__ is
// CHECK-NOT: warning
// RUN: env ANYWARP_DEVICE=cpu %t | FileCheck %s --check-prefix=OUT
// OUT: 1 2 3
// OUT-NEXT: 2
// RUN: nvcc -diag-suppress 20039,20040 -c %s -o %t.o 2>&1 | count 0
// RUN: not nvcc -diag-error 20039 -c %s -o %t.o
#include <cstdio>

int first();
__device__ int first() { return 1; }
__host__ int second();
__host__ __device__ int second() { return 2; }
struct Object {
  int third();
};
__device__ int Object::third() { return 3; }

__global__ void kernel() { printf("%d %d %d\n", first(), second(), Object().third()); }
int main() {
  kernel<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("%d\n", second());
}
