// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions whose bound is not a number of ulps for all arguments: intrinsics, roundings that must
// be exact, Bessel functions far from 0, half precision.
#pragma once

#include "device/accuracy/Kernels.cuh"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

/// Error in parts of an absolute bound.
inline __device__ float partOf(double bound, float value, double exact) {
  if (isnan(value) || isnan(exact))
    return isnan(value) && isnan(exact) ? 0.0f : 1e30f;
  return float(fabs(double(value) - exact) / bound);
}
/// Steps from the correctly rounded result in parts of `bound`.
inline __device__ float stepsPart(float bound, float value, double exact) {
  return stepsOf(value, exact) / bound;
}

// X(intrinsic, exact in double, part of the bound that `value` uses up at x)
// 2^-21.41, 2^-22, 2^-24: absolute bounds of the guide.
#define AW_INTRINSICS(X)                                                                           \
  X(__sinf, sin(d), fabsf(x) <= 3.14159265f ? partOf(3.5887e-7, value, exact) : 0)                 \
  X(__cosf, cos(d), fabsf(x) <= 3.14159265f ? partOf(3.5887e-7, value, exact) : 0)                 \
  X(__expf, exp(d), stepsPart(2 + floorf(fabsf(1.173f * x)), value, exact))                        \
  X(__exp10f, exp10(d), stepsPart(2 + floorf(fabsf(2.97f * x)), value, exact))                     \
  X(__logf, log(d),                                                                                \
    x >= 0.5f && x <= 2 ? partOf(3.5887e-7, value, exact) : stepsPart(3, value, exact))            \
  X(__log2f, log2(d),                                                                              \
    x >= 0.5f && x <= 2 ? partOf(0x1p-22, value, exact) : stepsPart(2, value, exact))              \
  X(__log10f, log10(d),                                                                            \
    x >= 0.5f && x <= 2 ? partOf(0x1p-24, value, exact) : stepsPart(3, value, exact))              \
  X(__tanhf, tanh(d), exact == 0 ? 0 : partOf(fabs(exact) * 0x1p-11, value, exact))
#define AW_DEFINE_INTRINSIC(name, reference, part)                                                 \
  struct I##name {                                                                                 \
    static __device__ float of(float x) { return name(x); }                                        \
    static __device__ float excess(float x, float value) {                                         \
      const double d = x, exact = reference;                                                       \
      return part;                                                                                 \
    }                                                                                              \
  };
AW_INTRINSICS(AW_DEFINE_INTRINSIC)

// What the guide says of these is how they are made.
struct I__tanf {
  static __device__ float of(float x) { return __tanf(x); }
  static __device__ float excess(float x, float value) {
    return stepsOf(value, double(__fdividef(__sinf(x), __cosf(x)))) / 2;
  }
};
struct I__sincosf {
  static __device__ float of(float x) {
    float s, c;
    __sincosf(x, &s, &c);
    return s + 2 * c;
  }
  static __device__ float excess(float x, float) {
    float s, c;
    __sincosf(x, &s, &c);
    return stepsOf(s, double(__sinf(x))) + stepsOf(c, double(__cosf(x))) > 0 ? 1e30f : 0;
  }
};
struct I__powf {
  static __device__ float of(float x, float y) { return __powf(x, y); }
  static __device__ float excess(float x, float y, float value) {
    return stepsOf(value, double(exp2f(y * __log2f(x)))) / 2;
  }
};
struct I__fdividef {
  static __device__ float of(float x, float y) { return __fdividef(x, y); }
  static __device__ float excess(float x, float y, float value) {
    return fabsf(y) >= 0x1p-126f && fabsf(y) <= 0x1p126f
               ? stepsPart(2, value, double(x) / double(y))
               : 0;
  }
};

