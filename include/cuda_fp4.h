// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 4-bit floating point: e2m1, two numbers in a byte. Conversions round to nearest even,
// the only rounding there is; NaN becomes the largest number.
#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__

#include "cuda_fp8.h"

typedef __nv_fp8_storage_t __nv_fp4_storage_t;
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;
typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;

#if defined(__cplusplus)
#include "anywarp/small/convert.h" // a program may bring NVIDIA's cuda_fp8.h

AW_HD __nv_fp4_storage_t __nv_cvt_double_to_fp4(double x, __nv_fp4_interpretation_t,
                                                enum cudaRoundMode) {
  return ::anywarp::encode< ::anywarp::e2m1_format>(x, true);
}
AW_HD __nv_fp4_storage_t __nv_cvt_float_to_fp4(float x, __nv_fp4_interpretation_t format,
                                               enum cudaRoundMode mode) {
  return __nv_cvt_double_to_fp4(x, format, mode);
}
AW_HD __nv_fp4_storage_t __nv_cvt_halfraw_to_fp4(__half_raw x, __nv_fp4_interpretation_t format,
                                                 enum cudaRoundMode mode) {
  return __nv_cvt_double_to_fp4(::anywarp::float_of(x), format, mode);
}
AW_HD __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16_raw x,
                                                     __nv_fp4_interpretation_t format,
                                                     enum cudaRoundMode mode) {
  return __nv_cvt_double_to_fp4(::anywarp::float_of(x), format, mode);
}
#define AW_PAIR(name, one, type, element)                                                          \
  AW_HD __nv_fp4x2_storage_t name(type x, __nv_fp4_interpretation_t format,                        \
                                  enum cudaRoundMode mode) {                                       \
    element a, b;                                                                                  \
    ::anywarp::parts_of(x, a, b);                                                                  \
    return __nv_fp4x2_storage_t(one(a, format, mode) | one(b, format, mode) << 4);                 \
  }
AW_PAIR(__nv_cvt_double2_to_fp4x2, __nv_cvt_double_to_fp4, double2, double)
AW_PAIR(__nv_cvt_float2_to_fp4x2, __nv_cvt_float_to_fp4, float2, float)
AW_PAIR(__nv_cvt_halfraw2_to_fp4x2, __nv_cvt_halfraw_to_fp4, __half2_raw, __half_raw)
AW_PAIR(__nv_cvt_bfloat16raw2_to_fp4x2, __nv_cvt_bfloat16raw_to_fp4, __nv_bfloat162_raw,
        __nv_bfloat16_raw)
#undef AW_PAIR
AW_HD __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t x, __nv_fp4_interpretation_t) {
  return ::anywarp::raw_of<__half_raw>(::anywarp::decode< ::anywarp::e2m1_format>(x));
}
AW_HD __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t x,
                                             __nv_fp4_interpretation_t format) {
  return ::anywarp::raw2_of<__half2_raw>(
      __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t(x), format).x,
      __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t(x >> 4), format).x);
}

#define AW_S __nv_fp4_e2m1
#define AW_S2 __nv_fp4x2_e2m1
#define AW_S4 __nv_fp4x4_e2m1
#define AW_STORE __nv_fp4_storage_t
#define AW_STORE2 __nv_fp4x2_storage_t
#define AW_STORE4 __nv_fp4x4_storage_t
#define AW_WIDTH 4
#define AW_ENCODE(f) __nv_cvt_float_to_fp4(f, __NV_E2M1, cudaRoundNearest)
#define AW_ENCODE_DOUBLE(f) __nv_cvt_double_to_fp4(f, __NV_E2M1, cudaRoundNearest)
#define AW_TO_HALF(code) (__nv_cvt_fp4_to_halfraw(code, __NV_E2M1).x)
#define AW_TO_FLOAT(code) ::anywarp::float_of(__nv_cvt_fp4_to_halfraw(code, __NV_E2M1))
#define AW_NONZERO(code) (((code) & 7) != 0)
#include "anywarp/small/type.inl"

#define __CUDA_FP4_TYPES_EXIST__
#endif

#endif // __CUDA_FP4_H__
