// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels with every kind of bounds and of parameters.
#pragma once
#include "Check.h"

inline const std::string kKernels = std::string(kPtxHead) + R"(
.extern .shared .align 16 .b8 dynamic[];
.visible .entry bounded() .maxntid 128, 1, 1 { ret; }
.visible .entry required() .reqntid 64, 2, 1 { ret; }
.visible .entry sizes(.param .u64 out) {
  .reg .u32 %r<7>; .reg .u64 %d; .reg .pred %p;
  .shared .align 4 .b8 fixed[256];
  ld.param.u64 %d, [out];
  mov.u32 %r1, %nctaid.x; mov.u32 %r2, %nctaid.y; mov.u32 %r3, %nctaid.z;
  mov.u32 %r4, %ntid.x; mov.u32 %r5, %ntid.y; mov.u32 %r6, %ntid.z;
  st.global.u32 [%d], %r1; st.global.u32 [%d+4], %r2; st.global.u32 [%d+8], %r3;
  st.global.u32 [%d+12], %r4; st.global.u32 [%d+16], %r5; st.global.u32 [%d+20], %r6;
  mov.u32 %r1, %dynamic_smem_size; st.global.u32 [%d+24], %r1;
  st.shared.u32 [fixed], %r1;
  ret;
}
.visible .entry mixed(.param .u8 a, .param .u64 b, .param .align 4 .b8 c[12], .param .f64 d, .param .u64 out) {
  .reg .u16 %h; .reg .u32 %r<4>; .reg .u64 %d<3>; .reg .f64 %f;
  ld.param.u64 %d1, [out];
  ld.param.u8 %h, [a]; st.global.u8 [%d1], %h;
  ld.param.u64 %d2, [b]; st.global.u64 [%d1+8], %d2;
  ld.param.u32 %r1, [c]; st.global.u32 [%d1+16], %r1;
  ld.param.u32 %r1, [c+8]; st.global.u32 [%d1+20], %r1;
  ld.param.f64 %f, [d]; st.global.f64 [%d1+24], %f;
  ret;
}
.visible .entry useDynamic() {
  .reg .u32 %r;
  mov.u32 %r, dynamic;
  st.shared.u32 [%r], %r;
  ret;
}
)";
