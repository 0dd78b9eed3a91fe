// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bessel functions. Below 8 the zeros are divided out, so that the error stays small relative to
// the value near them: J = (x² - z²) g(x²), Y = 2/π log(x / z) J + (x² - z²) g(x²). Beyond,
// Hankel's form with fitted amplitudes.
#include "Polynomials.h"

namespace anywarp::libdevice {

extern "C" void __nv_sincos(double, double *, double *);
extern "C" double __nv_log1p(double);
extern "C" double __nv_log(double);

namespace {

constexpr double kTwoOverPiValue = 0x1.45f306dc9c883p-1;
constexpr Double2 kJ0Zeros[] = {{0x1.33d152e971b40p+1, -0x1.0f539d7da258ep-53},
                                {0x1.6148f5b2c2e45p+2, 0x1.75054cd60a517p-54},
                                {0x1.14eb56cccdecap+3, -0x1.51970714c7c25p-52}};
constexpr Double2 kJ1Zeros[] = {{0x1.ea75575af6f09p+1, -0x1.60155a9d1b256p-53},
                                {0x1.c0ff5f3b47250p+2, -0x1.b226d9d243827p-54},
                                {0x1.458d0d0bdfc29p+3, 0x1.02610a51562b6p-51}};
constexpr Double2 kY0Zeros[] = {{0x1.c982eb8d417eap-1, 0x1.ea9d270347f83p-56},
                                {0x1.fa9534d98569cp+1, -0x1.f06ae7804384ep-54},
                                {0x1.c581dc4e72103p+2, -0x1.9774a495f56cfp-54}};
constexpr Double2 kY1Zeros[] = {{0x1.193bed4dff243p+1, -0x1.bd1e50d219bfdp-55},
                                {0x1.5b7fe4e87b02ep+2, 0x1.dfe7bac228e8cp-52}};

AW_INLINE double distance(double x, Double2 zero) { return (x - zero.high) - zero.low; }
/// x² - zero², with few lost digits near the zero.
AW_INLINE double factorOf(double x, Double2 zero) { return distance(x, zero) * (x + zero.high); }
/// g of Polynomials.h, fitted over [low, high] of x².
template <int N> AW_INLINE double fitted(const double (&c)[N], double x, double low, double high) {
  return polynomial(c, (x * x - (low + high) / 2) * (2 / (high - low)));
}
/// log(x / zero)
AW_INLINE double logOver(double x, Double2 zero) {
  double ratio = distance(x, zero) / zero.high;
  bool near = abs(ratio) < 0.5;
  return near ? __nv_log1p(ratio) : __nv_log(x / zero.high);
}

/// 0 <= x <= 8
AW_INLINE double j0Small(double x) {
  double a = factorOf(x, kJ0Zeros[0]) * fitted(kBesselJ0A, x, 0, 16);
  double b = factorOf(x, kJ0Zeros[0]) * factorOf(x, kJ0Zeros[1]) * factorOf(x, kJ0Zeros[2]) *
             fitted(kBesselJ0B, x, 16, 64);
  return x < 0x1p-27 ? 1 : x < 4 ? a : b;
}
AW_INLINE double j1Small(double x) {
  double a = factorOf(x, kJ1Zeros[0]) * fitted(kBesselJ1A, x, 0, 16);
  double b = factorOf(x, kJ1Zeros[0]) * factorOf(x, kJ1Zeros[1]) * factorOf(x, kJ1Zeros[2]) *
             fitted(kBesselJ1B, x, 16, 64);
  return x * (x < 4 ? a : b);
}
/// 0 < x <= 8
AW_INLINE double y0Small(double x) {
  int i = x < 3 ? 0 : x < 5.5 ? 1 : 2;
  Double2 zero = i == 0 ? kY0Zeros[0] : i == 1 ? kY0Zeros[1] : kY0Zeros[2];
  double a = fitted(kBesselY0A, x, 0, 9), b = fitted(kBesselY0B, x, 9, 30.25);
  double c = fitted(kBesselY0C, x, 30.25, 64);
  double part = factorOf(x, zero) * (i == 0 ? a : i == 1 ? b : c);
  return fma(kTwoOverPiValue * logOver(x, zero), j0Small(x), part);
}
AW_INLINE double y1Small(double x) {
  Double2 zero = x < 4 ? kY1Zeros[0] : kY1Zeros[1];
  double a = fitted(kBesselY1A, x, 0, 16), b = fitted(kBesselY1B, x, 16, 64);
  double part = factorOf(x, zero) * (x < 4 ? a : b) / x;
  return fma(kTwoOverPiValue * logOver(x, zero), j1Small(x), part);
}

/// Jn and Yn of x >= 8, n = 0 or 1: sqrt(2 / (π x)) (P cos w - Q sin w) and (P sin w + Q cos w)
/// with w = x - (2n + 1) π/4, whose sine and cosine are sums of those of x.
AW_INLINE void hankel(double x, bool one, double &j, double &y) {
  double sine, cosine;
  __nv_sincos(x, &sine, &cosine);
  double r = 8 / x, s = r * r;
  double p = one ? polynomial(kHankel1P, s) : polynomial(kHankel0P, s);
  double q = r * (one ? polynomial(kHankel1Q, s) : polynomial(kHankel0Q, s));
  // times sqrt(2): cos w and sin w
  double c = one ? sine - cosine : cosine + sine, d = one ? -(sine + cosine) : sine - cosine;
  double amplitude = 0.56418958354775628695 / sqrt(x); // 1 / sqrt(π x)
  j = amplitude * (p * c - q * d);
  y = amplitude * (p * d + q * c);
}

AW_INLINE double besselJ(double x, bool one) {
  double a = abs(x), j, y;
  bool small = a <= 8;
  hankel(small || !isFinite(x) ? 8 : a, one, j, y);
  double inner = one ? j1Small(small ? a : 8) : j0Small(small ? a : 8);
  double value = a == kInf ? 0 : small ? inner : j;
  return isNan(x) ? x : one ? value * copySign(1.0, x) : value;
}
AW_INLINE double besselY(double x, bool one) {
  double j, y;
  bool small = x <= 8;
  hankel(small || !(x < kInf) ? 8 : x, one, j, y);
  double at = x > 0 && small ? x : 8;
  double inner = one ? y1Small(at) : y0Small(at);
  inner = one && x < 1e-300 ? -(kTwoOverPiValue / at) : inner;
  double value = small ? inner : x == kInf ? 0 : y;
  return isNan(x) ? x : x < 0 ? kNan : x == 0 ? -kInf : value;
}

/// I0 or I1.
AW_INLINE double besselI(double x, bool one) {
  double a = abs(x), z = a < 8 ? a * a : 64, v = 16 / (a < 8 ? 8 : a) - 1;
  double inner = one ? a * 0.5 * polynomial(kBesselI1, z) : polynomial(kBesselI0, z);
  double scaled = one ? polynomial(kBesselI1Scaled, v) : polynomial(kBesselI0Scaled, v);
  double half = expSum((a > 800 ? 800 : a) * 0.5, 0); // e^x itself overflows too early
  double outer = scaled / sqrt(a < 8 ? 8 : a) * half * half;
  double value = a < 8 ? inner : outer;
  value = a == kInf ? kInf : value;
  return isNan(x) ? x : one ? value * copySign(1.0, x) : value;
}

} // namespace

AW_MATH double __nv_j0(double x) { return besselJ(x, false); }
AW_MATH double __nv_j1(double x) { return besselJ(x, true); }
AW_MATH double __nv_y0(double x) { return besselY(x, false); }
AW_MATH double __nv_y1(double x) { return besselY(x, true); }
AW_MATH double __nv_cyl_bessel_i0(double x) { return besselI(x, false); }
AW_MATH double __nv_cyl_bessel_i1(double x) { return besselI(x, true); }

/// Upwards from J0 and J1 where that is stable, that is below n = |x|; else downwards from far
/// above n (Miller), scaled at the end by J0 or J1, whichever is larger.
AW_MATH double __nv_jn(int n, double x) {
  if (n < 0)
    return kNan;
  double a = abs(x), j0 = besselJ(a, false), j1 = besselJ(a, true);
  if (n == 0 || isNan(x))
    return isNan(x) ? x : j0;
  double value;
  if (n == 1) {
    value = j1;
  } else if (a == kInf || a == 0) {
    value = 0;
  } else if (a > n) {
    double before = j0;
    value = j1;
    for (int k = 1; k < n; ++k) {
      double next = 2.0 * k / a * value - before;
      before = value;
      value = next;
    }
  } else {
    double next = 0, current = 1e-300, found = 0;
    for (int64_t k = (int64_t(n) + int64_t(sqrt(200.0 * n)) + 20) / 2 * 2; k > 0; --k) {
      double before = 2.0 * double(k) / a * current - next;
      next = current;
      current = before;
      if (k - 1 == n)
        found = current;
      // The last to come are the largest: keep all within range, however small x is.
      bool large = abs(current) > 0x1p500;
      double factor = large ? 0x1p-500 : 1;
      current *= factor;
      next *= factor;
      found *= factor;
      if (abs(current) > 0x1p500) { // a tiny x makes steps of more than 2^500
        current *= 0x1p-500;
        next *= 0x1p-500;
        found *= 0x1p-500;
      }
      if (!isFinite(current))
        return 0;
    }
    value = abs(current) > abs(next) ? found / current * j0 : found / next * j1;
  }
  return x < 0 && (n & 1) ? -value : value;
}
/// Upwards, which is stable for Y.
AW_MATH double __nv_yn(int n, double x) {
  double before = besselY(x, false), value = besselY(x, true);
  if (n < 0)
    return kNan;
  if (n == 0)
    return before;
  if (!(x < kInf) || x <= 0)
    return value;
  for (int k = 1; k < n && value > -kInf; ++k) {
    double next = 2.0 * k / x * value - before;
    before = value;
    value = next;
  }
  return value;
}

AW_MATH float __nv_jnf(int n, float x) { return float(__nv_jn(n, x)); }
AW_MATH float __nv_ynf(int n, float x) { return float(__nv_yn(n, x)); }

} // namespace anywarp::libdevice
