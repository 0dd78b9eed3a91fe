// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// a * b + c becomes one fma unless -fmad=false; the functions with a rounding mode never take part. Nor with -G,
// where a GPU fuses nothing, either (H200); so do we with such PTX of NVIDIA's compiler.
// RUN: nvcc -ptx %s -o - | FileCheck %s --check-prefixes=BOTH,ON
// RUN: nvcc -ptx -fmad=false %s -o - | FileCheck %s --check-prefixes=BOTH,OFF
// RUN: nvcc -ptx -G %s -o - | FileCheck %s --check-prefixes=OFF
// BOTH-LABEL: .entry _Z5plainPf(
// ON: fma.rn.f32
// OFF-NOT: fma
// OFF: mul.rn.f32
// OFF: add.rn.f32
__global__ void plain(float *a) { a[0] = a[1] * a[2] + a[3]; }
// BOTH-LABEL: .entry _Z7roundedPf(
// BOTH-NOT: fma
// BOTH: mul.rn.f32
// BOTH: add.rn.f32
__global__ void rounded(float *a) { a[0] = __fadd_rn(__fmul_rn(a[1], a[2]), a[3]); }
