// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Make rules, also when a precompiled prelude is used.
// RUN: nvcc -MM %s | FileCheck %s --check-prefix=USER
// RUN: nvcc -M %s -MT target -MF %t.d && FileCheck %s --check-prefix=ALL --input-file=%t.d
// RUN: nvcc -c %s -o %t.o && nvcc -MD -MP -c %s -o %t.o && FileCheck %s --check-prefix=BESIDE --input-file=%t.d
// USER: dependencies.o: {{.*}}dependencies.cu
// USER-NOT: cuda_runtime.h
// USER: value.h
// ALL: target:
// ALL-DAG: cuda_runtime.h
// ALL-DAG: value.h
// BESIDE: {{.*}}.o:
// BESIDE-NOT: .pch
// BESIDE-DAG: value.h:
#include "inputs/value.h"
__global__ void kernel(int *p) { *p = VALUE; }
