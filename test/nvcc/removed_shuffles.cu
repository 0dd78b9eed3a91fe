// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shuffles without a mask ended with sm_60: a call is an error with its place, a template that nobody instantiates is not.
// RUN: nvcc -c -arch=sm_80 %s -o %t.o
// RUN: not nvcc -c -arch=sm_80 -DCALL %s -o %t.o 2>&1 | FileCheck %s
// RUN: not nvcc -c -arch=sm_75 -DCALL %s -o %t.o 2>&1 | FileCheck %s
template <typename T>
__device__ T smallest(T value) {
  // CHECK: removed_shuffles.cu:[[#@LINE+1]]:{{[0-9]+}}: error: call to '{{.*}}__shfl_xor{{.*}}use __shfl_xor_sync
  return min(value, __shfl_xor((int)value, 1));
}
// CHECK-NOT: internal compiler error
// CHECK: 1 error detected in the compilation of "{{.*}}removed_shuffles.cu".
__global__ void kernel(int *p) {
#ifdef CALL
  *p = smallest(*p);
#endif
}
