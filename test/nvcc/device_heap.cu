// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heap of the device is one that runs out: an allocation that nothing looks at is made all the same, as with NVIDIA's
// nvcc 13.0.
// RUN: nvcc -ptx %s -o %t.ptx
// RUN: FileCheck %s --check-prefix=PTX < %t.ptx
// RUN: nvcc %s -o %t && %t | FileCheck %s
// CHECK: some fit, some do not
#include <cstdio>
// PTX: .entry _Z4lostPi(
// PTX: malloc
__global__ void lost(int *made) {
  if (malloc(1 << 20))
    atomicAdd(made, 1);
}
// PTX: .entry _Z5freedPi(
// PTX: malloc
// PTX: free
__global__ void freed(int *p) {
  void *q = malloc(8);
  free(q);
  *p = 1;
}
// PTX: .entry _Z5ownedPi(
// PTX: malloc
// PTX: free
__global__ void owned(int *p) {
  int *q = new int(5);
  *p = *q;
  delete q;
}
int main() {
  int *made;
  cudaMallocManaged(&made, sizeof *made);
  *made = 0;
  lost<<<100, 100>>>(made); // of a heap of 8 MiB
  cudaDeviceSynchronize();
  puts(*made > 0 && *made < 10 ? "some fit, some do not" : "no end of the heap");
}
