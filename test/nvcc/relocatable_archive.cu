// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code in an archive whose member nothing on the host refers to, linked as CMake does it: device link by nvcc,
// the program by g++ with the archive behind it. And a member that is referred to registers its variable.
// RUN: nvcc -rdc=true -DTRIPLE -c %s -o %t.triple.o
// RUN: nvcc -rdc=true -DVARIABLE -c %s -o %t.variable.o
// RUN: rm -f %t.a && ar qc %t.a %t.triple.o %t.variable.o
// RUN: nvcc -rdc=true -c %s -o %t.main.o
// RUN: nvcc -dlink %t.main.o -o %t.link.o %t.a
// RUN: nvcc %t.main.o %t.a -o %t.whole && %t.whole | FileCheck %s
// RUN: nvcc --dryrun %t.main.o -o x 2>&1 | grep LIBRARIES= | sed 's/.*LIBRARIES=//; s/"//g' > %t.libraries
// RUN: bash -c 'g++ %t.main.o %t.link.o -o %t.parts %t.a $(cat %t.libraries) -lcudart_static -ldl -lpthread -lrt'
// RUN: %t.parts | FileCheck %s
// CHECK: result 42, variable 7, cudaSuccess
#include <cstdio>
#if defined(TRIPLE)
__device__ int triple(int x) { return 3 * x; }
#elif defined(VARIABLE)
__device__ int variable;
void setVariable(int x) { cudaMemcpyToSymbol(variable, &x, sizeof x); }
#else
extern __device__ int triple(int x);
extern __device__ int variable;
void setVariable(int x);
__global__ void kernel(int *p) {
  p[0] = triple(14);
  p[1] = variable;
}
int main() {
  int *p, result[2] = {};
  setVariable(7);
  cudaMalloc(&p, sizeof result);
  kernel<<<1, 1>>>(p);
  cudaMemcpy(result, p, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("result %d, variable %d, %s\n", result[0], result[1], cudaGetErrorName(cudaGetLastError()));
}
#endif
