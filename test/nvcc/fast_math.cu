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
