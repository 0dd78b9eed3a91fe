// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In a whole-program compile an instance of a kernel template is launched by the file that has it:
// nvcc's warnings 20278 and 20280 of what will not link.
// RUN: nvcc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: nvcc -DEXTERN -c %s -o %t.o 2>&1 | FileCheck %s --check-prefixes=CHECK,EXTERN
// RUN: nvcc -diag-suppress 20280 -c %s -o %t.o 2>&1 | count 0
// RUN: not nvcc -diag-error 20280 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: nvcc -static-global-template-stub=false -c %s -o %t.o 2>&1 | count 0
// RUN: nvcc -rdc=true -c %s -o %t.o 2>&1 | count 0
// EXTERN: template_stubs.cu:[[@LINE+4]]:{{.*}} warning: a kernel template that is declared extern
// CHECK: template_stubs.cu:[[@LINE+3]]:{{.*}} warning: the launched instance
// ERROR: error: the launched instance
// CHECK-NOT: warning
template <class T> __global__ void declared(T *o);
#ifdef EXTERN
extern template __global__ void declared<int>(int *);
#endif
template <class T> __global__ void later(T *o);
void launch(int *o) {
  declared<int><<<1, 1>>>(o);
  later<int><<<1, 1>>>(o);
}
template <class T> __global__ void later(T *o) { *o = 1; }
