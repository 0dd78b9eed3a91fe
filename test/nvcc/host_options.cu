// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code sees what options of the host compiler give its preprocessor, since nvcc preprocesses both with that:
// folders, macros, and the macros of other options. nvcc 13 compiles all of it so.
// RUN: rm -rf %t.d && mkdir -p %t.d/a %t.d/b && echo 'struct Header {};' > %t.d/a/header.h
// RUN: echo '#define INCLUDED 1' > %t.d/b/first.h
// RUN: nvcc -c %s -o %t.o -Xcompiler -isystem,%t.d/a -Xcompiler -include -Xcompiler %t.d/b/first.h -DOTHER=4 \
// RUN:   -Xcompiler -DLIMIT=7,-UOTHER -Xcompiler '-Wp\,-MD\,%t.d/x.d,-Wp\,-DPREPROCESSED' \
// RUN:   -Xcompiler -fopenmp -Xcompiler -pthread,-mavx2,-fPIC,-Wall
// RUN: nvcc -M %s -Xcompiler -isystem,%t.d/a,-DLIMIT=7 -DQUICK | FileCheck %s
// RUN: not nvcc -c %s -o %t.o -DQUICK 2>&1 | FileCheck -check-prefix=MISSING %s
// CHECK: a/header.h
// MISSING: error: 'header.h' file not found
#include "header.h"
#ifndef QUICK
static_assert(OTHER == 4, "nvcc's own option comes later");
static_assert(INCLUDED == 1 && PREPROCESSED == 1 && _OPENMP == 201511 && _REENTRANT == 1 && __AVX2__ == 1);
#if defined(__CUDA_ARCH__) && LIMIT != 7
#error another limit
#endif
#endif
__global__ void kernel(Header, int *out) { *out = LIMIT; }