/// exact = d + a remainder whose sign is that of `rest`: are these its four roundings?
inline __device__ float roundings(double d, double rest, float rn, float rz, float ru, float rd) {
  const float f = float(d);
  if (isnan(f))
    return isnan(rn) && isnan(rz) && isnan(ru) && isnan(rd) ? 0 : 1e30f;
  if (isinf(d))
    return rn == f && rz == f && ru == f && rd == f ? 0 : 1e30f;
  const double order = d != f ? d - double(f) : rest;
  const float low = order < 0 ? nextafterf(f, -INFINITY) : f;
  const float high = order > 0 ? nextafterf(f, INFINITY) : f;
  float near = f;
  if (order != 0 && !isinf(low) && !isinf(high) && d == (double(low) + double(high)) / 2 &&
      rest != 0)
    near = rest < 0 ? low : high; // d was a tie, the exact value is none
  const bool isRight = rn == near && ru == high && rd == low && rz == (d < 0 ? high : low);
  return isRight ? 0 : 1e30f;
}
/// The sign of what a double sum loses.
inline __device__ double lostBySum(double a, double b) {
  const double s = a + b, t = s - a;
  return isfinite(s) ? (a - (s - t)) + (b - t) : 0;
}
#define AW_ROUNDED2(NAME, D, REST)                                                                 \
  struct R##NAME {                                                                                 \
    static __device__ float of(float x, float y) { return NAME##_rz(x, y); }                       \
    static __device__ float excess(float x, float y, float value) {                                \
      const double a = x, b = y, d = D;                                                            \
      return roundings(d, REST, NAME##_rn(x, y), value, NAME##_ru(x, y), NAME##_rd(x, y));         \
    }                                                                                              \
  };
AW_ROUNDED2(__fadd, a + b, lostBySum(a, b))
AW_ROUNDED2(__fsub, a - b, lostBySum(a, -b))
AW_ROUNDED2(__fmul, a *b, 0)
AW_ROUNDED2(__fdiv, a / b, isfinite(d) && b != 0 ? (b < 0 ? -fma(-d, b, a) : fma(-d, b, a)) : 0)
struct R__fmaf {
  static __device__ float third(float x, float y) {
    return x * -y * 1.0000001f + (x > y ? 0x1p-40f : y);
  }
  static __device__ float of(float x, float y) { return __fmaf_rz(x, y, third(x, y)); }
  static __device__ float excess(float x, float y, float value) {
    const float z = third(x, y);
    const double p = double(x) * double(y), d = p + double(z);
    return roundings(d, lostBySum(p, z), __fmaf_rn(x, y, z), value, __fmaf_ru(x, y, z),
                     __fmaf_rd(x, y, z));
  }
};
#define AW_ROUNDED1(NAME, D, REST)                                                                 \
  struct R##NAME {                                                                                 \
    static __device__ float of(float x) { return NAME##_rz(x); }                                   \
    static __device__ float excess(float x, float value) {                                         \
      const double a = x, d = D;                                                                   \
      return roundings(d, REST, NAME##_rn(x), value, NAME##_ru(x), NAME##_rd(x));                  \
    }                                                                                              \
  };
AW_ROUNDED1(__frcp, 1 / a, isfinite(d) && a != 0 ? (a < 0 ? -fma(-d, a, 1) : fma(-d, a, 1)) : 0)
AW_ROUNDED1(__fsqrt, sqrt(a), isfinite(d) ? fma(-d, d, a) : 0)
struct R__frsqrt {
  static __device__ float of(float x) { return __frsqrt_rn(x); }
  static __device__ float excess(float x, float value) {
    return stepsOf(value, 1 / sqrt(double(x))) * 1e30f;
  }
};

// Bessel functions where their bound is absolute, and those of higher orders.
template <int N, bool Y> struct BesselFloat {
  static __device__ double exactOf(double x) {
    return Y ? (N == 0   ? y0(x)
                : N == 1 ? y1(x)
                         : yn(N, x))
             : (N == 0   ? j0(x)
                : N == 1 ? j1(x)
                         : jn(N, x));
  }
  static __device__ float of(float x) {
    return Y ? (N == 0   ? y0f(x)
                : N == 1 ? y1f(x)
                         : ynf(N, x))
             : (N == 0   ? j0f(x)
                : N == 1 ? j1f(x)
                         : jnf(N, x));
  }
  static __device__ float excess(float x, float value) {
    const double exact = exactOf(x);
    if (N < 2 && fabsf(x) < 8) // ulps: with the other functions
      return 0;
    if (Y && N >= 2 && fabsf(x) < N)
      return stepsPart(ceilf(2 + 2.5f * N), value, exact);
    return partOf(2.2e-6, value, exact);
  }
};

/// Half precision: all 65,536 arguments, each result to be the correctly rounded one.
template <typename Half> struct HalfBits;
template <> struct HalfBits<__half> {
  static __device__ __half of(unsigned short bits) { return __ushort_as_half(bits); }
  static __device__ int place(__half h) {
    unsigned short bits = __half_as_ushort(h);
    return bits >> 15 ? -(bits & 0x7fff) : bits;
  }
  static __device__ double wide(__half h) { return double(__half2float(h)); }
  static __device__ __half narrow(double d) { return __double2half(d); }
};
template <> struct HalfBits<__nv_bfloat16> {
  static __device__ __nv_bfloat16 of(unsigned short bits) { return __ushort_as_bfloat16(bits); }
  static __device__ int place(__nv_bfloat16 h) {
    unsigned short bits = __bfloat16_as_ushort(h);
    return bits >> 15 ? -(bits & 0x7fff) : bits;
  }
  static __device__ double wide(__nv_bfloat16 h) { return double(__bfloat162float(h)); }
  static __device__ __nv_bfloat16 narrow(double d) { return __double2bfloat16(d); }
};
template <class F, typename Half> __global__ void scanHalf(Worst *worst) {
  unsigned bits = blockIdx.x * blockDim.x + threadIdx.x;
  Half x = HalfBits<Half>::of((unsigned short)bits), value = F::of(x);
  double exact = F::exactOf(HalfBits<Half>::wide(x)), got = HalfBits<Half>::wide(value);
  float steps;
  if (isnan(exact) || isnan(got))
    steps = isnan(exact) && isnan(got) ? 0 : 1e30f;
  else
    steps = fabsf(
        float(HalfBits<Half>::place(value) - HalfBits<Half>::place(HalfBits<Half>::narrow(exact))));
  steps *= 2; // the bound is 0: a single step is twice what still rounds to the right number
  enter(worst, 0, steps, bits, mixed(bits, float(got)));
  atomicMax(&worst->ulps, (unsigned long long)__float_as_uint(steps) << 32 | bits);
}
#define AW_HALVES(X)                                                                               \
  X(hsin, sin(x))                                                                                  \
  X(hcos, cos(x))                                                                                  \
  X(hexp, exp(x))                                                                                  \
  X(hexp2, exp2(x)) X(hexp10, exp10(x)) X(hlog, log(x)) X(hlog2, log2(x)) X(hlog10, log10(x))      \
      X(hsqrt, sqrt(x)) X(hrsqrt, 1 / sqrt(x)) X(hrcp, 1 / x) X(htanh, tanh(x))
#define AW_DEFINE_HALF(name, reference)                                                            \
  struct H_##name {                                                                                \
    template <typename Half> static __device__ Half of(Half x) { return name(x); }                 \
    static __device__ double exactOf(double x) { return reference; }                               \
  };
AW_HALVES(AW_DEFINE_HALF)
