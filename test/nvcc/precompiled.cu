// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Precompiled preludes are made on the way, serve the next compile, and never change what is compiled:
// a macro or a folder of the user that the prelude could see gets its own or none.
// RUN: rm -rf %t.cache && mkdir -p %t.cache %t.shadow
// RUN: env XDG_CACHE_HOME=%t.cache nvcc -ptx %s -o %t.first
// RUN: ls %t.cache/anywarp/pch | FileCheck %s --check-prefix=MADE
// RUN: env XDG_CACHE_HOME=%t.cache nvcc -ptx %s -o %t.second && diff %t.first %t.second
// RUN: env XDG_CACHE_HOME=/dev/null nvcc -ptx %s -o %t.third && diff %t.first %t.third
// MADE-DAG: .ids
// MADE-DAG: .meta
// MADE-DAG: .pch
// Who reads one reads no function that the program does not use.
// RUN: bash -c 'llvm-bcanalyzer %t.cache/anywarp/pch/*.pch' | FileCheck %s --check-prefix=LAZY
// LAZY: Block ID
// LAZY-NOT: DECLS_TO_CHECK_FOR_DEFERRED_DIAGS
// An unrelated macro shares the entry, one that the prelude reads does not.
// RUN: env XDG_CACHE_HOME=%t.cache nvcc -DUNRELATED_TO_EVERYTHING -ptx %s -o %t.ptx && ls %t.cache/anywarp/pch/*.meta | count 1
// RUN: env XDG_CACHE_HOME=%t.cache nvcc -DNDEBUG -ptx %s -o - | FileCheck %s --check-prefix=RELEASE
// RUN: ls %t.cache/anywarp/pch/*.meta | count 2
// RELEASE-NOT: __assertfail
// RELEASE: ret;
// RUN: echo '#define SHADOWED 1' > %t.shadow/vector_types.h && echo '#include_next <vector_types.h>' >> %t.shadow/vector_types.h
// RUN: env XDG_CACHE_HOME=%t.cache nvcc -I%t.shadow -ptx %s -o - | FileCheck %s --check-prefix=SHADOW
// SHADOW: .entry _Z8shadowedv
// A damaged entry is replaced.
// RUN: bash -c 'for f in %t.cache/anywarp/pch/*.pch; do echo broken > $f; done'
// RUN: env XDG_CACHE_HOME=%t.cache nvcc -ptx %s -o %t.fourth && diff %t.first %t.fourth
__global__ void kernel(int *p) { assert(*p); }
#ifdef SHADOWED
__global__ void shadowed() {}
#endif
