// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematical functions of a 16-bit format: correctly rounded, as the guide has them (0 ulp), with
// -use_fast_math, too. They are those of float, rounded; a few arguments have a result so close to
// the middle of two numbers that the float one lies on the other side of it. These are named here;
// device/accuracy tries all 65,536.

/// The result for one argument; for odd and even functions for its negative, too.
#define AW_AT(argument, result)                                                                    \
  if (h.__x == argument)                                                                           \
    r.__x = result;
#define AW_AT_ODD(argument, result)                                                                \
  if ((h.__x & 0x7fff) == argument)                                                                \
    r.__x = (unsigned short)(result ^ (h.__x & 0x8000));
#define AW_AT_EVEN(argument, result)                                                               \
  if ((h.__x & 0x7fff) == argument)                                                                \
    r.__x = result;
#define AW_MATH(name, call, corrections)                                                           \
  static __device__ __forceinline__ AW_T h##name(AW_T h) {                                         \
    float a = h.__value();                                                                         \
    AW_T r(call);                                                                                  \
    corrections return r;                                                                          \
  }                                                                                                \
  static __device__ __forceinline__ AW_T2 h2##name(AW_T2 h) {                                      \
    return AW_T2(h##name(h.x), h##name(h.y));                                                      \
  }
#if defined(__AW_CUDA__)
AW_MATH(sqrt, ::__nv_sqrtf(a), )
AW_MATH(rsqrt, ::__nv_rsqrtf(a), )
AW_MATH(rcp, ::__nv_frcp_rn(a), )
AW_MATH(log2, ::__nv_log2f(a), )
AW_MATH(tanh, ::__nv_tanhf(a), )
AW_MATH(trunc, ::__nv_truncf(a), )
AW_MATH(ceil, ::__nv_ceilf(a), )
AW_MATH(floor, ::__nv_floorf(a), )
AW_MATH(rint, ::__nv_rintf(a), )
#ifdef AW_IS_BFLOAT
AW_MATH(log, ::__nv_logf(a), )
AW_MATH(log10, ::__nv_log10f(a), )
AW_MATH(exp, ::__nv_expf(a), )
AW_MATH(exp2, ::__nv_exp2f(a), )
AW_MATH(exp10, ::__nv_exp10f(a), AW_AT(0xbc95, 0x3f75))
AW_MATH(cos, ::__nv_cosf(a), )
AW_MATH(sin, ::__nv_sinf(a), )
#else
AW_MATH(log, ::__nv_logf(a), AW_AT(0x1935, 0xc5f9) AW_AT(0x1d78, 0xc53b))
AW_MATH(log10, ::__nv_log10f(a),
        AW_AT(0x338f, 0xb903) AW_AT(0x33f8, 0xb8d5) AW_AT(0x57e1, 0x4033) AW_AT(0x69d0, 0x42f3)
            AW_AT(0x719d, 0x440f))
AW_MATH(exp, ::__nv_expf(a), AW_AT(0x1f79, 0x3c07) AW_AT(0x25cf, 0x3c17))
AW_MATH(exp2, ::__nv_exp2f(a), AW_AT(0x11c5, 0x3c01) AW_AT(0x9bf2, 0x3bfb) AW_AT(0xa86d, 0x3bd0))
AW_MATH(exp10, ::__nv_exp10f(a), AW_AT(0xbf0a, 0x2473))
AW_MATH(cos, ::__nv_cosf(a), AW_AT_EVEN(0x2b7c, 0x3bfd))
AW_MATH(sin, ::__nv_sinf(a), AW_AT_ODD(0x32b3, 0x32a7) AW_AT_ODD(0x5cb0, 0xbbff))
#endif

/// The instruction where there is one: at most a step from tanh(h).
static __device__ __forceinline__ AW_T htanh_approx(AW_T h) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= AW_TANH_ARCH
  AW_T r;
  asm("tanh.approx." AW_PTX " %0, %1;" : "=h"(r.__x) : "h"(h.__x));
  return r;
#else
  return htanh(h);
#endif
}
static __device__ __forceinline__ AW_T2 h2tanh_approx(AW_T2 h) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= AW_TANH_ARCH
  AW_T2 r;
  asm("tanh.approx." AW_PTX "x2 %0, %1;" : "=r"(r) : "r"(h.__bits()));
  return r;
#else
  return h2tanh(h);
#endif
}
#endif
#undef AW_MATH
#undef AW_AT
#undef AW_AT_ODD
#undef AW_AT_EVEN
