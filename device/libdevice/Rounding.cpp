// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exact functions: rounding to integers, remainders, parts of numbers, extrema.
#include "Machine.h"

namespace anywarp::libdevice {

AW_MATH double __nv_ceil(double x) { return __builtin_ceil(x); }
AW_MATH float __nv_ceilf(float x) { return __builtin_ceilf(x); }
AW_MATH double __nv_floor(double x) { return floor(x); }
AW_MATH float __nv_floorf(float x) { return floor(x); }
AW_MATH double __nv_trunc(double x) { return trunc(x); }
AW_MATH float __nv_truncf(float x) { return trunc(x); }
AW_MATH double __nv_rint(double x) { return rint(x); }
AW_MATH float __nv_rintf(float x) { return rint(x); }
AW_MATH double __nv_nearbyint(double x) { return rint(x); }
AW_MATH float __nv_nearbyintf(float x) { return rint(x); }
AW_MATH double __nv_round(double x) {
  return abs(x) < 0x1p52 ? trunc(x + copySign(0x1.fffffffffffffp-2, x)) : x;
}
AW_MATH float __nv_roundf(float x) {
  // The float below 1/2: with it no sum is rounded up to the next integer.
  return abs(x) < 0x1p23f ? trunc(x + copySign(0x1.fffffep-2f, x)) : x;
}

/// float → 64-bit integer as cvt does it: saturating, NaN to the smallest.
AW_INLINE int64_t toInteger(double x) {
  return x >= 0x1p63 ? 0x7fffffffffffffffl : x >= -0x1p63 ? int64_t(x) : int64_t(0x8000000000000000ul);
}
AW_MATH int64_t __nv_llrint(double x) { return toInteger(rint(x)); }
AW_MATH int64_t __nv_llrintf(float x) { return toInteger(rint(x)); }
AW_MATH int64_t __nv_llround(double x) { return toInteger(__nv_round(x)); }
AW_MATH int64_t __nv_llroundf(float x) { return toInteger(__nv_roundf(x)); }

AW_MATH double __nv_fabs(double x) { return abs(x); }
AW_MATH float __nv_fabsf(float x) { return abs(x); }
#ifdef __NVPTX__ // LLVM makes abs and neg of it, which change NaNs
AW_MATH double __nv_copysign(double x, double y) {
  double v;
  asm("copysign.f64 %0, %2, %1;" : "=d"(v) : "d"(x), "d"(y));
  return v;
}
AW_MATH float __nv_copysignf(float x, float y) {
  float v;
  asm("copysign.f32 %0, %2, %1;" : "=f"(v) : "f"(x), "f"(y));
  return v;
}
#else
AW_MATH double __nv_copysign(double x, double y) { return copySign(x, y); }
AW_MATH float __nv_copysignf(float x, float y) { return copySign(x, y); }
#endif
AW_MATH double __nv_fma(double a, double b, double c) { return fma(a, b, c); }
AW_MATH float __nv_fmaf(float a, float b, float c) { return fma(a, b, c); }
AW_MATH double __nv_fmin(double a, double b) { return __builtin_fmin(a, b); }
AW_MATH float __nv_fminf(float a, float b) { return __builtin_fminf(a, b); }
AW_MATH double __nv_fmax(double a, double b) { return __builtin_fmax(a, b); }
AW_MATH float __nv_fmaxf(float a, float b) { return __builtin_fmaxf(a, b); }
/// A NaN stays what it is, the second of two (seen).
AW_MATH double __nv_fdim(double a, double b) { return a <= b ? 0 : isNan(b) ? b + b : a - b; }
AW_MATH float __nv_fdimf(float a, float b) { return isNan(a) || isNan(b) ? kNanF : a > b ? a - b : 0; }
AW_MATH float __nv_saturatef(float x) { return x > 0 ? (x < 1 ? x : 1.0f) : 0.0f; }

AW_MATH int __nv_isnand(double x) { return isNan(x); }
AW_MATH int __nv_isnanf(float x) { return isNan(x); }
AW_MATH int __nv_isinfd(double x) { return abs(x) == kInf; }
AW_MATH int __nv_isinff(float x) { return abs(x) == kInfF; }
AW_MATH int __nv_isfinited(double x) { return isFinite(x); }
AW_MATH int __nv_finitef(float x) { return isFinite(x); }
AW_MATH int __nv_signbitd(double x) { return bitCast<uint64_t>(x) >> 63; }
AW_MATH int __nv_signbitf(float x) { return bitCast<uint32_t>(x) >> 31; }
AW_MATH double __nv_nan(const signed char *) { return bitCast<double>(0x7ff8000000000000ul); }
AW_MATH float __nv_nanf(const signed char *) { return bitCast<float>(0x7fffffffu); }

/// Mantissa in [0.5, 1) and exponent of a finite x != 0.
AW_MATH double __nv_frexp(double x, int *exponent) {
  bool usual = isFinite(x) && x != 0, tiny = abs(x) < 0x1p-1022;
  uint64_t bits = bitCast<uint64_t>(tiny ? x * 0x1p54 : x);
  *exponent = usual ? int(bits >> 52 & 0x7ff) - 1022 - (tiny ? 54 : 0) : 0;
  return usual ? bitCast<double>((bits & 0x800ffffffffffffful) | 0x3fe0000000000000ul) : x;
}
AW_MATH float __nv_frexpf(float x, int *exponent) {
  bool usual = isFinite(x) && x != 0, tiny = abs(x) < 0x1p-126f;
  uint32_t bits = bitCast<uint32_t>(tiny ? x * 0x1p25f : x);
  *exponent = usual ? int(bits >> 23 & 0xff) - 126 - (tiny ? 25 : 0) : 0;
  return usual ? bitCast<float>((bits & 0x807fffffu) | 0x3f000000u) : x;
}
AW_MATH double __nv_ldexp(double x, int n) {
  int e;
  double m = __nv_frexp(x, &e);
  int64_t total = int64_t(e) + n;
  int clipped = total > 1100 ? 1100 : total < -1200 ? -1200 : int(total);
  // Into a normal number first, then one rounding step for what falls below.
  int half = clipped < -1020 ? -1020 : clipped > 1020 ? 1020 : clipped;
  double value = m * power2(half) * power2(clipped - half);
  value = clipped < -1020 ? (m * 2) * power2(-1021 + 0) * power2(clipped + 1020) : value;
  return isFinite(x) && x != 0 ? value : x;
}
AW_MATH float __nv_ldexpf(float x, int n) {
  // Every product of a float and a power of two in double's normal range is exact: one rounding.
  int clipped = n > 400 ? 400 : n < -400 ? -400 : n;
  return float(double(x) * power2(clipped));
}
AW_MATH double __nv_scalbn(double x, int n) { return __nv_ldexp(x, n); }
AW_MATH float __nv_scalbnf(float x, int n) { return __nv_ldexpf(x, n); }
AW_MATH int __nv_ilogb(double x) {
  int e;
  __nv_frexp(x, &e);
  return x == 0 || isNan(x) ? int(0x80000000) : isFinite(x) ? e - 1 : 0x7fffffff;
}
AW_MATH int __nv_ilogbf(float x) {
  int e;
  __nv_frexpf(x, &e);
  return x == 0 || isNan(x) ? int(0x80000000) : isFinite(x) ? e - 1 : 0x7fffffff;
}
AW_MATH double __nv_logb(double x) {
  int e;
  __nv_frexp(x, &e);
  return x == 0 ? -kInf : isFinite(x) ? double(e - 1) : isNan(x) ? x : kInf;
}
AW_MATH float __nv_logbf(float x) { return float(__nv_logb(x)); }
AW_MATH double __nv_modf(double x, double *whole) {
  *whole = trunc(x);
  return isFinite(x) ? copySign(x - *whole, x) : isNan(x) ? x : copySign(0.0, x);
}
AW_MATH float __nv_modff(float x, float *whole) {
  *whole = trunc(x);
  return isFinite(x) ? copySign(x - *whole, x) : isNan(x) ? x : copySign(0.0f, x);
}
AW_MATH double __nv_nextafter(double x, double y) {
  int64_t bits = bitCast<int64_t>(x);
  bool away = (x < y) == (bits >= 0);
  double step = bitCast<double>(away ? bits + 1 : bits - 1);
  step = x == 0 ? copySign(0x1p-1074, y) : step;
  return isNan(x) || isNan(y) ? kNan : x == y ? y : step;
}
AW_MATH float __nv_nextafterf(float x, float y) {
  int32_t bits = bitCast<int32_t>(x);
  bool away = (x < y) == (bits >= 0);
  float step = bitCast<float>(away ? bits + 1 : bits - 1);
  step = x == 0 ? copySign(0x1p-149f, y) : step;
  return isNan(x) || isNan(y) ? kNanF : x == y ? y : step;
}

/// x modulo y for finite x >= 0, finite y > 0, with the low bits of the quotient.
AW_INLINE double divideOut(double x, double y, uint64_t &quotient) {
  // A quotient below 2^50 rounds to its integer or the next: the remainder is exact either way.
  if (double near = x / y; near < 0x1p50) {
    double whole = trunc(near), r = fma(-whole, y, x);
    quotient = uint64_t(whole) - (r < 0);
    return r < 0 ? r + y : r;
  }
  int ex, ey; // long division
  double mx = __nv_frexp(x, &ex), my = __nv_frexp(y, &ey);
  uint64_t a = uint64_t(mx * 0x1p53), b = uint64_t(my * 0x1p53), q = 0;
  for (int i = ex - ey; i >= 0; --i) {
    q <<= 1;
    if (a >= b) {
      a -= b;
      q |= 1;
    }
    if (i)
      a <<= 1;
  }
  quotient = q;
  return __nv_ldexp(double(a), ey - 53);
}
AW_MATH double __nv_fmod(double x, double y) {
  double ax = abs(x), ay = abs(y);
  if (!(ax < kInf) || !(ay > 0))
    return isNan(x) || isNan(y) ? x + y : kMadeNan;
  uint64_t q;
  return ay == kInf ? x : copySign(divideOut(ax, ay, q), x);
}
AW_MATH double __nv_remquo(double x, double y, int *quotient) {
  double ax = abs(x), ay = abs(y);
  *quotient = 0;
  if (!(ax < kInf) || !(ay > 0))
    return isNan(x) || isNan(y) ? x + y : kMadeNan;
  if (ay == kInf)
    return x;
  uint64_t q;
  double r = divideOut(ax, ay, q);
  double rest = ay - r; // exact where it matters
  bool up = r > rest || (r == rest && (q & 1));
  if (up) {
    r = -rest;
    ++q;
  }
  int low = int(q & 0x7fffffff);
  *quotient = (bitCast<int64_t>(x) ^ bitCast<int64_t>(y)) < 0 ? -low : low;
  r = r == 0 ? 0 : r;
  return bitCast<int64_t>(x) < 0 ? -r : r;
}
AW_MATH double __nv_remainder(double x, double y) {
  int quotient;
  return __nv_remquo(x, y, &quotient);
}
/// A NaN of single precision has the bits of one that an operation makes.
AW_INLINE float single(double x) { return isNan(x) ? bitCast<float>(0x7fffffffu) : float(x); }
AW_MATH float __nv_fmodf(float x, float y) {
  float ax = abs(x), ay = abs(y);
  // Quotients below 2^20, made 2^-21 larger: cut off, they are right or one too large.
  if (ax * 0x1p-20f < ay && ay >= 0x1p-126f && ay < 0x1p125f) {
    float whole = trunc(ax * reciprocalFast(ay) * (1 + 0x1p-21f)), r = fma(-whole, ay, ax);
    return copySign(r < 0 ? r + ay : r, x);
  }
  return single(__nv_fmod(x, y));
}
AW_MATH float __nv_remainderf(float x, float y) { return single(__nv_remainder(x, y)); }
AW_MATH float __nv_remquof(float x, float y, int *quotient) { return single(__nv_remquo(x, y, quotient)); }

} // namespace anywarp::libdevice
