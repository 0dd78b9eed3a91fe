// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unused functions and kernels are told of in the file itself, not in its headers (seen with nvcc 13.0).
// RUN: rm -rf %t && mkdir %t
// RUN: printf 'static void hostThere();\nstatic int hostBody() { return 1; }\nstatic __device__ int deviceThere();\nstatic __device__ int deviceBody() { return 1; }\nstatic __global__ void kernelBody() {}\n' > %t/header.h
// RUN: nvcc -c -I%t %s -o %t/a.o 2>&1 | FileCheck %s --implicit-check-not=warning
// CHECK: warning: unused function 'deviceHere' [#177-D]
// RUN: nvcc -c -I%t -diag-error 177 -DQUIET %s -o %t/a.o 2>&1 | FileCheck %s --check-prefix=NONE --allow-empty
// NONE-NOT: {{.}}
// The host's code has the host compiler's warnings, of headers as well.
// RUN: nvcc -c -I%t -Xcompiler -Wall -DQUIET %s -o %t/a.o 2>&1 | FileCheck %s --check-prefix=WALL
// WALL: header.h:{{[0-9:]+}} warning: {{.*}}hostBody
#include "header.h"
#ifndef QUIET
static __device__ int deviceHere() { return 1; }
#endif
int main() {}
