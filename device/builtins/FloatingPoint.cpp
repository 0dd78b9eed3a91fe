// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point instructions of PTX whose rounding or flushing the host has no instruction for:
// directed rounding without the rounding mode register, .ftz without the control register, min and
// max. A correctly rounded host operation plus the sign of its exact error gives every rounding.
#include "device/builtins/Builtins.h"

using namespace anywarp::device;

namespace {

/// x = mantissa * 2^exponent with |mantissa| in [1, 2); for finite x other than 0.
struct Split {
  double mantissa;
  int64_t exponent;
};
AW_INLINE Split split(double x) {
  bool subnormal = (bitsOf(x) << 1 >> 53) == 0;
  uint64_t u = bitsOf(subnormal ? x * 0x1p54 : x);
  int64_t exponent = int64_t(u << 1 >> 53) - 1023 - (subnormal ? 54 : 0);
  return {toDouble((u & 0x800fffffffffffffull) | 0x3ff0000000000000ull), exponent};
}

AW_INLINE double powerOfTwo(int64_t k) { return toDouble(uint64_t(k + 1023) << 52); }

/// x * 2^k where the product needs no rounding; k beyond 2044 counts as 2044.
AW_INLINE double scale(double x, int64_t k) {
  k = k > 2044 ? 2044 : k < -2044 ? -2044 : k;
  int64_t half = k >> 1;
  return x * powerOfTwo(half) * powerOfTwo(k - half);
}

AW_INLINE bool isFinite(double x) { return (bitsOf(x) & ~kSignF64) < 0x7ff0000000000000ull; }

/// The result `r`, correctly rounded to nearest, in the rounding asked for; `e` has the sign of
/// exact - r and is NaN or zero where r is exact.
AW_INLINE double direct(double r, double e, Rounding rounding) {
  return toDouble(stepF64(bitsOf(r), e < 0.0, e > 0.0, rounding));
}

/// a + b in double. Down: a sum of zero that is not +0 + +0 is -0.
AW_INLINE double addF64(double a, double b, Rounding rounding) {
  double sum = a + b;
  double e = sumError(a, b, sum);
  // An infinite sum of finite numbers is too large in magnitude.
  e = isFinite(a) && isFinite(b) && !isFinite(sum) ? -sum : e;
  double r = direct(sum, e, rounding);
  if (rounding == RoundDown)
    r = sum == 0.0 ? toDouble((bitsOf(a) | bitsOf(b)) & kSignF64) : r;
  return r;
}

AW_INLINE double mulF64(double a, double b, Rounding rounding) {
  double p = a * b;
  Split x = split(a), y = split(b);
  double e = __builtin_fma(x.mantissa, y.mantissa, -scale(p, -(x.exponent + y.exponent)));
  bool exact = a == 0.0 || b == 0.0 || !isFinite(a) || !isFinite(b);
  return direct(p, exact ? 0.0 : e, rounding);
}

AW_INLINE double divF64(double a, double b, Rounding rounding) {
  double q = a / b;
  Split x = split(a), y = split(b);
  double e = __builtin_fma(-scale(q, y.exponent - x.exponent), y.mantissa, x.mantissa);
  bool exact = a == 0.0 || b == 0.0 || !isFinite(a) || !isFinite(b);
  return direct(q, exact ? 0.0 : e * y.mantissa, rounding);
}

AW_INLINE double sqrtF64(double x, Rounding rounding) {
  double root = __builtin_sqrt(x);
  bool small = x < 0x1p-500;
  double e = __builtin_fma(-(small ? root * 0x1p100 : root), small ? root * 0x1p100 : root,
                           small ? x * 0x1p200 : x);
  return direct(root, e, rounding);
}

/// The sign of s + t + u for numbers whose exact sums need no more than two words.
AW_INLINE double signOfSum(double s, double t, double u) {
  double a = s + t, aError = sumError(s, t, a);
  double b = aError + u, bError = sumError(aError, u, b);
  double total = a + b;
  return total == 0.0 ? bError : total;
}

AW_INLINE double fmaF64(double a, double b, double c, Rounding rounding) {
  double r = __builtin_fma(a, b, c);
  // On scaled operands, so that neither product nor error leaves the range: the larger of product
  // and addend near 1, the other not below 2^-300, where it can no longer change a sign.
  Split x = split(a), y = split(b), z = split(c);
  int64_t productExponent = x.exponent + y.exponent;
  bool zeroC = c == 0.0;
  int64_t top = zeroC || productExponent > z.exponent ? productExponent : z.exponent;
  int64_t down = productExponent - top, downC = z.exponent - top;
  double m = x.mantissa * powerOfTwo(down < -300 ? -300 : down);
  double n = zeroC ? 0.0 : z.mantissa * powerOfTwo(downC < -300 ? -300 : downC);
  double d = scale(r, -top);
  double p = m * y.mantissa, pError = __builtin_fma(m, y.mantissa, -p);
  double low = n + pError, lowError = sumError(n, pError, low);
  double high = p + low, highError = sumError(p, low, high);
  double e = isFinite(r) ? signOfSum(high - d, highError, lowError) : -r;
  bool exact = a == 0.0 || b == 0.0 || !isFinite(a) || !isFinite(b) || !isFinite(c);
  double directed = direct(r, exact ? 0.0 : e, rounding);
  // Down: an exact sum of zero is -0 unless both terms are +0.
  if (rounding == RoundDown) {
    uint64_t signs = ((bitsOf(a) ^ bitsOf(b)) | bitsOf(c)) & kSignF64;
    bool zero = r == 0.0 && (exact || e == 0.0);
    directed = zero ? toDouble(signs) : directed;
  }
  return directed;
}

/// Rounds the exact value d + e to float. With .ftz, a result is flushed that lies below the normal
/// range when it is rounded to 24 bits without bound of the exponent.
AW_INLINE float finish(double d, double e, Rounding rounding, uint32_t flags) {
  float f = roundToFloat(d, e, rounding);
  if (flags & FlagFtz) {
    bool tiny = __builtin_fabsf(roundToFloat(d * 0x1p24, e, rounding)) < 0x1p-102f;
    f = tiny ? __builtin_copysignf(0.0f, float(d)) : f;
  }
  return flags & FlagSat ? saturate(f) : f;
}

/// p + c in a directed rounding, for an exact product p of floats (or a float).
AW_INLINE float addProduct(double p, double c, Rounding rounding, uint32_t flags) {
  double sum = p + c;
  double e = sumError(p, c, sum);
  if (rounding == RoundDown)
    sum = sum == 0.0 ? toDouble((bitsOf(p) | bitsOf(c)) & kSignF64) : sum;
  return finish(sum, e, rounding, flags);
}

AW_INLINE float afterFlags(float r, uint32_t flags) {
  r = flushIf(r, flags & FlagFtz);
  return flags & FlagSat ? saturate(r) : r;
}

} // namespace

