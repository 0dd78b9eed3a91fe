// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pragmas of nvcc that say how warnings are told from their place on, by number and name: those of Clang (177) and our
// own (68), as seen with nvcc 13.0.
// RUN: nvcc -c -std=c++17 %s -o %t.o > %t.said 2>&1
// RUN: FileCheck %s < %t.said
// RUN: grep -c "warning:" %t.said | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}9{{$}}
// RUN: not nvcc -c -std=c++17 -DERROR %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR-DAG: error: unused variable 'e1' [#177-D]
// ERROR-DAG: error: {{.*}} [#68-D]
// RUN: nvcc -c -std=c++17 -w %s -o %t.o 2>&1 | count 0
#ifdef ERROR
#pragma nv_diag_error 177, 68
__device__ unsigned f1() { int e1; return -1; }
#else
// CHECK-DAG: :[[#@LINE+2]]:{{.*}} [#177-D]
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#68-D]
__device__ unsigned f1() { int a; return -1; }
#pragma nv_diag_suppress 177
#pragma nv_diag_suppress=integer_sign_change
__device__ unsigned f2() { int a; return -1; }
#pragma nv_diag_default 177, 68
// CHECK-DAG: :[[#@LINE+2]]:{{.*}} [#177-D]
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#68-D]
__device__ unsigned f3() { int a; return -1; }
#pragma nv_diagnostic push
#pragma nv_diag_suppress declared_but_not_referenced, 68
__device__ unsigned f4() { int a; return -1; }
#pragma nv_diagnostic pop
// CHECK-DAG: :[[#@LINE+2]]:{{.*}} [#177-D]
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#68-D]
__device__ unsigned f5() { int a; return -1; }
_Pragma("nv_diag_suppress 177") _Pragma("nv_diag_suppress 68")
__device__ unsigned f6() { int a; return -1; }
#pragma nv_diag_warning 177, 68
// CHECK-DAG: :[[#@LINE+2]]:{{.*}} [#177-D]
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#68-D]
__device__ unsigned f7() { int a; return -1; }
// The number of no warning.
// CHECK-DAG: :[[#@LINE+1]]:{{.*}} [#1222-D]
#pragma nv_diag_suppress 99999
#endif
