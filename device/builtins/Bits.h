// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all builtins share: bit casts, flushing, and the exact error of a rounded operation.
// Builtins are compiled for a generic x86-64, inlined into the code of one thread and only then
// widened to W lanes; so everything here is free of branches, memory and library calls.
#pragma once

#include "device/builtins/Modes.h"

#define AW_BUILTIN extern "C"
#define AW_INLINE static inline __attribute__((always_inline))

namespace anywarp::device {

AW_INLINE uint32_t bitsOf(float x) { return __builtin_bit_cast(uint32_t, x); }
AW_INLINE uint64_t bitsOf(double x) { return __builtin_bit_cast(uint64_t, x); }
AW_INLINE float toFloat(uint32_t x) { return __builtin_bit_cast(float, x); }
AW_INLINE double toDouble(uint64_t x) { return __builtin_bit_cast(double, x); }

inline constexpr uint32_t kSignF32 = 0x80000000u;
inline constexpr uint64_t kSignF64 = 0x8000000000000000ull;
inline constexpr uint32_t kCanonicalNanF32 = 0x7fffffffu;
inline constexpr uint16_t kCanonicalNanF16 = 0x7fffu; ///< also bf16's
inline constexpr float kMinNormalF32 = 0x1p-126f;

AW_INLINE float flush(float x) {
  uint32_t u = bitsOf(x);
  return toFloat((u & 0x7f800000u) == 0 ? u & kSignF32 : u);
}
AW_INLINE float flushIf(float x, bool on) { return on ? flush(x) : x; }

/// The .sat of PTX: [0, 1], -0 and NaN become +0.
AW_INLINE float saturate(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
AW_INLINE double saturate(double x) { return x > 0.0 ? (x < 1.0 ? x : 1.0) : 0.0; }

/// a + b - sum for the rounded sum, exact (Dekker; the larger operand goes first, so that nothing
/// overflows unless the sum does).
AW_INLINE double sumError(double a, double b, double sum) {
  bool swap = __builtin_fabs(a) < __builtin_fabs(b);
  double large = swap ? b : a, small = swap ? a : b;
  return small - (sum - large);
}

/// The float next to `f` towards the exact value, which lies above it, below it, or on it
/// (neither), if the rounding asks for it; `f` is one of the two floats around the exact value.
/// Walking the bit pattern passes correctly from subnormal to normal numbers and from infinity to
/// the largest.
AW_INLINE uint32_t stepF32(uint32_t f, bool above, bool below, Rounding rounding) {
  bool negative = f >> 31;
  bool shrink =
      rounding == RoundZero
          ? (negative ? below : above)
          : (rounding == RoundDown ? above && !negative : rounding == RoundUp && below && negative);
  bool grow = rounding == RoundDown ? above && negative : rounding == RoundUp && below && !negative;
  return f - uint32_t(shrink) + uint32_t(grow);
}
AW_INLINE uint64_t stepF64(uint64_t f, bool above, bool below, Rounding rounding) {
  bool negative = f >> 63;
  bool shrink =
      rounding == RoundZero
          ? (negative ? below : above)
          : (rounding == RoundDown ? above && !negative : rounding == RoundUp && below && negative);
  bool grow = rounding == RoundDown ? above && negative : rounding == RoundUp && below && !negative;
  return f - uint64_t(shrink) + uint64_t(grow);
}

/// d + e (e far smaller than d, of which only the sign counts) rounded to float. For RoundNearest
/// `e` must not decide, which holds when d is exact or has been rounded to odd.
AW_INLINE float roundToFloat(double d, double e, Rounding rounding) {
  float f = float(d);
  if (rounding == RoundNearest)
    return f;
  double back = f;
  bool above = back > d || (back == d && e < 0.0);
  bool below = back < d || (back == d && e > 0.0);
  return toFloat(stepF32(bitsOf(f), above, below, rounding));
}

/// Rounds d + e to odd: the result can be rounded once more, to at least two bits less, in any
/// rounding and stays correct (Boldo and Melquiond).
AW_INLINE double roundToOdd(double d, double e) {
  uint64_t u = bitsOf(d);
  bool inexact = e > 0.0 || e < 0.0;
  bool tooLarge = d > 0.0 ? e < 0.0 : e > 0.0;
  return toDouble(inexact ? (u - uint64_t(tooLarge)) | 1 : u);
}
AW_INLINE float roundToOddFloat(double d) {
  float f = float(d);
  uint32_t u = bitsOf(f);
  double back = f;
  bool inexact = back > d || back < d;
  bool tooLarge = __builtin_fabs(back) > __builtin_fabs(d);
  return toFloat(inexact ? (u - uint32_t(tooLarge)) | 1 : u);
}

} // namespace anywarp::device
