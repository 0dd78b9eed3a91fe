// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion functions keep their rounding mode, and saturate as PTX does even on constants.
// RUN: nvcc -ptx %s -o - | FileCheck %s
// CHECK-LABEL: .entry _Z8directedPfPii(
// CHECK-DAG: cvt.rz.f32.s32
// CHECK-DAG: cvt.rp.f32.s32
// CHECK-DAG: cvt.rzi.s32.f32
// CHECK-DAG: cvt.rmi{{(.ftz)?}}.s32.f32
__global__ void directed(float *f, int *i, int v) {
  f[0] = __int2float_rz(v);
  f[1] = __int2float_ru(v);
  i[0] = __float2int_rz(f[2]);
  i[1] = __float2int_rd(f[3]);
}
// CHECK-LABEL: .entry _Z8constantPi(
// CHECK: cvt.rzi.s32.f32
__global__ void constant(int *i) { *i = __float2int_rz(1e20f); }
