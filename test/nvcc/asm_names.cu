// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of PTX registers in inline assembly, with one percent sign and with two.
// RUN: nvcc -ptx %s -o - | FileCheck %s
// RUN: nvcc -c %s -o %t.o
// CHECK: mov.u64 %rd{{[0-9]+}}, %globaltimer;
// CHECK: mov.u32 %r{{[0-9]+}}, %laneid;
// CHECK: mov.u32 %r{{[0-9]+}}, %tid.x;
// CHECK: .reg .pred %p;
// CHECK: setp.ne.u32 %p, %r{{[0-9]+}}, 0;
// CHECK: selp.u32 %r{{[0-9]+}}, 1, 0, %p;
__global__ void timers(unsigned long long *t, unsigned *u) {
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t[0]));
  asm volatile("mov.u32 %0, %%laneid;" : "=r"(u[0]));
  asm volatile("mov.u32 %[out], %tid.x;" : [out] "=r"(u[1]));
  // A name of one letter, as in libcu++ 1.8.
  asm volatile("{ .reg .pred %p; setp.ne.u32 %p, %1, 0; selp.u32 %0, 1, 0, %p; }"
               : "=r"(u[2])
               : "r"(u[3]));
}
