// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arithmetic of two floats in one instruction, 128-bit atomics, barriers by parity.
// RUN: nvcc -ptx -arch=sm_100 %s -o - | FileCheck %s
#include <cuda_awbarrier_primitives.h>
// CHECK-LABEL: .entry pairs(
// CHECK: add.rn.f32x2
// CHECK: mul.rp.f32x2
// CHECK: fma.rm.f32x2
extern "C" __global__ void pairs(float2 *f) {
  f[0] = __fadd2_rn(f[1], f[2]);
  f[3] = __fmul2_ru(f[4], f[5]);
  f[6] = __ffma2_rd(f[7], f[8], f[9]);
}
// CHECK-LABEL: .entry wide(
// CHECK: atom.exch.gpu.b128
// CHECK: atom.cas.cta.b128
extern "C" __global__ void wide(uint4 *p) {
  uint4 old = atomicExch(p, p[1]);
  atomicCAS_block(p + 2, old, p[3]);
}
// CHECK-LABEL: .entry parity(
// CHECK: mbarrier.test_wait.parity.shared.b64
// CHECK: mbarrier.try_wait.parity.shared.b64
extern "C" __global__ void parity(bool *done) {
  __shared__ __mbarrier_t barrier;
  done[0] = __mbarrier_test_wait_parity(&barrier, false);
  done[1] = __mbarrier_try_wait_parity(&barrier, true, 100);
}