AW_BUILTIN float aw_flush_f32(float x) { return flush(x); }
AW_BUILTIN float aw_sat_f32(float x) { return saturate(x); }
AW_BUILTIN double aw_sat_f64(double x) { return saturate(x); }

AW_BUILTIN float aw_add_f32(float a, float b, Rounding rounding, uint32_t flags) {
  a = flushIf(a, flags & FlagFtz);
  b = flushIf(b, flags & FlagFtz);
  if (rounding == RoundNearest) // a subnormal sum is exact, so flushing afterwards is right
    return afterFlags(a + b, flags);
  return addProduct(a, b, rounding, flags);
}

AW_BUILTIN float aw_sub_f32(float a, float b, Rounding rounding, uint32_t flags) {
  return aw_add_f32(a, -b, rounding, flags);
}

AW_BUILTIN float aw_mul_f32(float a, float b, Rounding rounding, uint32_t flags) {
  a = flushIf(a, flags & FlagFtz);
  b = flushIf(b, flags & FlagFtz);
  if (rounding != RoundNearest)
    return finish(double(a) * double(b), 0.0, rounding, flags);
  float r = a * b;
  if (flags & FlagFtz) {
    // Where the product is that small, no operand exceeds 1, so that the scaled product is the one
    // with unbounded exponent.
    bool tiny = __builtin_fabsf(a * 0x1p24f * b) < 0x1p-102f;
    r = tiny ? __builtin_copysignf(0.0f, r) : r;
  }
  return flags & FlagSat ? saturate(r) : r;
}

