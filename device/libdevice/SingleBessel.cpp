// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bessel functions of float: the forms of Bessel.cpp, with the zeros in two floats each.
#include "Polynomials.h"

namespace anywarp::libdevice {

extern "C" void __nv_sincosf(float, float *, float *);
extern "C" float __nv_log1pf(float);
extern "C" float __nv_logf(float);
extern "C" float __nv_expf(float);

namespace {

struct Zero {
  float high, low;
};
constexpr Zero kJ0Zeros[] = {{0x1.33d152p+1f, 0x1.d2e368p-24f},
                             {0x1.6148f6p+2f, -0x1.34f46ep-24f},
                             {0x1.14eb56p+3f, 0x1.999bdap-22f}};
constexpr Zero kJ1Zeros[] = {{0x1.ea7558p+1f, -0x1.4a121ep-24f},
                             {0x1.c0ff60p+2f, -0x1.8971b6p-23f},
                             {0x1.458d0ep+3f, -0x1.e8407ap-22f}};
constexpr Zero kY0Zeros[] = {{0x1.c982ecp-1f, -0x1.cafa06p-27f},
                             {0x1.fa9534p+1f, 0x1.b30ad4p-24f},
                             {0x1.c581dcp+2f, 0x1.39c840p-24f}};
constexpr Zero kY1Zeros[] = {{0x1.193beep+1f, -0x1.6401b8p-24f}, {0x1.5b7fe4p+2f, 0x1.d0f606p-23f}};
constexpr float kTwoOverPiF = 0x1.45f306p-1f;

AW_INLINE float distance(float x, Zero zero) { return (x - zero.high) - zero.low; }
/// x² - zero², with few lost digits near the zero.
AW_INLINE float factorOf(float x, Zero zero) { return distance(x, zero) * (x + zero.high); }
/// A polynomial of x² that was fitted over [low, high].
template <int N> AW_INLINE float fitted(const float (&c)[N], float x, float low, float high) {
  return polynomial(c, fma(x, x, -(low + high) / 2) * (2 / (high - low)));
}
/// log(x / zero). Only the first zero is ever far from x: its logarithm is `first`.
AW_INLINE float logOver(float x, Zero zero, float first) {
  float ratio = distance(x, zero) / zero.high;
  return abs(ratio) < 0.5f ? __nv_log1pf(ratio) : __nv_logf(x) - first;
}
template <int N> AW_INLINE float factorsOf(float x, const Zero (&zeros)[N]) {
  float product = 1;
#pragma clang loop unroll(full)
  for (Zero zero : zeros)
    product *= factorOf(x, zero);
  return product;
}

/// 0 <= x <= 8
AW_INLINE float jSmall(float x, bool one) {
  const auto &zeros = one ? kJ1Zeros : kJ0Zeros;
  float a =
      factorOf(x, zeros[0]) * (one ? fitted(kBesselJ1AF, x, 0, 16) : fitted(kBesselJ0AF, x, 0, 16));
  float b =
      factorsOf(x, zeros) * (one ? fitted(kBesselJ1BF, x, 16, 64) : fitted(kBesselJ0BF, x, 16, 64));
  return one ? x * (x < 4 ? a : b) : x < 0x1p-12f ? 1 : x < 4 ? a : b;
}
/// 0 < x <= 8
AW_INLINE float y0Small(float x) {
  int i = x < 3 ? 0 : x < 5.5f ? 1 : 2;
  Zero zero = i == 0 ? kY0Zeros[0] : i == 1 ? kY0Zeros[1] : kY0Zeros[2];
  float a = fitted(kBesselY0AF, x, 0, 9), b = fitted(kBesselY0BF, x, 9, 30.25f);
  float c = fitted(kBesselY0CF, x, 30.25f, 64);
  float part = factorOf(x, zero) * (i == 0 ? a : i == 1 ? b : c);
  return fma(kTwoOverPiF * logOver(x, zero, -0.112522808f), jSmall(x, false), part);
}
AW_INLINE float y1Small(float x) {
  Zero zero = x < 4 ? kY1Zeros[0] : kY1Zeros[1];
  float a = fitted(kBesselY1AF, x, 0, 16), b = fitted(kBesselY1BF, x, 16, 64);
  float part = factorOf(x, zero) * (x < 4 ? a : b) / x;
  return fma(kTwoOverPiF * logOver(x, zero, 0.787157118f), jSmall(x, true), part);
}

/// Jn and Yn of x >= 8 (Bessel.cpp, hankel).
AW_INLINE void hankel(float x, bool one, float &j, float &y) {
  float sine, cosine;
  __nv_sincosf(x, &sine, &cosine);
  float r = 8 * reciprocalFast(x), s = r * r;
  float p = one ? polynomial(kHankel1PF, s) : polynomial(kHankel0PF, s);
  float q = r * (one ? polynomial(kHankel1QF, s) : polynomial(kHankel0QF, s));
  float c = one ? sine - cosine : cosine + sine, d = one ? -(sine + cosine) : sine - cosine;
  float amplitude = 0.564189584f * reciprocalFast(sqrtFast(x)); // 1 / sqrt(π x)
  j = amplitude * (p * c - q * d);
  y = amplitude * (p * d + q * c);
}
AW_INLINE float besselJ(float x, bool one) {
  float a = abs(x), value, y;
  if (a <= 8)
    value = jSmall(a, one);
  else
    hankel(a, one, value, y);
  value = a == kInfF ? 0 : value;
  return one ? value * copySign(1.0f, x) : value;
}
AW_INLINE float besselY(float x, bool one) {
  float j, value;
  if (x <= 8)
    value = one ? y1Small(x) : y0Small(x);
  else
    hankel(x, one, j, value);
  value = one && x < 0x1p-60f ? -kTwoOverPiF / x : value;
  return x > 0 ? (x == kInfF ? 0 : value) : x == 0 ? -kInfF : kNanF;
}

/// I0 or I1.
AW_INLINE float besselI(float x, bool one) {
  float a = abs(x), z = a * a, at = a < 8 ? 8 : a, v = 16 * reciprocalFast(at) - 1;
  float inner = one ? a * 0.5f * polynomial(kBesselI1F, z) : polynomial(kBesselI0F, z);
  float scaled = one ? polynomial(kBesselI1ScaledF, v) : polynomial(kBesselI0ScaledF, v);
  bool huge = a > 80; // e^x itself overflows too early
  float outer = scaled * reciprocalFast(sqrtFast(at)) * __nv_expf(huge ? a - 16 : a);
  outer *= huge ? 0x1.0f2ebep+23f : 1; // e^16
  float value = a < 8 ? inner : a == kInfF ? a : outer;
  return one ? value * copySign(1.0f, x) : value;
}

} // namespace

AW_MATH float __nv_j0f(float x) { return besselJ(x, false); }
AW_MATH float __nv_j1f(float x) { return besselJ(x, true); }
AW_MATH float __nv_y0f(float x) { return besselY(x, false); }
AW_MATH float __nv_y1f(float x) { return besselY(x, true); }
AW_MATH float __nv_cyl_bessel_i0f(float x) { return besselI(x, false); }
AW_MATH float __nv_cyl_bessel_i1f(float x) { return besselI(x, true); }

} // namespace anywarp::libdevice
