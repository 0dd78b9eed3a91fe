// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every pass sees the same mistake; it is told once, counted once, and the exit code is not 0.
// RUN: not nvcc -c -gencode arch=compute_75,code=sm_75 -gencode arch=compute_90,code=sm_90 %s -o %t.o 2>&1 | FileCheck %s
// CHECK: diagnostics.cu:[[#@LINE+4]]:{{[0-9]+}}: error: use of undeclared identifier 'nowhere'
// CHECK-NOT: nowhere'
// CHECK: 1 error detected in the compilation of "{{.*}}diagnostics.cu".
__global__ void kernel(int *p) {
  *p = nowhere;
}
