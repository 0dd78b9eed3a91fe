// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code that is linked with nothing else has all that it uses; with -rdc=true the rest may come later.
// RUN: not nvcc -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK-DAG: ptxas fatal   : Unresolved extern function '_Z9elsewherei'
// RUN: nvcc -rdc=true -c %s -o %t.o
// RUN: nvcc -ptx %s -o %t.ptx
// RUN: nvcc -DDEFINED -c %s -o %t.o
#include <cstdio>
#ifdef DEFINED
__device__ int elsewhere(int x) { return x + 1; }
#else
extern __device__ int elsewhere(int x);
#endif
__global__ void kernel(int *out) {
  extern __shared__ int dynamic[];
  dynamic[0] = elsewhere(1);
  *out = dynamic[0];
  printf("%d\n", *out);
}
