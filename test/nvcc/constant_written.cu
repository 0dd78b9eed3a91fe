// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A scalar __constant__ variable is const to nvcc in host code as well; elements and structures are the host's copy (20092).
// RUN: not nvcc -c %s -o %t.o > %t.said 2>&1
// RUN: FileCheck %s < %t.said
// RUN: grep -c "error:" %t.said | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}6{{$}}
struct S {
  int a;
};
__constant__ int scalar;
__constant__ S structure;
__constant__ int array[2];
__constant__ int *pointer;
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} error: expression must be a modifiable lvalue: 'scalar' is __constant__
void assigns() { scalar = 1; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} error:
void increments() { scalar++; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} error:
void adds() { scalar += 2; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} error:
void assignsPointer() { pointer = nullptr; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} error:
template <class T> void assignsInTemplate(T) { scalar = 1; }
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} error:
__global__ void ofKernel() { array[0] = 1; }
void ofHost() {
  structure.a = 2;
  structure = S();
  array[0] = 2;
}
