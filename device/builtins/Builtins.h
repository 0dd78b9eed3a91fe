// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Declarations of all builtins, for their unit tests and for a reader. The emitter finds them by
// name in the bitcode. `flags` are FloatFlag or VideoFlag; half precision numbers are their bits.
#pragma once

#include "device/builtins/Bits.h"

// FloatingPoint.cpp
AW_BUILTIN float aw_flush_f32(float x);
AW_BUILTIN float aw_sat_f32(float x);
AW_BUILTIN double aw_sat_f64(double x);
AW_BUILTIN float aw_add_f32(float a, float b, anywarp::device::Rounding rounding, uint32_t flags);
AW_BUILTIN float aw_sub_f32(float a, float b, anywarp::device::Rounding rounding, uint32_t flags);
AW_BUILTIN float aw_mul_f32(float a, float b, anywarp::device::Rounding rounding, uint32_t flags);
AW_BUILTIN float aw_fma_f32(float a, float b, float c, anywarp::device::Rounding rounding,
                            uint32_t flags);
AW_BUILTIN float aw_div_f32(float a, float b, anywarp::device::Rounding rounding, uint32_t flags);
AW_BUILTIN float aw_rcp_f32(float x, anywarp::device::Rounding rounding, uint32_t flags);
AW_BUILTIN float aw_sqrt_f32(float x, anywarp::device::Rounding rounding, uint32_t flags);
AW_BUILTIN double aw_add_f64(double a, double b, anywarp::device::Rounding rounding);
AW_BUILTIN double aw_sub_f64(double a, double b, anywarp::device::Rounding rounding);
AW_BUILTIN double aw_mul_f64(double a, double b, anywarp::device::Rounding rounding);
AW_BUILTIN double aw_div_f64(double a, double b, anywarp::device::Rounding rounding);
AW_BUILTIN double aw_rcp_f64(double x, anywarp::device::Rounding rounding);
AW_BUILTIN double aw_sqrt_f64(double x, anywarp::device::Rounding rounding);
AW_BUILTIN double aw_fma_f64(double a, double b, double c, anywarp::device::Rounding rounding);
AW_BUILTIN float aw_minmax_f32(float a, float b, uint32_t flags);
AW_BUILTIN double aw_minmax_f64(double a, double b, uint32_t flags);

// Approximate.cpp
AW_BUILTIN float aw_ex2_approx_f32(float x, uint32_t flags);
AW_BUILTIN float aw_lg2_approx_f32(float x, uint32_t flags);
AW_BUILTIN float aw_sin_approx_f32(float x, uint32_t flags);
AW_BUILTIN float aw_cos_approx_f32(float x, uint32_t flags);
AW_BUILTIN float aw_tanh_approx_f32(float x);
AW_BUILTIN float aw_div_approx_f32(float a, float b, uint32_t flags);
AW_BUILTIN float aw_rcp_approx_f32(float x, uint32_t flags);
AW_BUILTIN float aw_rsqrt_approx_f32(float x, uint32_t flags);
AW_BUILTIN double aw_rsqrt_approx_f64(double x);
AW_BUILTIN double aw_rcp_gross_f64(double x);
AW_BUILTIN double aw_rsqrt_gross_f64(double x);

// HalfPrecision.cpp
AW_BUILTIN uint16_t aw_add_f16(uint16_t a, uint16_t b, uint32_t flags);
AW_BUILTIN uint16_t aw_sub_f16(uint16_t a, uint16_t b, uint32_t flags);
AW_BUILTIN uint16_t aw_mul_f16(uint16_t a, uint16_t b, uint32_t flags);
AW_BUILTIN uint16_t aw_fma_f16(uint16_t a, uint16_t b, uint16_t c, uint32_t flags);
AW_BUILTIN uint16_t aw_neg_f16(uint16_t a, uint32_t flags);
AW_BUILTIN uint16_t aw_abs_f16(uint16_t a, uint32_t flags);
AW_BUILTIN uint16_t aw_minmax_f16(uint16_t a, uint16_t b, uint32_t flags);
AW_BUILTIN uint16_t aw_ex2_approx_f16(uint16_t a);
AW_BUILTIN uint16_t aw_tanh_approx_f16(uint16_t a);
AW_BUILTIN uint16_t aw_add_bf16(uint16_t a, uint16_t b, uint32_t flags);
AW_BUILTIN uint16_t aw_sub_bf16(uint16_t a, uint16_t b, uint32_t flags);
AW_BUILTIN uint16_t aw_mul_bf16(uint16_t a, uint16_t b, uint32_t flags);
AW_BUILTIN uint16_t aw_fma_bf16(uint16_t a, uint16_t b, uint16_t c, uint32_t flags);
AW_BUILTIN uint16_t aw_neg_bf16(uint16_t a);
AW_BUILTIN uint16_t aw_abs_bf16(uint16_t a);
AW_BUILTIN uint16_t aw_minmax_bf16(uint16_t a, uint16_t b, uint32_t flags);
AW_BUILTIN uint16_t aw_ex2_approx_bf16(uint16_t a);
AW_BUILTIN uint16_t aw_tanh_approx_bf16(uint16_t a);

