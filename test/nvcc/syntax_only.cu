// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -fdevice-syntax-only: device code is checked and none is made, the module is empty as nvcc 13's.
// RUN: nvcc -ptx -fdevice-syntax-only %s -o - | FileCheck %s
// CHECK: .target sm_
// CHECK: .address_size 64
// CHECK-NOT: .entry
// RUN: nvcc -c -fdevice-syntax-only %s -o %t.o
// RUN: not nvcc -c -DWRONG -fdevice-syntax-only %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: use of undeclared identifier 'missing'
__global__ void kernel(int *p) {
#ifdef WRONG
  *p = missing;
#endif
}
