// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 8-bit numbers take one instruction where the architecture has it, a pair at a time.
// RUN: nvcc -ptx -arch=sm_90 %s -o - | FileCheck %s
// RUN: nvcc -ptx -arch=sm_80 %s -o - | FileCheck %s --check-prefix=SOFTWARE
#include <cuda_fp8.h>
// CHECK-LABEL: .entry narrow(
// CHECK: cvt.rn.satfinite.e4m3x2.f32
// CHECK: cvt.rn.satfinite.e5m2x2.f32
// SOFTWARE-LABEL: .entry narrow(
// SOFTWARE-NOT: satfinite
extern "C" __global__ void narrow(const float2 *f, __nv_fp8x2_e4m3 *a, __nv_fp8x2_e5m2 *b) {
  *a = __nv_fp8x2_e4m3(f[0]);
  b->__x = __nv_cvt_float2_to_fp8x2(f[1], __NV_SATFINITE, __NV_E5M2);
}
// CHECK-LABEL: .entry widen(
// CHECK: cvt.rn.f16x2.e4m3x2
extern "C" __global__ void widen(const __nv_fp8_e4m3 *a, float *f) { *f = float(*a); }