// Conversion.cpp
AW_BUILTIN double aw_cvt_f64_s64(int64_t x, anywarp::device::Rounding rounding);
AW_BUILTIN double aw_cvt_f64_u64(uint64_t x, anywarp::device::Rounding rounding);
AW_BUILTIN float aw_cvt_f32_s64(int64_t x, anywarp::device::Rounding rounding);
AW_BUILTIN float aw_cvt_f32_u64(uint64_t x, anywarp::device::Rounding rounding);
AW_BUILTIN double aw_odd_f64_s64(int64_t x);
AW_BUILTIN double aw_odd_f64_u64(uint64_t x);
AW_BUILTIN float aw_cvt_f32_f64(double x, anywarp::device::Rounding rounding, uint32_t flags);
AW_BUILTIN uint16_t aw_cvt_f16_f32(float x, anywarp::device::Rounding rounding, uint32_t flags);
AW_BUILTIN uint16_t aw_cvt_bf16_f32(float x, anywarp::device::Rounding rounding, uint32_t flags);
AW_BUILTIN uint16_t aw_cvt_f16_f64(double x, anywarp::device::Rounding rounding, uint32_t flags);
AW_BUILTIN uint16_t aw_cvt_bf16_f64(double x, anywarp::device::Rounding rounding, uint32_t flags);
AW_BUILTIN uint16_t aw_cvt_rs_f16_f32(float x, uint32_t random, uint32_t flags);
AW_BUILTIN uint16_t aw_cvt_rs_bf16_f32(float x, uint32_t random, uint32_t flags);
AW_BUILTIN uint32_t aw_cvt_tf32_f32(float x, anywarp::device::Rounding rounding, uint32_t flags);
AW_BUILTIN uint32_t aw_cvt_small_f32(float x, anywarp::device::SmallFormat format, uint32_t flags);
AW_BUILTIN uint16_t aw_cvt_f16_small(uint32_t code, anywarp::device::SmallFormat format,
                                     uint32_t flags);
AW_BUILTIN uint32_t aw_cvt_ue8m0_f32(float x, anywarp::device::Rounding rounding);
AW_BUILTIN uint16_t aw_cvt_bf16_ue8m0(uint32_t code);

// IntegerArith.cpp
AW_BUILTIN uint32_t aw_dp4a(uint32_t a, uint32_t b, uint32_t c, uint32_t signedA, uint32_t signedB);
AW_BUILTIN uint32_t aw_dp8a(uint32_t a, uint32_t b, uint32_t c, uint32_t signedA, uint32_t signedB);
AW_BUILTIN uint32_t aw_dp2a(uint32_t a, uint32_t b, uint32_t c, uint32_t signedA, uint32_t signedB,
                            uint32_t high);
AW_BUILTIN uint32_t aw_fns(uint32_t mask, uint32_t base, int32_t offset);
AW_BUILTIN uint32_t aw_bmsk(uint32_t position, uint32_t width, uint32_t wraps);
AW_BUILTIN uint32_t aw_szext_u32(uint32_t a, uint32_t width, uint32_t wraps);
AW_BUILTIN uint32_t aw_szext_s32(uint32_t a, uint32_t width, uint32_t wraps);
AW_BUILTIN uint32_t aw_mul24_u32(uint32_t a, uint32_t b, uint32_t high);
AW_BUILTIN uint32_t aw_mul24_s32(uint32_t a, uint32_t b, uint32_t high);
AW_BUILTIN uint32_t aw_bfind_u32(uint32_t a, uint32_t fromTop);
AW_BUILTIN uint32_t aw_bfind_s32(uint32_t a, uint32_t fromTop);
AW_BUILTIN uint32_t aw_bfind_u64(uint64_t a, uint32_t fromTop);
AW_BUILTIN uint32_t aw_bfind_s64(uint64_t a, uint32_t fromTop);

// Video.cpp
AW_BUILTIN uint32_t aw_video(uint32_t a, uint32_t b, uint32_t c, anywarp::device::VideoOp op,
                             anywarp::device::VideoPart partA, anywarp::device::VideoPart partB,
                             anywarp::device::VideoPart target, anywarp::device::VideoMerge second,
                             uint32_t flags);
AW_BUILTIN uint32_t aw_video_set(uint32_t a, uint32_t b, uint32_t c, anywarp::device::Compare how,
                                 anywarp::device::VideoPart partA, anywarp::device::VideoPart partB,
                                 anywarp::device::VideoPart target,
                                 anywarp::device::VideoMerge second, uint32_t flags);
AW_BUILTIN uint32_t aw_video_shift(uint32_t a, uint32_t b, uint32_t c, anywarp::device::VideoOp op,
                                   anywarp::device::VideoPart partA,
                                   anywarp::device::VideoPart partB,
                                   anywarp::device::VideoPart target,
                                   anywarp::device::VideoMerge second, uint32_t flags);
AW_BUILTIN uint32_t aw_video_mad(uint32_t a, uint32_t b, uint32_t c,
                                 anywarp::device::VideoPart partA, anywarp::device::VideoPart partB,
                                 uint32_t shift, uint32_t flags);
AW_BUILTIN uint32_t aw_video_simd2(uint32_t a, uint32_t b, uint32_t c, anywarp::device::VideoOp op,
                                   anywarp::device::Compare how, uint32_t selectA, uint32_t selectB,
                                   uint32_t mask, uint32_t accumulate, uint32_t flags);
AW_BUILTIN uint32_t aw_video_simd4(uint32_t a, uint32_t b, uint32_t c, anywarp::device::VideoOp op,
                                   anywarp::device::Compare how, uint32_t selectA, uint32_t selectB,
                                   uint32_t mask, uint32_t accumulate, uint32_t flags);
