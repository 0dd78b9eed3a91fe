// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The few words that the math functions are written in. The sources compile for NVPTX (device
// bitcode, linked into every kernel that needs it) and for the host (the unit tests).
//
// Written for lanes: short straight code, choices as selects, no tables, no errno, no flags.
// Contraction is off; an fma is written where one is meant.
#pragma once

using uint32_t = unsigned int;
using uint64_t = unsigned long;
using int32_t = int;
using int64_t = long;

#define AW_MATH extern "C"
#define AW_INLINE inline __attribute__((always_inline))

namespace anywarp::libdevice {

template <typename To, typename From> AW_INLINE To bitCast(From value) {
  return __builtin_bit_cast(To, value);
}

AW_INLINE float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
AW_INLINE double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
AW_INLINE float rint(float a) { return __builtin_rintf(a); }
AW_INLINE double rint(double a) { return __builtin_rint(a); }
AW_INLINE float floor(float a) { return __builtin_floorf(a); }
AW_INLINE double floor(double a) { return __builtin_floor(a); }
AW_INLINE float trunc(float a) { return __builtin_truncf(a); }
AW_INLINE double trunc(double a) { return __builtin_trunc(a); }
AW_INLINE float abs(float a) { return __builtin_fabsf(a); }
AW_INLINE double abs(double a) { return __builtin_fabs(a); }
AW_INLINE float sqrt(float a) { return __builtin_sqrtf(a); }
AW_INLINE double sqrt(double a) { return __builtin_sqrt(a); }
AW_INLINE float copySign(float a, float sign) { return __builtin_copysignf(a, sign); }
AW_INLINE double copySign(double a, double sign) { return __builtin_copysign(a, sign); }

/// Single instructions of a GPU: 2^x, 1/x, sqrt(x), its inverse and log2 x, within a few ulps, where
/// subnormal numbers are zero; a * b + c in [0, 1].
#ifdef __NVPTX__
AW_INLINE float exp2Fast(float x) { return __nvvm_ex2_approx_ftz_f(x); }
AW_INLINE float exp2Whole(float x) { return __nvvm_ex2_approx_f(x); } ///< with subnormal results
AW_INLINE float reciprocalFast(float x) { return __nvvm_rcp_approx_ftz_f(x); }
AW_INLINE float sqrtFast(float x) { return __nvvm_sqrt_approx_ftz_f(x); }
AW_INLINE float inverseRootFast(float x) { return __nvvm_rsqrt_approx_ftz_f(x); }
AW_INLINE float log2Fast(float x) { return __nvvm_lg2_approx_ftz_f(x); }
AW_INLINE float log2Whole(float x) { return __nvvm_lg2_approx_f(x); } ///< of subnormal x as well
AW_INLINE float fmaSaturated(float a, float b, float c) {
  float v;
  asm("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f"(v) : "f"(a), "f"(b), "f"(c));
  return v;
}
#else
AW_INLINE float exp2Fast(float x) { return x < -126 ? 0 : __builtin_exp2f(x); }
AW_INLINE float exp2Whole(float x) { return __builtin_exp2f(x); }
AW_INLINE float reciprocalFast(float x) { return 1 / x; }
AW_INLINE float sqrtFast(float x) { return __builtin_sqrtf(x); }
AW_INLINE float inverseRootFast(float x) { return 1 / __builtin_sqrtf(x); }
AW_INLINE float log2Fast(float x) { return __builtin_log2f(x); }
AW_INLINE float log2Whole(float x) { return __builtin_log2f(x); }
AW_INLINE float fmaSaturated(float a, float b, float c) {
  float v = fma(a, b, c);
  return v > 0 ? (v < 1 ? v : 1) : 0;
}
#endif

inline constexpr double kInf = __builtin_inf(), kNan = __builtin_nan("");
/// As operations of a GPU make them.
inline constexpr double kMadeNan = -__builtin_nan("");
inline constexpr float kInfF = __builtin_inff(), kNanF = __builtin_nanf("0x3fffff");

template <typename T> AW_INLINE bool isNan(T x) { return x != x; }
AW_INLINE bool isFinite(double x) { return abs(x) < kInf; }
AW_INLINE bool isFinite(float x) { return abs(x) < kInfF; }

/// c[0] + c[1] x + c[2] x² …, by Horner's rule with fused steps.
template <typename T, int N> AW_INLINE T polynomial(const T (&c)[N], T x) {
  T sum = c[N - 1];
#pragma clang loop unroll(full)
  for (int i = N - 2; i >= 0; --i)
    sum = fma(sum, x, c[i]);
  return sum;
}

/// 2^n for -1022 <= n <= 1023.
AW_INLINE double power2(int n) { return bitCast<double>(uint64_t(n + 1023) << 52); }
/// 2^n for -126 <= n <= 127.
AW_INLINE float power2f(int n) { return bitCast<float>(uint32_t(n + 127) << 23); }

/// x * 2^n for 0.25 <= |x| <= 4 and |n| <= 2000, rounded once: the first of the factors is exact.
AW_INLINE double scale(double x, int n) {
  int first = n >> 1;
  return x * power2(first) * power2(n - first);
}
AW_INLINE float scale(float x, int n) {
  int first = n >> 1;
  return x * power2f(first) * power2f(n - first);
}

/// An unevaluated sum high + low with |low| <= ulp(high) / 2.
struct Double2 {
  double high, low;
};
/// a + b exactly, for |a| >= |b| or a == 0.
AW_INLINE Double2 quickSum(double a, double b) {
  double s = a + b;
  return {s, b - (s - a)};
}
/// a + b exactly.
AW_INLINE Double2 exactSum(double a, double b) {
  double s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}
/// a * b exactly.
AW_INLINE Double2 exactProduct(double a, double b) {
  double p = a * b;
  return {p, fma(a, b, -p)};
}
AW_INLINE Double2 operator*(Double2 a, Double2 b) {
  Double2 p = exactProduct(a.high, b.high);
  return quickSum(p.high, p.low + (a.high * b.low + a.low * b.high));
}
AW_INLINE Double2 operator+(Double2 a, Double2 b) {
  Double2 s = exactSum(a.high, b.high);
  return quickSum(s.high, s.low + (a.low + b.low));
}

// Pieces that several functions share (Exponential.cpp, Trigonometric.cpp).
double expSum(double high, double low); ///< e^(high + low)
Double2 logSum(double x);               ///< log x as a sum, x positive and finite
double erfcxPositive(double x);         ///< e^(x²) erfc(x) for x >= 0
Double2 sincosFar(float x);             ///< sine and cosine

} // namespace anywarp::libdevice
