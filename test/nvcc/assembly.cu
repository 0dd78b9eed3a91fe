// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mistakes in inline assembly end the build with the line in the source, as ptxas finds them; not where only PTX is made.
// RUN: not nvcc -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not nvcc -c -DHEADER %s -o %t.o 2>&1 | FileCheck %s --check-prefix=HEADER
// RUN: not nvcc -cubin -rdc=true -gencode arch=compute_80,code=sm_80 %s -o %t.o 2>&1 | FileCheck %s
// RUN: nvcc -ptx %s -o %t.ptx
// Blackwell has instructions that we do not know yet: no error there.
// RUN: nvcc -c -arch=sm_100a %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NEW
#ifdef HEADER
#include "inputs/assembly.cuh"
#else
__global__ void mistakes(int *p, long long wide) {
  int narrow = p[1];
  // CHECK: ptxas {{.*}}assembly.cu, line [[#@LINE+2]]; error   : Unknown modifier '.s33'
  // NEW: ptxas {{.*}}assembly.cu, line [[#@LINE+1]]; warning : Unknown modifier '.s33'
  asm volatile("add.s33 %0, %0, 1;" : "+r"(narrow));
  // CHECK: ptxas {{.*}}assembly.cu, line [[#@LINE+1]]; error   : Not a name of any known instruction: 'foo'
  asm volatile("foo.u32 %0, %0, 1;" : "+r"(narrow));
  *p = narrow;
}
__global__ void mismatch(int *p, long long wide) {
  int narrow;
  // CHECK: ptxas {{.*}}assembly.cu, line [[#@LINE+1]]; error   : Arguments mismatch for instruction 'add'
  asm volatile("add.s32 %0, %1, 1;" : "=r"(narrow) : "l"(wide));
  *p = narrow;
}
// CHECK: ptxas fatal   : Ptx assembly aborted due to errors
#endif
// HEADER: ptxas {{.*}}inputs/assembly.cuh, line 4; error   : Not a name of any known instruction: 'bar_none'
