// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warnings by nvcc's numbers and names: -diag-suppress, -diag-error, -diag-warn, -Xcudafe, --Werror.
// RUN: nvcc -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=PLAIN
// PLAIN-NOT: unused
// PLAIN: warning: calling a __host__ function ('h') from a __host__ __device__ function ('hd') {{.*}} [#20011-D]
// PLAIN: warning: 'old' is deprecated [#1215-D]
// RUN: nvcc -c -diag-suppress 20014,1215 %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: nvcc -c -Xcudafe "--diag_suppress=20011 --diag_suppress=deprecated_entity --display_error_number" %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: nvcc -c -Xcudafe --diag_suppress=20011,deprecated_entity %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// RUN: nvcc -c -Xcudafe -w %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: {{.}}
// RUN: nvcc -c -DUNUSED %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNUSED
// RUN: nvcc -c -DUNUSED -diag-suppress 177 -diag-warn 177 %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNUSED
// UNUSED: warning: unused variable 'unused' [#177-D]
// RUN: not nvcc -c -DUNUSED -Xcudafe --diag_error=declared_but_not_referenced %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not nvcc -c -DUNUSED -diag-error=177 %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: unused variable 'unused'
// ERROR: 1 error detected
// RUN: not nvcc -c --Werror all-warnings %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: not nvcc -c -Xcudafe --promote_warnings %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: not nvcc -c -diag-error 20011,1215 %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: not nvcc -c --Werror cross-execution-space-call,deprecated-declarations %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: error: calling a __host__ function ('h') from a __host__ __device__ function ('hd')
// ALL: error: 'old' is deprecated
// ALL: 2 errors detected
// RUN: not nvcc -c -diag-suppress some %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: nvcc fatal   : 'some': expected a number
// RUN: nvcc -c -w -Xcudafe --nothing_we_have %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: nvcc warning : Option '--nothing_we_have' of -Xcudafe has no meaning here
// RUN: not nvcc -c -ccbin nosuch %s -o %t.o 2>&1 | FileCheck %s --check-prefix=COMPILER
// RUN: not env NVCC_CCBIN=nosuch nvcc -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=COMPILER
// COMPILER: nosuch: No such file or directory
// COMPILER-NEXT: nvcc fatal   : Failed to preprocess host compiler properties.
__host__ int h() { return 1; }
__host__ __device__ int hd() { return h(); }
__global__ void k(int *p) {
#ifdef UNUSED
  int unused;
#endif
  *p = hd();
}
[[deprecated]] __device__ void old() {}
__device__ void usesOld() { old(); }
int main() {}
