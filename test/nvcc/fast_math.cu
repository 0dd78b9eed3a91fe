// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What -ftz, -prec-div, -prec-sqrt and -use_fast_math choose.
// RUN: nvcc -ptx %s -o - | FileCheck %s --check-prefix=EXACT
// RUN: nvcc -ptx -ftz=true %s -o - | FileCheck %s --check-prefix=FTZ
// RUN: nvcc -ptx -prec-div=false -prec-sqrt=false %s -o - | FileCheck %s --check-prefix=LOOSE
// RUN: nvcc -ptx -use_fast_math %s -o - | FileCheck %s --check-prefix=FAST
// EXACT-LABEL: .entry _Z6dividePf(
// EXACT: div.rn.f32
// FTZ-LABEL: .entry _Z6dividePf(
// FTZ: div.rn.ftz.f32
// LOOSE-LABEL: .entry _Z6dividePf(
// LOOSE: div.full.f32
// FAST-LABEL: .entry _Z6dividePf(
// FAST: div.approx.ftz.f32
__global__ void divide(float *a) { a[0] = a[1] / a[2]; }
// EXACT-LABEL: .entry _Z4rootPf(
// EXACT: sqrt.rn.f32
// FTZ-LABEL: .entry _Z4rootPf(
// FTZ: sqrt.rn.ftz.f32
// LOOSE-LABEL: .entry _Z4rootPf(
// LOOSE: sqrt.approx.f32
// FAST-LABEL: .entry _Z4rootPf(
// FAST: sqrt.approx.ftz.f32
__global__ void root(float *a) { a[0] = sqrtf(a[1]); }
// EXACT-LABEL: .entry _Z4sinePf(
// EXACT-NOT: sin.approx
// FAST-LABEL: .entry _Z4sinePf(
// FAST: sin.approx
__global__ void sine(float *a) { a[0] = sinf(a[1]); }
// EXACT-LABEL: .entry _Z7tangentPf(
// EXACT-NOT: tanh.approx
// EXACT: ret;
// FAST-LABEL: .entry _Z7tangentPf(
// FAST: tanh.approx.f32
__global__ void tangent(float *a) { a[0] = tanhf(a[1]); }
// The intrinsics follow -ftz, as NVIDIA's do.
// EXACT-LABEL: .entry _Z10intrinsicsPf(
// EXACT-NOT: .ftz.
// EXACT: add.rn.f32
// EXACT-NOT: .ftz.
// EXACT: ret;
// FTZ-LABEL: .entry _Z10intrinsicsPf(
// FTZ-DAG: add.rn.ftz.f32
// FTZ-DAG: sin.approx.ftz.f32
// FTZ-DAG: lg2.approx.ftz.f32
// FTZ-DAG: div.approx.ftz.f32
// FTZ-DAG: rcp.rn.ftz.f32
// FTZ-DAG: rsqrt.approx.ftz.f32
// FTZ-DAG: cvt.rni.ftz.s32.f32
__global__ void intrinsics(float *a) {
  a[0] = __fadd_rn(a[0], a[1]);
  a[1] = __sinf(a[1]);
  a[2] = __logf(a[2]);
  a[3] = __fdividef(a[3], a[4]);
  a[4] = __frcp_rn(a[4]);
  a[5] = rsqrtf(a[5]);
  a[6] = __float2int_rn(a[6]);
}
