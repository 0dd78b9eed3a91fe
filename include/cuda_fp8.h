// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 8-bit floating point: e4m3, e5m2 and the powers of two e8m0, on the host in software, on the
// device by PTX from sm_89 on.
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short int __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

/// What is beyond the range: NaN or infinity, or the largest finite number.
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#if defined(__cplusplus)
#include "anywarp/small/convert.h"
#ifndef __CUDACC_RTC__ // there assert is known
#include <assert.h>
#endif

AW_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                __nv_fp8_interpretation_t format) {
  if (x != x) // not the NaN that a float becomes: it keeps its sign
    return (__builtin_signbit(x) ? 0x80 : 0) | (format == __NV_E4M3 ? 0x7F : 0x7E);
  return format == __NV_E4M3
             ? ::anywarp::encode< ::anywarp::e4m3_format>(x, saturate == __NV_SATFINITE)
             : ::anywarp::encode< ::anywarp::e5m2_format>(x, saturate == __NV_SATFINITE);
}
AW_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                               __nv_fp8_interpretation_t format) {
  return format == __NV_E4M3
             ? ::anywarp::encode_float< ::anywarp::e4m3_format>(x, saturate == __NV_SATFINITE)
             : ::anywarp::encode_float< ::anywarp::e5m2_format>(x, saturate == __NV_SATFINITE);
}
AW_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                 __nv_fp8_interpretation_t format) {
  return __nv_cvt_float_to_fp8(::anywarp::float_of(x), saturate, format);
}
AW_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                     __nv_saturation_t saturate,
                                                     __nv_fp8_interpretation_t format) {
  return __nv_cvt_float_to_fp8(::anywarp::float_of(x), saturate, format);
}
AW_HD __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t saturate,
                                                     __nv_fp8_interpretation_t format) {
  return __nv_fp8x2_storage_t(__nv_cvt_double_to_fp8(x.x, saturate, format) |
                              __nv_cvt_double_to_fp8(x.y, saturate, format) << 8);
}
AW_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t saturate,
                                                    __nv_fp8_interpretation_t format) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 890
  if (saturate == __NV_SATFINITE)
    return format == __NV_E4M3 ? ::anywarp::encode_pair(::anywarp::e4m3_format(), x.x, x.y)
                               : ::anywarp::encode_pair(::anywarp::e5m2_format(), x.x, x.y);
#endif
  return __nv_fp8x2_storage_t(__nv_cvt_float_to_fp8(x.x, saturate, format) |
                              __nv_cvt_float_to_fp8(x.y, saturate, format) << 8);
}
AW_HD __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t saturate,
                                                      __nv_fp8_interpretation_t format) {
  __half_raw a = {x.x}, b = {x.y};
  return __nv_cvt_float2_to_fp8x2(make_float2(::anywarp::float_of(a), ::anywarp::float_of(b)),
                                  saturate, format);
}
AW_HD __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw x,
                                                          __nv_saturation_t saturate,
                                                          __nv_fp8_interpretation_t format) {
  __nv_bfloat16_raw a = {x.x}, b = {x.y};
  return __nv_cvt_float2_to_fp8x2(make_float2(::anywarp::float_of(a), ::anywarp::float_of(b)),
                                  saturate, format);
}
AW_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t format) {
  return ::anywarp::raw_of<__half_raw>(format == __NV_E4M3
                                           ? ::anywarp::decode< ::anywarp::e4m3_format>(x)
                                           : ::anywarp::decode< ::anywarp::e5m2_format>(x));
}
AW_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                             __nv_fp8_interpretation_t format) {
  return ::anywarp::raw2_of<__half2_raw>(
      __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t(x), format).x,
      __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t(x >> 8), format).x);
}

// e8m0. Any rounding but cudaRoundPosInf is towards zero.
AW_HD __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturate,
                                                 enum cudaRoundMode rounding) {
  return ::anywarp::encode_e8m0(x, saturate == __NV_SATFINITE, rounding == cudaRoundPosInf);
}
AW_HD __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturate,
                                                enum cudaRoundMode rounding) {
  return __nv_cvt_double_to_e8m0(x, saturate, rounding);
}
AW_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x,
                                                      __nv_saturation_t saturate,
                                                      enum cudaRoundMode rounding) {
  return __nv_cvt_double_to_e8m0(::anywarp::float_of(x), saturate, rounding);
}
#define AW_E8M0_PAIR(name, one, type, element)                                                     \
  AW_HD __nv_fp8x2_storage_t name(type x, __nv_saturation_t saturate,                              \
                                  enum cudaRoundMode rounding) {                                   \
    element a, b;                                                                                  \
    ::anywarp::parts_of(x, a, b);                                                                  \
    return __nv_fp8x2_storage_t(one(a, saturate, rounding) | one(b, saturate, rounding) << 8);     \
  }
