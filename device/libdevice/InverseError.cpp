// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inverses of the error functions. In double: a polynomial that is right to nine digits, then one
// step of Halley's method on the accurate function. In float: InverseErrorFloat.h.
#include "InverseErrorFloat.h"
#include "Polynomials.h"

namespace anywarp::libdevice {

extern "C" double __nv_erf(double);

namespace {

constexpr double kHalfSqrtPi = 0.88622692545275801365;

/// erfinv(y) for |y| <= 1/2.
AW_INLINE double erfinvInner(double y) {
  double x = y * polynomial(kErfinvStart, y * y);
  double step = (__nv_erf(x) - y) * (kHalfSqrtPi * expSum(x * x, 0));
  return x - step / fma(step, x, 1);
}

/// erfcinv(y) for 0 < y <= 1/2. Compares e^(x²) erfc(x) with e^(x²) y, which neither overflows nor
/// loses digits however small y is.
AW_INLINE double erfcinvOuter(double y) {
  Double2 log = logSum(y);
  double s = sqrt(-log.high);
  double x = s * polynomial(kErfcinvStart, (s - 3) / (s + 3));
  Double2 exponent = exactProduct(x, x) + log;
  double step = kHalfSqrtPi * (erfcxPositive(x) - expSum(exponent.high, exponent.low));
  return x + step / fma(-step, x, 1);
}

/// erfcinv(y) for 0 <= y <= 2.
AW_INLINE double inverse(double y) {
  bool inner = y >= 0.5 && y <= 1.5, upper = y > 1;
  double small = upper ? 2 - y : y; // exact where it is used
  double tail = erfcinvOuter(small > 0 && small <= 0.5 ? small : 0.5);
  tail = small == 0 ? kInf : tail;
  return inner ? erfinvInner(1 - y) : upper ? -tail : tail;
}

} // namespace

AW_MATH double __nv_erfinv(double y) {
  double a = abs(y);
  double tail = inverse(a >= 0.5 && a <= 1 ? 1 - a : 0.5);
  double value = a <= 0.5 ? erfinvInner(y) : copySign(tail, y);
  return !(a <= 1) ? kNan : y == 0 ? y : value;
}
AW_MATH double __nv_erfcinv(double y) { return y >= 0 && y <= 2 ? inverse(y) : kNan; }
AW_MATH double __nv_normcdfinv(double p) {
  double value = -1.4142135623730951 * inverse(p >= 0 && p <= 1 ? 2 * p : 1);
  return p >= 0 && p <= 1 ? value : kNan;
}
AW_INLINE float erfcinvWhole(float y) {
  float value = erfcinvFloat(y, log2Whole, [](float l) { return inverseRootFast(l); });
  return y >= 0 && y <= 2 ? value : kNanF;
}
AW_MATH float __nv_erfcinvf(float y) { return erfcinvWhole(y); }
AW_MATH float __nv_normcdfinvf(float p) { return -0x1.6a09e6p+0f * erfcinvWhole(2 * p); }
AW_MATH float __nv_erfinvf(float y) {
  float l = log2Fast(fma(-y, y, 1.0f)), a = abs(y);
  if (l > -8.2f)
    return y * erfinvRatio(l);
  float m = -log2Whole(1 - a);
  float tail = m < kInfF ? erfcinvTail(m, [](float l) { return inverseRootFast(l); }) : m;
  return a <= 1 ? copySign(tail, y) : kNanF;
}

} // namespace anywarp::libdevice
