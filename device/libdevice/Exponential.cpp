// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exponentials, logarithms, powers and hyperbolic functions.
#include "Polynomials.h"

namespace anywarp::libdevice {

constexpr double kLog2E = 0x1.71547652b82fep+0;
constexpr double kLn2High = 0x1.62e42fefa3800p-1, kLn2Low = 0x1.ef35793c76730p-45; // high * n is exact
constexpr double kLn10 = 0x1.26bb1bbb55516p+1, kLn10Low = -0x1.f48ad494ea3e9p-53;
constexpr double kLn2 = 0x1.62e42fefa39efp-1, kLn2Rest = 0x1.abc9e3b39803fp-56;

/// e^(high + low), any high, |low| tiny against it.
AW_INLINE double expSumInline(double high, double low) {
  constexpr double magic = 0x1.8p+52; // a sum with it is rounded to an integer, in its low bits
  double t = fma(high, kLog2E, magic), n = t - magic;
  double r = fma(n, -kLn2High, high); // exact
  Double2 sum = quickSum(r, fma(n, -kLn2Low, low));
  double p = fma(sum.high * sum.high, polynomial(kExpTail, sum.high), sum.low);
  // 2^n as two powers that are normal numbers: only the second product can round.
  int k = int(uint32_t(bitCast<uint64_t>(t))), half = k >> 1;
  double first = bitCast<double>(bitCast<uint64_t>(1 + (sum.high + p)) + (uint64_t(uint32_t(half)) << 52));
  double value = first * power2(k - half);
  // Beyond ±746, infinite or NaN, by the upper word.
  bool far = (bitCast<uint64_t>(high) >> 32 & 0x7fffffff) >= 0x40875000u;
  return far ? (high > 0 ? kInf : high < 0 ? 0 : high) : value;
}
double expSum(double high, double low) { return expSumInline(high, low); }

/// Splits a positive finite x into m * 2^e with sqrt(1/2) <= m < sqrt(2).
AW_INLINE double splitExponent(double x, int &e) {
  bool tiny = x < 0x1p-1022;
  uint64_t bits = bitCast<uint64_t>(tiny ? x * 0x1p54 : x);
  uint64_t shifted = bits + (0x3ff0000000000000ul - 0x3fe6a09e667f3bcdul);
  e = int(shifted >> 52) - 1023 - (tiny ? 54 : 0);
  return bitCast<double>((shifted & 0xffffffffffffful) + 0x3fe6a09e667f3bcdul);
}
/// log x with about 66 bits, for the functions that scale or exponentiate it.
Double2 logSum(double x) {
  int e;
  double m = splitExponent(x, e), f = m - 1;
  Double2 g = exactSum(m, 1);
  double s = f / g.high;
  double rest = (fma(-s, g.high, f) - s * g.low) / g.high; // what s lacks
  Double2 s2 = exactProduct(s, s);
  s2.low += 2 * s * rest;
  Double2 cube = s2 * Double2{s, rest};
  Double2 third = cube * Double2{0x1.5555555555555p-1, 0x1.5555555555555p-55};
  double tail = cube.high * s2.high * (polynomial(kLogTail, s2.high) - kLogTail[0]) / s2.high;
  tail = s2.high > 0 ? tail : 0;
  Double2 sum = Double2{2 * s, 2 * rest} + third;
  sum = quickSum(sum.high, sum.low + tail);
  Double2 power = exactProduct(double(e), kLn2);
  power.low += e * kLn2Rest;
  return power + sum;
}

/// The special cases of every logarithm around `value`, the result for positive finite x.
AW_INLINE double logCases(double x, double value) {
  return x > 0 && x < kInf ? value : x == 0 ? -kInf : x > 0 ? kInf : x < 0 ? kMadeNan : kNan;
}

/// log x as 2^e and log m in plain doubles: within 0.6 ulp.
AW_INLINE double logPlain(double x) {
  int e;
  double m = splitExponent(x, e), f = m - 1, s = f / (2 + f), z = s * s;
  // log m = f - f²/2 + s (f²/2 + z R(z)), which keeps f exact.
  double half = 0.5 * f * f, r = z * polynomial(kLogTail, z);
  double n = e;
  return fma(n, kLn2High, -((half - fma(s, half + r, n * kLn2Low)) - f));
}

AW_MATH double __nv_exp(double x) { return expSumInline(x, 0); }
AW_MATH double __nv_exp2(double x) {
  double n = rint(x < -1100 ? -1100 : x > 1100 ? 1100 : x), r = (isNan(x) ? 0 : abs(x) > 1100 ? 0 : x) - n;
  r = abs(x) > 1100 || isNan(x) ? 0 : r;
  Double2 p = exactProduct(r, kLn2);
  p.low = fma(r, kLn2Rest, p.low);
  double tail = fma(p.high * p.high, polynomial(kExpTail, p.high), p.low);
  double value = scale(1 + (p.high + tail), isNan(x) ? 0 : int(n));
  return isNan(x) ? x : x >= 1024 ? kInf : x < -1075 ? 0 : value;
}
AW_MATH double __nv_exp10(double x) {
  Double2 p = exactProduct(x, kLn10);
  p.low = fma(x, kLn10Low, p.low);
  double value = expSumInline(p.high, p.low);
  return isNan(x) ? x : x > 308.3 ? kInf : x < -324 ? 0 : value;
}
/// e^x - 1 as the sum of two numbers times `twice`, for x in -40 ... 710.
AW_INLINE Double2 expm1Sum(double x, double &twice) {
  double n = rint(x * kLog2E);
  double r0 = fma(n, -kLn2High, x), c = n * kLn2Low;
  double r = r0 - c, low = (r0 - r) - c;
  // e^r - 1 = r + r²/2 + r³ P(r)
  double small = fma(r * r * r, polynomial(kExpm1Tail, r), 0.5 * r * r) + low;
  int k = int(n);
  double half = k >= 1024 ? 0x1p1023 : power2(k < -1022 ? -1022 : k);
  twice = k >= 1024 ? 2 : 1;
  Double2 one = exactSum(half, k >= 54 ? 0.0 : -1.0);
  Double2 sum = exactSum(one.high, half * r);
  return k == 0 ? Double2{r, small} : Double2{sum.high, sum.low + (half * small + one.low)};
}
AW_MATH double __nv_expm1(double x) {
  double twice;
  Double2 sum = expm1Sum(x < -40 ? -40 : x > 710 ? 710 : x, twice);
  double value = (sum.high + sum.low) * twice;
  return isNan(x) ? x : x > 709.782712893384 ? kInf : x < -38 ? -1.0 : x == 0 ? x : value;
}
AW_MATH double __nv_log(double x) { return logCases(x, logPlain(x)); }
AW_MATH double __nv_log2(double x) {
  Double2 l = logSum(x > 0 && x < kInf ? x : 1);
  Double2 v = l * Double2{0x1.71547652b82fep+0, 0x1.777d0ffda0d24p-56};
  return logCases(x, v.high + v.low);
}
AW_MATH double __nv_log10(double x) {
  Double2 l = logSum(x > 0 && x < kInf ? x : 1);
  Double2 v = l * Double2{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
  return logCases(x, v.high + v.low);
}
AW_MATH double __nv_log1p(double x) {
  bool usable = x > -1 && x < kInf;
  Double2 u = exactSum(1, usable ? x : 0);
  Double2 l = logSum(usable ? u.high : 1);
  double value = l.high + (l.low + u.low / u.high);
  // Near 0 the sum above loses the bits that 1 + x drops; the series in s = x / (2 + x) does not.
  double s = x / (2 + x), z = s * s, half = 0.5 * x * x;
  double near = x - (half - s * (half + z * polynomial(kLogTail, z)));
  value = x > -0.29 && x < 0.41 ? near : value;
  return usable ? (x == 0 ? x : value) : x == -1 ? -kInf : x == kInf ? x : kNan;
}

AW_MATH double __nv_pow(double x, double y) {
  double ax = abs(x);
  bool plain = ax > 0 && ax < kInf && isFinite(y);
  Double2 l = logSum(plain ? ax : 1);
  Double2 p = exactProduct(y, l.high);
  p.low = fma(y, l.low, p.low);
  p = isFinite(p.high) ? quickSum(p.high, p.low) : Double2{p.high, 0};
  double value = plain ? expSumInline(p.high, isFinite(p.low) ? p.low : 0) : 1;
  // Is y an integer, and odd?
  double ay = abs(y);
  bool integer = ay >= 0x1p52 || rint(y) == y;
  bool odd = integer && ay < 0x1p53 && (int64_t(ay < 0x1p53 ? ay : 0) & 1);
  // |x| is 0 or infinite, or |y| is infinite
  bool grows = (ax > 1) == (y > 0);
  double edge = grows ? kInf : 0;
  value = plain ? value : edge;
  value = !isFinite(y) && ax == 1 ? 1 : value;
  value = x < 0 || (x == 0 && bitCast<int64_t>(x) < 0) ? (odd ? -value : integer || ax == 0 || ax == kInf ? value : kMadeNan)
                                                       : value;
  value = isNan(x) || isNan(y) ? kNan : value;
  return y == 0 || x == 1 ? 1 : value;
}
AW_MATH double __nv_powi(double x, int n) { return __nv_pow(x, double(n)); }
AW_MATH double __nv_cbrt(double x) {
  double ax = abs(x);
  bool usable = ax > 0 && ax < kInf, tiny = ax < 0x1p-1022;
  uint64_t bits = bitCast<uint64_t>(usable ? (tiny ? ax * 0x1p54 : ax) : 1.0);
  int e = int(bits >> 52) - 1022 - (usable && tiny ? 54 : 0); // ax = m * 2^e, 0.5 <= m < 1
  double m = bitCast<double>((bits & 0xffffffffffffful) | 0x3fe0000000000000ul);
  int third = (e + 3000) / 3 - 1000, rest = e - 3 * third; // rest 0, 1, 2
  m = rest == 0 ? m : rest == 1 ? 2 * m : 4 * m;
  double seed = polynomial(kCbrtSeed, rest == 0 ? m : rest == 1 ? m / 2 : m / 4);
  double y = seed * (rest == 0 ? 1.0 : rest == 1 ? 1.2599210498948732 : 1.5874010519681994);
#pragma clang loop unroll(full)
  for (int i = 0; i < 2; ++i) // Newton: 17, 34 bits
    y = y - (y - m / (y * y)) * (1.0 / 3);
  Double2 y2 = exactProduct(y, y); // the last step with the residual to twice the precision
  double residual = fma(-y, y2.high, m) - y * y2.low;
  y = fma(residual, 1 / (3 * y2.high), y);
  return usable ? copySign(scale(y, third), x) : x;
}
AW_MATH double __nv_rcbrt(double x) {
  double r = 1 / __nv_cbrt(x); // one Newton step with 1 - x r³ in twice the precision
  Double2 t = exactProduct(x, r) * Double2{r, 0} * Double2{r, 0};
  double e = (1 - t.high) - t.low;
  return abs(x) > 0x1p-900 && abs(x) < kInf ? fma(r * e, 1.0 / 3, r) : r;
}
/// e^a / 2 for large a.
AW_INLINE double halfExp(double a) {
  Double2 d = exactSum(a, -kLn2);
  return expSumInline(d.high, a < kInf ? d.low - kLn2Rest : 0);
}
AW_MATH double __nv_sinh(double x) {
  double a = abs(x), t = __nv_expm1(a);
  double mid = 0.5 * (a < 22 ? t + t / (t + 1) : t + 1);
  double large = halfExp(a); // e^a / 2 where e^a overflows
  double value = a > 709 ? large : mid;
  return a < 0x1p-28 ? x : copySign(value, x);
}
AW_MATH double __nv_cosh(double x) {
  double a = abs(x);
  // (e^a + e^-a) / 2, where e^a keeps the bits that rounding would drop
  double n = rint((a > 710 ? 710 : a) * kLog2E), r = fma(n, -kLn2High, a), low = n * -kLn2Low;
  Double2 reduced = exactSum(r, low), e = quickSum(1, reduced.high);
  e.low += reduced.low + reduced.high * reduced.high * polynomial(kExpTail, reduced.high);
  e = quickSum(e.high, e.low);
  double factor = power2(int(n) < 1023 ? int(n) : 1023), inverse = 1 / (e.high * factor);
  double mid = 0.5 * (factor * e.high) + 0.5 * (factor * e.low + inverse);
  return a > 709 ? halfExp(a) : mid;
}
AW_MATH double __nv_tanh(double x) {
  // t / (t + 2), t = e^2|x| - 1, both to more bits than a double has
  double a = abs(x), twice;
  Double2 t = expm1Sum(a < 22 ? 2 * a : 44, twice);
  t = quickSum(t.high, t.low);
  Double2 d = exactSum(t.high, 2);
  d.low += t.low;
  double q = t.high / d.high, rest = ((fma(-q, d.high, t.high) + t.low) - q * d.low) / d.high;
  double value = a > 22 ? 1 : q + rest;
  return isNan(x) || a < 0x1p-28 ? x : copySign(value, x);
}
AW_MATH double __nv_asinh(double x) {
  double a = abs(x), z = a * a;
  double value = a > 0x1p28 ? logPlain(a) + kLn2 : __nv_log1p(a + z / (1 + sqrt(z + 1)));
  return a < 0x1p-28 || !isFinite(x) ? x : copySign(value, x);
}
AW_MATH double __nv_acosh(double x) {
  double t = x - 1, value = x > 0x1p28 ? logPlain(x) + kLn2 : __nv_log1p(t + sqrt(2 * t + t * t));
  return x < 1 || isNan(x) ? kNan : x == kInf ? x : value;
}
AW_MATH double __nv_atanh(double x) {
  double a = abs(x), value = 0.5 * __nv_log1p(2 * a / (1 - a));
  return a < 0x1p-28 ? x : copySign(value, x);
}

AW_MATH float __nv_powif(float x, int n) {
  // n as a double: a float would round it and lose its parity.
  return float(__nv_pow(x, n));
}

} // namespace anywarp::libdevice
