// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mathematical functions of a 16-bit format: the float function, rounded.

#define AW_MATH(name, call)                                                                        \
  static __device__ __forceinline__ AW_T h##name(AW_T h) {                                         \
    float a = h.__value();                                                                         \
    return AW_T(call);                                                                             \
  }                                                                                                \
  static __device__ __forceinline__ AW_T2 h2##name(AW_T2 h) {                                      \
    return AW_T2(h##name(h.x), h##name(h.y));                                                      \
  }
#if defined(__AW_CUDA__)
AW_MATH(sqrt, ::sqrtf(a))
AW_MATH(rsqrt, ::rsqrtf(a))
AW_MATH(rcp, 1.0f / a)
AW_MATH(log, ::logf(a))
AW_MATH(log2, ::log2f(a))
AW_MATH(log10, ::log10f(a))
AW_MATH(exp, ::expf(a))
AW_MATH(exp2, ::exp2f(a))
AW_MATH(exp10, ::exp10f(a))
AW_MATH(cos, ::cosf(a))
AW_MATH(sin, ::sinf(a))
AW_MATH(tanh, ::tanhf(a))
AW_MATH(tanh_approx, ::tanhf(a))
AW_MATH(trunc, ::truncf(a))
AW_MATH(ceil, ::ceilf(a))
AW_MATH(floor, ::floorf(a))
AW_MATH(rint, ::rintf(a))
#endif
#undef AW_MATH
