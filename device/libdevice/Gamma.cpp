// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The gamma function and its logarithm. From -8 to 8 the argument is moved into [1.5, 2.5) by whole
// steps, with the product of the steps in twice the precision; beyond, Stirling's series; far left,
// the reflection at 0. Functions of float do the same with fewer steps, in plain doubles.
#include "Short.h"

namespace anywarp::libdevice {

extern "C" double __nv_sinpi(double);
extern "C" double __nv_log(double);

namespace {

constexpr double kPi = 0x1.921fb54442d18p+1;
constexpr double kLowest = -8, kHighest = 8; ///< where the steps end

/// x = 2 + u + n with |u| <= 1/2. Γ(x) = Γ(2 + u) * up / down; of the products one is 1.
struct Steps {
  double u;
  Double2 up, down;
};
AW_INLINE Steps stepsOf(double x) {
  double n = rint(x) - 2;
  Steps s{x - rint(x), {1, 0}, {1, 0}};
#pragma clang loop unroll(full)
  for (int i = 1; i <= 6; ++i) {
    bool more = double(i) <= n;
    Double2 factor = more ? exactSum(x, double(-i)) : Double2{1, 0};
    s.up = s.up * factor;
  }
#pragma clang loop unroll(full)
  for (int i = 0; i < 10; ++i) {
    bool more = double(i) < -n;
    Double2 factor = more ? exactSum(double(i), x) : Double2{1, 0};
    s.down = s.down * factor;
  }
  return s;
}

/// log Γ(x) for x >= 8.
AW_INLINE Double2 stirling(double x) {
  double y = x > 1e300 ? 1e300 : x, r = 1 / y;
  Double2 sum = exactSum(y, -0.5) * logSum(y);
  sum = sum + Double2{-y, 0};
  sum = sum + Double2{0x1.d67f1c864beb5p-1, -0x1.65b5a1b7ff5dfp-55}; // log(2π) / 2
  double tail = r * polynomial(kStirlingTail, r * r);
  return sum + Double2{tail, 0};
}

bool isInteger(double x) { return rint(x) == x; }

} // namespace

AW_MATH double __nv_tgamma(double x) {
  bool inner = x > kLowest && x < kHighest, left = x <= kLowest;
  Steps s = stepsOf(inner ? x : 2);
  double near = polynomial(kGammaNear2, s.u);
  double r = near / s.down.high;
  r = isFinite(r) ? r - r * (s.down.low / s.down.high) : r; // 1 / x of the smallest numbers
  double middle = fma(near, s.up.high, near * s.up.low);
  middle = s.down.high != 1 || s.down.low != 0 ? r : middle;
  // Γ(x) = -π / (x sin πx Γ(-x)) on the left.
  double a = left ? (x < -400 ? 400 : -x) : x < kHighest ? kHighest : x > 400 ? 400 : x;
  Double2 l = stirling(a);
  double outer = expSum(l.high, l.low);
  if (left) {
    double sine = __nv_sinpi(x), factor = kPi / (sine * a);
    // Two steps, for what falls below the normal numbers.
    Double2 half{-l.high * 0.5, -l.low * 0.5};
    double e = expSum(half.high, half.low);
    outer = (factor * e) * e;
    outer = x < -190 ? copySign(0.0, sine) : outer;
  }
  double value = inner ? middle : outer;
  value = x == 0 ? copySign(kInf, x) : x > 172 ? kInf : value;
  return isNan(x) || (x < 0 && isInteger(x)) ? kNan : value;
}

AW_MATH double __nv_lgamma(double x) {
  bool inner = x > kLowest && x < kHighest, left = x <= kLowest;
  Steps s = stepsOf(inner ? x : 2);
  bool isDown = s.down.high != 1 || s.down.low != 0;
  Double2 product = isDown ? s.down : s.up;
  double p = abs(product.high), low = product.high < 0 ? -product.low : product.low;
  double log = p > 0 ? __nv_log(p) + low / p : 0;
  // Between 1.2 and 1.5 a step would lose digits.
  bool direct = x >= 1.2 && x < 1.5;
  s.u = direct ? x - 2 : s.u;
  log = direct ? 0 : log;
  double near = s.u * polynomial(kLogGammaNear2, s.u);
  double middle = near + (isDown ? -log : log);
  double a = left ? -x : x < kHighest ? kHighest : x;
  Double2 l = stirling(a);
  double outer = l.high + l.low;
  outer = a > 2.55e305 ? kInf : outer;
  if (left) {
    double sine = abs(__nv_sinpi(isFinite(x) ? x : 0.5));
    Double2 m = logSum(sine > 0 ? sine : 1) + logSum(a > 1e300 ? 1e300 : a);
    m = Double2{0x1.250d048e7a1bdp+0, 0x1.7abf2ad8d5088p-57} + Double2{-m.high, -m.low}; // log π
    m = m + Double2{-l.high, -l.low};
    outer = a > 2.55e305 ? -kInf : m.high + m.low;
  }
  double value = inner ? middle : outer;
  value = abs(x) < 0x1p-60 ? -__nv_log(abs(x)) : value;
  value = x <= 0 && isInteger(x) ? kInf : value;
  return isNan(x) ? x : abs(x) == kInf ? kInf : value;
}

/// As Steps, in one double each, for |x| < 4.5.
struct ShortSteps {
  double u, up, down;
};
AW_INLINE ShortSteps shortStepsOf(double x) {
  double n = rint(x);
  ShortSteps s{x - n, (n > 2 ? x - 1 : 1) * (n > 3 ? x - 2 : 1), n < 2 ? x : 1};
#pragma clang loop unroll(full)
  for (int i = 1; i <= 5; ++i)
    s.down *= n < 2 - i ? x + i : 1;
  return s;
}
constexpr double kShortSteps = 4.5; ///< where they end
/// log Γ(x) for x >= 4.5.
AW_INLINE double stirlingShort(double x) {
  double r = 1 / x, tail = fma(r, polynomial(kStirlingShort, r * r), 0x1.d67f1c864beb5p-1 - x);
  return fma(x - 0.5, logShort(x), tail);
}
/// sin πx for |x| < 2^31.
AW_INLINE double sinpiShort(double x) {
  double n = rint(x), f = x - n, sine = f * polynomial(kSinpiShort, f * f);
  return int(n) & 1 ? -sine : sine;
}
AW_MATH float __nv_tgammaf(float x) {
  double y = abs(x), a = y < 45 ? y : 44.5; // beyond, it is 0 or infinite
  bool inner = y < kShortSteps;
  ShortSteps s = shortStepsOf(inner ? x : 2.0);
  double near = polynomial(kGammaShort, s.u) * s.up / s.down;
  double outer = expShort(stirlingShort(inner ? kShortSteps : a));
  double left = -kPi / (a * sinpiShort(y < 0x1p23 ? y : 0.5) * outer);
  float value = float(inner ? near : x < 0 ? left : outer);
  return isNan(x) || (x < 0 && isInteger(x)) ? kNanF : value;
}
AW_MATH float __nv_lgammaf(float x) {
  double y = abs(x);
  bool inner = y < kShortSteps, left = !inner && x < 0;
  ShortSteps s = shortStepsOf(inner ? x : 2.0);
  double near = s.u * polynomial(kLogGammaShort, s.u);
  double outer = stirlingShort(inner ? kShortSteps : y);
  double factor = left ? y * abs(sinpiShort(y < 0x1p23 ? y : 0.5)) : abs(s.up * s.down);
  double log = logShort(factor > 0 ? factor : 1);
  near += s.up > 1 ? log : -log;
  double value = inner ? near : left ? 0x1.250d048e7a1bdp+0 - log - outer : outer; // log π
  return isNan(x) ? x : (x <= 0 && isInteger(x)) || y == kInf ? kInfF : float(value);
}

} // namespace anywarp::libdevice