AW_E8M0_PAIR(__nv_cvt_double2_to_e8m0x2, __nv_cvt_double_to_e8m0, double2, double)
AW_E8M0_PAIR(__nv_cvt_float2_to_e8m0x2, __nv_cvt_float_to_e8m0, float2, float)
AW_E8M0_PAIR(__nv_cvt_bfloat162raw_to_e8m0x2, __nv_cvt_bfloat16raw_to_e8m0, __nv_bfloat162_raw,
             __nv_bfloat16_raw)
#undef AW_E8M0_PAIR
AW_HD __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
  return ::anywarp::raw_of<__nv_bfloat16_raw>(::anywarp::decode_e8m0(x));
}
AW_HD __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x) {
  return ::anywarp::raw2_of<__nv_bfloat162_raw>(::anywarp::decode_e8m0(__nv_fp8_storage_t(x)),
                                                ::anywarp::decode_e8m0(__nv_fp8_storage_t(x >> 8)));
}

#define AW_S __nv_fp8_e4m3
#define AW_S2 __nv_fp8x2_e4m3
#define AW_S4 __nv_fp8x4_e4m3
#define AW_STORE __nv_fp8_storage_t
#define AW_STORE2 __nv_fp8x2_storage_t
#define AW_STORE4 __nv_fp8x4_storage_t
#define AW_WIDTH 8
#define AW_ENCODE(f) __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E4M3)
#define AW_ENCODE_DOUBLE(f) __nv_cvt_double_to_fp8(f, __NV_SATFINITE, __NV_E4M3)
#define AW_ENCODE2(x, y) __nv_cvt_float2_to_fp8x2(make_float2(x, y), __NV_SATFINITE, __NV_E4M3)
#define AW_TO_HALF(code) (__nv_cvt_fp8_to_halfraw(code, __NV_E4M3).x)
#define AW_TO_FLOAT(code) ::anywarp::float_of(__nv_cvt_fp8_to_halfraw(code, __NV_E4M3))
#define AW_NONZERO(code) (((code) & 0x7F) != 0)
#include "anywarp/small/type.inl"

#define AW_S __nv_fp8_e5m2
#define AW_S2 __nv_fp8x2_e5m2
#define AW_S4 __nv_fp8x4_e5m2
#define AW_STORE __nv_fp8_storage_t
#define AW_STORE2 __nv_fp8x2_storage_t
#define AW_STORE4 __nv_fp8x4_storage_t
#define AW_WIDTH 8
#define AW_ENCODE(f) __nv_cvt_float_to_fp8(f, __NV_SATFINITE, __NV_E5M2)
#define AW_ENCODE_DOUBLE(f) __nv_cvt_double_to_fp8(f, __NV_SATFINITE, __NV_E5M2)
#define AW_ENCODE2(x, y) __nv_cvt_float2_to_fp8x2(make_float2(x, y), __NV_SATFINITE, __NV_E5M2)
#define AW_TO_HALF(code) (__nv_cvt_fp8_to_halfraw(code, __NV_E5M2).x)
#define AW_TO_FLOAT(code) ::anywarp::float_of(__nv_cvt_fp8_to_halfraw(code, __NV_E5M2))
#define AW_NONZERO(code) (((code) & 0x7F) != 0)
#include "anywarp/small/type.inl"

/// No code of e8m0 is zero.
#define AW_S __nv_fp8_e8m0
#define AW_S2 __nv_fp8x2_e8m0
#define AW_S4 __nv_fp8x4_e8m0
#define AW_STORE __nv_fp8_storage_t
#define AW_STORE2 __nv_fp8x2_storage_t
#define AW_STORE4 __nv_fp8x4_storage_t
#define AW_WIDTH 8
#define AW_ENCODE(f) __nv_cvt_float_to_e8m0(f, __NV_SATFINITE, cudaRoundPosInf)
#define AW_ENCODE_DOUBLE(f) __nv_cvt_double_to_e8m0(f, __NV_SATFINITE, cudaRoundPosInf)
#define AW_TO_HALF(code)                                                                           \
  ::anywarp::narrow< ::anywarp::rounding_nearest>(::anywarp::half_format(), AW_TO_FLOAT(code))
#define AW_TO_FLOAT(code) ::anywarp::float_of(__nv_cvt_e8m0_to_bf16raw(code))
#define AW_TO_BFLOAT(code) ::anywarp::decode_e8m0(code)
#define AW_NONZERO(code) true
#include "anywarp/small/type.inl"

#define __CUDA_FP8_TYPES_EXIST__
#endif

#endif // __CUDA_FP8_H__
