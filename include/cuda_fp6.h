// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 6-bit floating point: e2m3 and e3m2, each number in a byte of its own. Conversions round to
// nearest even, the only rounding there is; NaN becomes the largest number.
#ifndef __CUDA_FP6_H__
#define __CUDA_FP6_H__

#include "cuda_fp8.h"

typedef __nv_fp8_storage_t __nv_fp6_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp6x2_storage_t;
typedef __nv_fp8x4_storage_t __nv_fp6x4_storage_t;
typedef enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 } __nv_fp6_interpretation_t;

#if defined(__cplusplus)
#include "anywarp/small/convert.h" // a program may bring NVIDIA's cuda_fp8.h

AW_HD __nv_fp6_storage_t __nv_cvt_double_to_fp6(double x, __nv_fp6_interpretation_t format,
                                                enum cudaRoundMode) {
  return format == __NV_E2M3 ? ::anywarp::encode< ::anywarp::e2m3_format>(x, true)
                             : ::anywarp::encode< ::anywarp::e3m2_format>(x, true);
}
AW_HD __nv_fp6_storage_t __nv_cvt_float_to_fp6(float x, __nv_fp6_interpretation_t format,
                                               enum cudaRoundMode mode) {
  return __nv_cvt_double_to_fp6(x, format, mode);
}
AW_HD __nv_fp6_storage_t __nv_cvt_halfraw_to_fp6(__half_raw x, __nv_fp6_interpretation_t format,
                                                 enum cudaRoundMode mode) {
  return __nv_cvt_double_to_fp6(::anywarp::float_of(x), format, mode);
}
AW_HD __nv_fp6_storage_t __nv_cvt_bfloat16raw_to_fp6(__nv_bfloat16_raw x,
                                                     __nv_fp6_interpretation_t format,
                                                     enum cudaRoundMode mode) {
  return __nv_cvt_double_to_fp6(::anywarp::float_of(x), format, mode);
}
#define AW_PAIR(name, one, type, element)                                                          \
  AW_HD __nv_fp6x2_storage_t name(type x, __nv_fp6_interpretation_t format,                        \
                                  enum cudaRoundMode mode) {                                       \
    element a, b;                                                                                  \
    ::anywarp::parts_of(x, a, b);                                                                  \
    return __nv_fp6x2_storage_t(one(a, format, mode) | one(b, format, mode) << 8);                 \
  }
AW_PAIR(__nv_cvt_double2_to_fp6x2, __nv_cvt_double_to_fp6, double2, double)
AW_PAIR(__nv_cvt_float2_to_fp6x2, __nv_cvt_float_to_fp6, float2, float)
AW_PAIR(__nv_cvt_halfraw2_to_fp6x2, __nv_cvt_halfraw_to_fp6, __half2_raw, __half_raw)
AW_PAIR(__nv_cvt_bfloat16raw2_to_fp6x2, __nv_cvt_bfloat16raw_to_fp6, __nv_bfloat162_raw,
        __nv_bfloat16_raw)
#undef AW_PAIR
AW_HD __half_raw __nv_cvt_fp6_to_halfraw(__nv_fp6_storage_t x, __nv_fp6_interpretation_t format) {
  return ::anywarp::raw_of<__half_raw>(format == __NV_E2M3
                                           ? ::anywarp::decode< ::anywarp::e2m3_format>(x)
                                           : ::anywarp::decode< ::anywarp::e3m2_format>(x));
}
AW_HD __half2_raw __nv_cvt_fp6x2_to_halfraw2(__nv_fp6x2_storage_t x,
                                             __nv_fp6_interpretation_t format) {
  return ::anywarp::raw2_of<__half2_raw>(
      __nv_cvt_fp6_to_halfraw(__nv_fp6_storage_t(x), format).x,
      __nv_cvt_fp6_to_halfraw(__nv_fp6_storage_t(x >> 8), format).x);
}

#define AW_S __nv_fp6_e2m3
#define AW_S2 __nv_fp6x2_e2m3
#define AW_S4 __nv_fp6x4_e2m3
#define AW_STORE __nv_fp6_storage_t
#define AW_STORE2 __nv_fp6x2_storage_t
#define AW_STORE4 __nv_fp6x4_storage_t
#define AW_WIDTH 8
#define AW_ENCODE(f) __nv_cvt_float_to_fp6(f, __NV_E2M3, cudaRoundNearest)
#define AW_ENCODE_DOUBLE(f) __nv_cvt_double_to_fp6(f, __NV_E2M3, cudaRoundNearest)
#define AW_TO_HALF(code) (__nv_cvt_fp6_to_halfraw(code, __NV_E2M3).x)
#define AW_TO_FLOAT(code) ::anywarp::float_of(__nv_cvt_fp6_to_halfraw(code, __NV_E2M3))
#define AW_NONZERO(code) (((code) & 0x1F) != 0)
#include "anywarp/small/type.inl"

#define AW_S __nv_fp6_e3m2
#define AW_S2 __nv_fp6x2_e3m2
#define AW_S4 __nv_fp6x4_e3m2
#define AW_STORE __nv_fp6_storage_t
#define AW_STORE2 __nv_fp6x2_storage_t
#define AW_STORE4 __nv_fp6x4_storage_t
#define AW_WIDTH 8
#define AW_ENCODE(f) __nv_cvt_float_to_fp6(f, __NV_E3M2, cudaRoundNearest)
#define AW_ENCODE_DOUBLE(f) __nv_cvt_double_to_fp6(f, __NV_E3M2, cudaRoundNearest)
#define AW_TO_HALF(code) (__nv_cvt_fp6_to_halfraw(code, __NV_E3M2).x)
#define AW_TO_FLOAT(code) ::anywarp::float_of(__nv_cvt_fp6_to_halfraw(code, __NV_E3M2))
#define AW_NONZERO(code) (((code) & 0x1F) != 0)
#include "anywarp/small/type.inl"

#define __CUDA_FP6_TYPES_EXIST__
#endif

#endif // __CUDA_FP6_H__