AW_BUILTIN float aw_fma_f32(float a, float b, float c, Rounding rounding, uint32_t flags) {
  a = flushIf(a, flags & FlagFtz);
  b = flushIf(b, flags & FlagFtz);
  c = flushIf(c, flags & FlagFtz);
  if (rounding != RoundNearest)
    return addProduct(double(a) * double(b), c, rounding, flags);
  float r = __builtin_fmaf(a, b, c);
  if (flags & FlagFtz) {
    bool tiny = __builtin_fabsf(__builtin_fmaf(a * 0x1p24f, b, c * 0x1p24f)) < 0x1p-102f;
    r = tiny ? __builtin_copysignf(0.0f, r) : r;
  }
  return flags & FlagSat ? saturate(r) : r;
}

AW_BUILTIN float aw_div_f32(float a, float b, Rounding rounding, uint32_t flags) {
  a = flushIf(a, flags & FlagFtz);
  b = flushIf(b, flags & FlagFtz);
  if (rounding == RoundNearest) {
    float q = a / b;
    if (flags & FlagFtz) {
      bool tiny = __builtin_fabsf(a) * 0x1p63f < __builtin_fabsf(b) * 0x1p-63f;
      q = tiny ? __builtin_copysignf(0.0f, q) : q;
    }
    return q;
  }
  double q = double(a) / double(b);
  double e = __builtin_fma(-q, double(b), double(a)) * (b < 0.0f ? -1.0 : 1.0);
  return finish(q, e, rounding, flags);
}

AW_BUILTIN float aw_rcp_f32(float x, Rounding rounding, uint32_t flags) {
  return aw_div_f32(1.0f, x, rounding, flags);
}

AW_BUILTIN float aw_sqrt_f32(float x, Rounding rounding, uint32_t flags) {
  x = flushIf(x, flags & FlagFtz);
  if (rounding == RoundNearest)
    return __builtin_sqrtf(x);
  double root = __builtin_sqrt(double(x));
  return roundToFloat(root, __builtin_fma(-root, root, double(x)), rounding);
}

AW_BUILTIN double aw_add_f64(double a, double b, Rounding rounding) {
  return addF64(a, b, rounding);
}
AW_BUILTIN double aw_sub_f64(double a, double b, Rounding rounding) {
  return addF64(a, -b, rounding);
}
AW_BUILTIN double aw_mul_f64(double a, double b, Rounding rounding) {
  return mulF64(a, b, rounding);
}
AW_BUILTIN double aw_div_f64(double a, double b, Rounding rounding) {
  return divF64(a, b, rounding);
}
AW_BUILTIN double aw_rcp_f64(double x, Rounding rounding) { return divF64(1.0, x, rounding); }
AW_BUILTIN double aw_sqrt_f64(double x, Rounding rounding) { return sqrtF64(x, rounding); }
AW_BUILTIN double aw_fma_f64(double a, double b, double c, Rounding rounding) {
  return fmaF64(a, b, c, rounding);
}

/// min and max: a NaN loses against a number (or wins, .NaN), -0 is below +0.
AW_BUILTIN float aw_minmax_f32(float a, float b, uint32_t flags) {
  a = flushIf(a, flags & FlagFtz);
  b = flushIf(b, flags & FlagFtz);
  uint32_t sign = (bitsOf(a) ^ bitsOf(b)) & kSignF32;
  if (flags & FlagXorSign) {
    a = __builtin_fabsf(a);
    b = __builtin_fabsf(b);
  }
  bool takeA = flags & FlagMin ? a < b : a > b;
  // Equal numbers differ at most as zeros, in the sign bit.
  uint32_t zeros = flags & FlagMin ? bitsOf(a) | bitsOf(b) : bitsOf(a) & bitsOf(b);
  uint32_t r = a == b ? zeros : takeA ? bitsOf(a) : bitsOf(b);
  bool nanA = a != a, nanB = b != b;
  r = nanB ? bitsOf(a) : r;
  if (flags & FlagXorSign)
    r |= sign;
  bool nan = flags & FlagNan ? nanA || nanB : nanA && nanB;
  return toFloat(nan ? kCanonicalNanF32 : r);
}

AW_BUILTIN double aw_minmax_f64(double a, double b, uint32_t flags) {
  bool takeA = flags & FlagMin ? a < b : a > b;
  uint64_t zeros = flags & FlagMin ? bitsOf(a) | bitsOf(b) : bitsOf(a) & bitsOf(b);
  uint64_t r = a == b ? zeros : takeA ? bitsOf(a) : bitsOf(b);
  const bool isNone = a != a && b != b; // the second NaN, made quiet (seen)
  return toDouble(isNone ? bitsOf(b) | 1ull << 51 : b != b ? bitsOf(a) : r);
}
