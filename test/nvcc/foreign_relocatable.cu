// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Relocatable objects whose registration has the name that NVIDIA's nvcc gives it: linked like our own.
// RUN: nvcc -dc %s -o %t.o
// RUN: nm %t.o | sed -n -e 's/.* U \(__cudaRegisterLinkedBinary_\)nv_\(.*\)/\1nv_\2 \19b2b34dd_4_a_cu_\2/p' > %t.names
// RUN: FileCheck %s --check-prefix=NAMES < %t.names
// NAMES: __cudaRegisterLinkedBinary_nv_{{.*}} __cudaRegisterLinkedBinary_9b2b34dd_4_a_cu_
// RUN: llvm-objcopy --redefine-syms=%t.names %t.o %t.foreign.o
// RUN: nvcc -rdc=true %t.foreign.o -o %t
// RUN: %t | FileCheck %s
// CHECK: 42
#include <cstdio>
__device__ int value = 40;
__global__ void add(int *out) { *out = value + 2; }
int main() {
  int *out;
  cudaMallocManaged(&out, sizeof *out);
  add<<<1, 1>>>(out);
  cudaError_t error = cudaDeviceSynchronize();
  std::printf("%d\n", error ? -error : *out);
  return error;
}
