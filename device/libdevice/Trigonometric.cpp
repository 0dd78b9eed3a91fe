// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sines, tangents and their inverses. Arguments of any size are reduced exactly enough (Cody and
// Waite up to 2^30, Payne and Hanek beyond).
#include "Polynomials.h"

namespace anywarp::libdevice {

constexpr double kPiHalf = 0x1.921fb54442d18p+0, kPiHalf2 = 0x1.1a62633145c07p-54, kPiHalf3 = -0x1.f1976b7ed8fbcp-110;
constexpr double kPi = 0x1.921fb54442d18p+1, kPiLow = 0x1.1a62633145c07p-53;

struct Reduced {
  Double2 angle; ///< x - quadrant * π/2, within ±π/4
  int quadrant;  ///< modulo 4
};

/// For |x| >= 2^30: multiplies the mantissa by the bits of 2/π that matter.
__attribute__((noinline)) Reduced reduceLarge(double x) {
  uint64_t bits = bitCast<uint64_t>(abs(x)), mantissa = (bits & 0xffffffffffffful) | 0x10000000000000ul;
  int start = int(bits >> 52) - 1075 - 2 + 64; // first bit of kTwoOverPi that is not a multiple of 4 times
  int word = start >> 6, shift = start & 63;
  uint64_t w[3];
  for (int i = 0; i < 3; ++i) {
    uint64_t a = kTwoOverPi[word + i], b = kTwoOverPi[word + i + 1];
    w[i] = shift ? a << shift | b >> (64 - shift) : a;
  }
  // mantissa * (w0, w1, w2) modulo 2^192: the fraction of x * (2/π) / 4
  unsigned __int128 low = (unsigned __int128)mantissa * w[2], middle = (unsigned __int128)mantissa * w[1];
  unsigned __int128 sum = middle + (uint64_t)(low >> 64);
  uint64_t p1 = (uint64_t)sum, p0 = mantissa * w[0] + (uint64_t)(sum >> 64), p2 = (uint64_t)low;
  int quadrant = int(p0 >> 62);
  // The rest as a signed fraction of a quadrant, in 192 - 2 bits.
  uint64_t f0 = p0 << 2 | p1 >> 62, f1 = p1 << 2 | p2 >> 62;
  bool upper = f0 >> 63;
  quadrant += upper;
  if (upper) {
    f1 = ~f1;
    f0 = ~f0;
  }
  double high = double(f0 >> 11) * 0x1p-53, low2 = double((f0 & 0x7ff) << 42 | f1 >> 22) * 0x1p-106;
  Double2 fraction = quickSum(high, low2);
  Double2 angle = fraction * Double2{kPiHalf, kPiHalf2};
  bool negative = upper != (bitCast<int64_t>(x) < 0);
  int q = bitCast<int64_t>(x) < 0 ? -quadrant : quadrant;
  return {{negative ? -angle.high : angle.high, negative ? -angle.low : angle.low}, q & 3};
}

AW_INLINE Reduced reduce(double x) {
  if (abs(x) >= 0x1p30 && isFinite(x))
    return reduceLarge(x);
  double n = rint(x * 0x1.45f306dc9c883p-1);
  double r = fma(-n, kPiHalf, x); // exact
  Double2 p = exactProduct(n, kPiHalf2);
  double high = r - p.high, low = ((r - high) - p.high) - p.low;
  low = fma(-n, kPiHalf3, low);
  return {quickSum(high, low), isFinite(x) ? int(int64_t(n) & 3) : 0};
}

AW_INLINE double sinSmall(Double2 a) {
  double z = a.high * a.high;
  return a.high + fma(a.high * z, polynomial(kSinTail, z), fma(-0.5 * z, a.low, a.low));
}
AW_INLINE double cosSmall(Double2 a) {
  double z = a.high * a.high, half = 0.5 * z, w = 1 - half;
  return w + (((1 - w) - half) + fma(z * z, polynomial(kCosTail, z), -a.high * a.low));
}

AW_INLINE void sincosReduced(Reduced r, double &s, double &c) {
  double sine = sinSmall(r.angle), cosine = cosSmall(r.angle);
  bool swap = r.quadrant & 1;
  s = swap ? cosine : sine;
  c = swap ? sine : cosine;
  s = r.quadrant & 2 ? -s : s;
  c = (r.quadrant + 1) & 2 ? -c : c;
}

AW_INLINE double tanSmall(Double2 a, bool reciprocal) {
  double z = a.high * a.high, t = a.high * z * polynomial(kTanTail, z);
  t += a.low + z * a.low; // derivative 1 + tan² ≈ 1 + z
  Double2 value = quickSum(a.high, t);
  double inverse = -1 / value.high; // -cot, with the rounding of the quotient put right
  double rest = fma(inverse, value.high, 1.0) + inverse * value.low;
  return reciprocal ? fma(inverse, rest, inverse) : value.high + value.low;
}

AW_MATH double __nv_sin(double x) {
  double s, c;
  sincosReduced(reduce(x), s, c);
  return x == 0 ? x : isFinite(x) ? s : kNan;
}
AW_MATH double __nv_cos(double x) {
  double s, c;
  sincosReduced(reduce(x), s, c);
  return isFinite(x) ? c : kNan;
}
AW_MATH void __nv_sincos(double x, double *sine, double *cosine) {
  double s, c;
  sincosReduced(reduce(x), s, c);
  *sine = x == 0 ? x : isFinite(x) ? s : kNan;
  *cosine = isFinite(x) ? c : kNan;
}
AW_MATH double __nv_tan(double x) {
  Reduced r = reduce(x);
  double value = tanSmall(r.angle, r.quadrant & 1);
  return x == 0 ? x : isFinite(x) ? value : kNan;
}

/// x * π reduced: x modulo 2 is exact.
AW_INLINE Reduced reducePi(double x) {
  double n = rint(2 * x), f = fma(n, -0.5, x);
  Double2 angle = exactProduct(f, kPi);
  angle.low = fma(f, kPiLow, angle.low);
  return {angle, abs(n) < 0x1p62 ? int(int64_t(n) & 3) : 0};
}
AW_MATH double __nv_sinpi(double x) {
  double s, c;
  sincosReduced(reducePi(x), s, c);
  return x == 0 ? x : isFinite(x) ? (rint(x) == x ? copySign(0.0, x) : s) : kNan;
}
AW_MATH double __nv_cospi(double x) {
  double s, c;
  sincosReduced(reducePi(x), s, c);
  return isFinite(x) ? c + 0.0 : kNan;
}
AW_MATH void __nv_sincospi(double x, double *sine, double *cosine) {
  *sine = __nv_sinpi(x);
  *cosine = __nv_cospi(x);
}

/// atan x as base + value for x >= 0: three intervals around 0, 1 and infinity.
AW_INLINE double atanPositive(double x) {
  bool large = x > 2.414213562373095, middle = x > 0.41421356237309503;
  double num = large ? -1 : middle ? x - 1 : x, den = large ? x : middle ? x + 1 : 1;
  double base = large ? kPiHalf : middle ? 0.5 * kPiHalf : 0;
  double low = large ? kPiHalf2 : middle ? 0.5 * kPiHalf2 : 0;
  double t = x == kInf ? 0 : num / den, z = t * t;
  return base + (t + fma(t * z, polynomial(kAtanTail, z), low));
}
AW_MATH double __nv_atan(double x) { return isNan(x) || x == 0 ? x : copySign(atanPositive(abs(x)), x); }
AW_MATH double __nv_atan2(double y, double x) {
  double ax = abs(x), ay = abs(y);
  bool both = ax == kInf && ay == kInf;
  double q = both ? 1 : ax == 0 && ay == 0 ? 0 : ay / ax;
  double a = q == kInf ? kPiHalf : atanPositive(q);
  bool left = bitCast<int64_t>(x) < 0;
  a = left ? kPi - (a - kPiLow) : a;
  return isNan(x) || isNan(y) ? kNan : copySign(a, y);
}
/// asin for 0 <= x <= 1/2 by its series.
AW_INLINE double asinTail(double z) { return z * polynomial(kAsinTail, z); }
AW_MATH double __nv_asin(double x) {
  double a = abs(x), z = a > 0.5 ? 0.5 * (1 - a) : a * a, t = asinTail(z);
  double s = sqrt(z), rest = (fma(-s, s, z)) / (2 * s); // sqrt(z) = s + rest
  double large = kPiHalf - (2 * s + fma(2 * s, t, 2 * rest - kPiHalf2));
  large = a == 1 ? kPiHalf : large;
  double value = a > 0.5 ? large : fma(a, t, a);
  return a > 1 || isNan(x) ? kNan : copySign(value, x);
}
AW_MATH double __nv_acos(double x) {
  double a = abs(x), z = a > 0.5 ? 0.5 * (1 - a) : a * a, t = asinTail(z);
  double s = sqrt(z), rest = s > 0 ? fma(-s, s, z) / (2 * s) : 0;
  double near = 2 * (s + fma(s, t, rest));
  double small = kPiHalf - (x - (kPiHalf2 - x * t));
  double value = a > 0.5 ? (x > 0 ? near : kPi - (near - kPiLow)) : small;
  return a > 1 || isNan(x) ? kNan : value;
}

/// Sine and cosine of a float beyond the reduction of Single.cpp.
__attribute__((noinline)) Double2 sincosFar(float x) {
  Double2 r{};
  __nv_sincos(x, &r.high, &r.low);
  return r;
}

} // namespace anywarp::libdevice
