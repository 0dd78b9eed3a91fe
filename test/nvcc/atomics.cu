// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic functions in their scopes.
// RUN: nvcc -ptx -arch=sm_70 %s -o - | FileCheck %s
// CHECK-LABEL: .entry _Z6atomicPiPyPfPdPt(
// CHECK: atom.global.add.u32
// CHECK: atom.cta{{(.global)?}}.add.s32
// CHECK: atom.sys{{(.global)?}}.add.s32
// CHECK: atom.global.max.u64
// CHECK: atom.global.add.f32
// CHECK: atom.global.add.f64
// CHECK: atom.cas.b16
// CHECK: atom.global.exch.b32
__global__ void atomic(int *i, unsigned long long *u, float *f, double *d, unsigned short *s) {
  atomicAdd(i, 1);
  i[1] = atomicAdd_block(i, 2);
  i[2] = atomicAdd_system(i, 3);
  atomicMax(u, 4ull);
  atomicAdd(f, 5.f);
  atomicAdd(d, 6.);
  s[1] = atomicCAS(s, (unsigned short)1, (unsigned short)2);
  f[1] = atomicExch(f, 7.f);
}
