// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half precision: one instruction where the architecture has it, correct on the host.
// RUN: nvcc -ptx -arch=sm_80 %s -o - | FileCheck %s
#include <cuda_bf16.h>
#include <cuda_fp16.h>
// CHECK-LABEL: .entry _Z4halvP6__halfP7__half2(
// CHECK: add.f16
// CHECK: fma.rn.f16x2
// CHECK-DAG: cvt.rn.f16.f32
// CHECK-DAG: tanh.approx.f16 %
// CHECK-DAG: tanh.approx.f16x2
__global__ void halv(__half *h, __half2 *p) {
  h[0] = h[1] + h[2];
  p[0] = __hfma2(p[1], p[2], p[3]);
  h[3] = hsin(h[4]);
  h[5] = htanh_approx(h[6]);
  p[4] = h2tanh_approx(p[5]);
}
// CHECK-LABEL: .entry _Z5brainP13__nv_bfloat16(
// CHECK: fma.rn.bf16
// CHECK: cvt.rn.bf16.f32
__global__ void brain(__nv_bfloat16 *b) {
  b[0] = __hfma(b[1], b[2], b[3]);
  b[4] = __float2bfloat16(1.5f * __bfloat162float(b[5]));
}
// Volatile numbers are read and written as they are.
// CHECK-LABEL: .entry _Z6changePV6__half(
// CHECK: ld.volatile.global.u16
// CHECK: st.volatile.global.u16
__global__ void change(volatile __half *h) {
  __half value = h[1];
  h[0] = value;
}
// Pairs are assigned from braces and from their raw form.
// CHECK-LABEL: .entry _Z5bracePi(
// CHECK: mov.b32 %r{{[0-9]+}}, 262147;
// CHECK-COUNT-3: st.global.u32 [%rd{{[0-9]+}}+
template <typename Pair, typename Raw, typename Number> __device__ void braces(int *out) {
  Pair pair;
  pair = {};
  pair = {Number(1.0f), Number(2.0f)};
  *out = reinterpret_cast<int &>(pair);
  pair = Raw{3, 4};
  out[1] = reinterpret_cast<int &>(pair);
}
__global__ void brace(int *out) {
  braces<__half2, __half2_raw, __half>(out);
  braces<__nv_bfloat162, __nv_bfloat162_raw, __nv_bfloat16>(out + 2);
}
