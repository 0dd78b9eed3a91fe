// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Error functions and norms.
#include "Polynomials.h"

namespace anywarp::libdevice {

double erfcxPositive(double x) {
  double t = x > 0x1p60 ? 1 : (x - 4) / (x + 4);
  return polynomial(kErfcxScaled, t) / (1 + 2 * x);
}

/// erfc for x >= 0: e^(-x²) erfcx(x), with the rounding of x² carried along.
AW_INLINE double erfcPositive(double x) {
  Double2 square = exactProduct(x, x);
  return x > 27.3 ? 0 : expSum(-square.high, -square.low) * erfcxPositive(x);
}

AW_MATH double __nv_erf(double x) {
  double a = abs(x), z = a * a;
  double value = a < 1 ? a * polynomial(kErfTail, a < 1 ? z : 1) : 1 - erfcPositive(a);
  return isNan(x) ? x : copySign(value, x);
}
AW_MATH double __nv_erfc(double x) {
  double a = abs(x), value = erfcPositive(a);
  double small = 1 - x * polynomial(kErfTail, a < 0.5 ? x * x : 0);
  return isNan(x) ? x : a < 0.25 ? small : x < 0 ? 2 - value : value;
}
AW_MATH double __nv_erfcx(double x) {
  Double2 square = exactProduct(x, x);
  double small = (1 - x * polynomial(kErfTail, abs(x) < 0.25 ? square.high : 0)) * expSum(square.high, 0);
  double mirrored = 2 * expSum(square.high, square.low) - erfcxPositive(-x);
  return isNan(x) ? x : abs(x) < 0.25 ? small : x >= 0 ? (x == kInf ? 0 : erfcxPositive(x)) : x < -26.7 ? kInf : mirrored;
}
AW_MATH double __nv_normcdf(double x) {
  double u = x < -40 ? -40 : x > 10 ? 10 : x;
  // x / sqrt(2) as a sum, because erfc falls steeply
  Double2 t = exactProduct(-u, 0x1.6a09e667f3bcdp-1);
  t.low = fma(-u, -0x1.bdd3413b26456p-55, t.low);
  double value = __nv_erfc(t.high);
  double slope = 1.1283791670955126 * expSum(-t.high * t.high, 0);
  value = value - slope * t.low;
  return isNan(x) ? x : 0.5 * value;
}

/// The exponent that brings `largest` near 1.
AW_INLINE int exponentOf(double largest) {
  int e = int(bitCast<uint64_t>(largest) >> 52 & 0x7ff) - 1023;
  return e > 1000 ? 1000 : e < -1000 ? -1000 : e;
}

/// sqrt(Σ x²) with the sum in twice the precision; infinities win over NaN.
template <int N> AW_INLINE double normOf(const double (&v)[N], bool reciprocal) {
  double largest = 0;
  bool infinite = false, nan = false;
#pragma clang loop unroll(full)
  for (int i = 0; i < N; ++i) {
    double a = abs(v[i]);
    largest = a > largest ? a : largest;
    infinite |= a == kInf;
    nan |= isNan(a);
  }
  int e = exponentOf(largest);
  double factor = power2(-e);
  Double2 sum{0, 0};
#pragma clang loop unroll(full)
  for (int i = 0; i < N; ++i) {
    double s = v[i] * factor;
    sum = sum + exactProduct(s, s);
  }
  double root = sqrt(sum.high);
  root = root > 0 ? root + (fma(-root, root, sum.high) + sum.low) / (2 * root) : root;
  double value = reciprocal ? factor / root : root * power2(e);
  return infinite ? (reciprocal ? 0 : kInf) : nan ? kNan : largest == 0 ? (reciprocal ? kInf : 0) : value;
}
AW_MATH double __nv_hypot(double x, double y) { return normOf({x, y}, false); }
AW_MATH double __nv_rhypot(double x, double y) { return normOf({x, y}, true); }
AW_MATH double __nv_norm3d(double x, double y, double z) { return normOf({x, y, z}, false); }
AW_MATH double __nv_rnorm3d(double x, double y, double z) { return normOf({x, y, z}, true); }
AW_MATH double __nv_norm4d(double x, double y, double z, double w) { return normOf({x, y, z, w}, false); }
AW_MATH double __nv_rnorm4d(double x, double y, double z, double w) { return normOf({x, y, z, w}, true); }

/// In double no square of a float overflows or vanishes.
template <int N> AW_INLINE float normOfFloats(const float (&v)[N], bool reciprocal) {
  double sum = 0;
  bool infinite = false;
#pragma clang loop unroll(full)
  for (int i = 0; i < N; ++i) {
    sum += double(v[i]) * double(v[i]);
    infinite |= abs(v[i]) == kInfF;
  }
  double root = sqrt(sum), value = reciprocal ? 1 / root : root;
  return infinite ? (reciprocal ? 0 : kInfF) : float(value);
}
AW_MATH float __nv_rhypotf(float x, float y) { return normOfFloats({x, y}, true); }
AW_MATH float __nv_norm3df(float x, float y, float z) { return normOfFloats({x, y, z}, false); }
AW_MATH float __nv_rnorm3df(float x, float y, float z) { return normOfFloats({x, y, z}, true); }
AW_MATH float __nv_norm4df(float x, float y, float z, float w) { return normOfFloats({x, y, z, w}, false); }
AW_MATH float __nv_rnorm4df(float x, float y, float z, float w) { return normOfFloats({x, y, z, w}, true); }

/// Of an array: scaled by its largest element, as normOf does.
AW_INLINE double normOfArray(int n, const double *v, bool reciprocal) {
  double largest = 0;
  bool infinite = false, nan = false;
  for (int i = 0; i < n; ++i) {
    double a = abs(v[i]);
    largest = a > largest ? a : largest;
    infinite |= a == kInf;
    nan |= isNan(a);
  }
  int e = exponentOf(largest);
  double factor = power2(-e);
  Double2 sum{0, 0};
  for (int i = 0; i < n; ++i) {
    double s = v[i] * factor;
    sum = sum + exactProduct(s, s);
  }
  double root = sqrt(sum.high);
  double value = reciprocal ? factor / root : root * power2(e);
  return infinite ? (reciprocal ? 0 : kInf) : nan ? kNan : largest == 0 ? (reciprocal ? kInf : 0) : value;
}
AW_MATH double __nv_norm(int n, const double *v) { return normOfArray(n, v, false); }
AW_MATH double __nv_rnorm(int n, const double *v) { return normOfArray(n, v, true); }

AW_INLINE float normOfFloatArray(int n, const float *v, bool reciprocal) {
  double sum = 0;
  bool infinite = false;
  for (int i = 0; i < n; ++i) {
    sum += double(v[i]) * double(v[i]);
    infinite |= abs(v[i]) == kInfF;
  }
  double root = sqrt(sum), value = reciprocal ? 1 / root : root;
  return infinite ? (reciprocal ? 0 : kInfF) : float(value);
}
AW_MATH float __nv_normf(int n, const float *v) { return normOfFloatArray(n, v, false); }
AW_MATH float __nv_rnormf(int n, const float *v) { return normOfFloatArray(n, v, true); }

} // namespace anywarp::libdevice
