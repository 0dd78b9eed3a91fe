// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables that are their own initializers, or each other's, are no constants.
// RUN: nvcc -ptx %s -o %t.ptx && FileCheck %s < %t.ptx
// CHECK: .entry _Z1kPs
extern int b;
int a = b;
int b = a;
short narrow = a;

__global__ void k(short *out) {
  int x = x;
  out[0] = x;
}
