// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of float in float's own arithmetic, within the bounds of the guide. A GPU has few units
// for double, and a vector of the CPU holds half as many of them.
#include "Logarithm.h"
#include "Short.h"

namespace anywarp::libdevice {

constexpr float kMagic = 0x1.8p+23f; ///< A sum with it is rounded to an integer, in its low bits.
constexpr float kLog2EF = 0x1.715476p+0f, kLog2ELowF = 0x1.4ae0c0p-26f;
constexpr float kPiHalfF = 0x1.921fb6p+0f, kPiHalfLowF = -0x1.777a5cp-25f, kPiF = 2 * kPiHalfF,
                kPiLowF = 2 * kPiHalfLowF;

AW_INLINE float withSignOf(float magnitude, float sign) { return copySign(magnitude, sign); }

/// n, about the integer below x * high, clamped to the exponents of normal numbers; and 2^(n -
/// less). Below, nearly: exp2Fast is more exact for what is not negative.
struct Whole {
  float n, power;
};
AW_INLINE Whole wholePower(float x, float high, int less) {
  float unit = fmaSaturated(x, high / 252, (124.5f - float(less)) / 252);
  float t =
      fma(unit, 252, kMagic + float(2 + less)); // kMagic + 127 + n, n in -125 + less ... 127 + less
  return {t - (kMagic + 127), bitCast<float>((bitCast<uint32_t>(t) - uint32_t(less)) << 23)};
}
/// base^x * 2^-less, where high + low is log2(base), for any x. exp2Fast takes what the clamped
/// power leaves: so a result that is subnormal or infinite is rounded once.
AW_INLINE float power(float x, float high, float low, int less = 0) {
  Whole whole = wholePower(x, high, less);
  return exp2Fast(fma(x, low, fma(x, high, -whole.n))) * whole.power;
}
AW_INLINE float expHalf(float x) { return power(x, kLog2EF, kLog2ELowF, 1); } ///< e^x / 2

/// e^r * 2^n for |r| <= 0.5, where t is n + kMagic and n is -153 ... 130.
AW_INLINE float scaledExp(float r, float t) {
  float p = fma(r * r, polynomial(kExpTailF, r), r);
  int32_t n = int32_t(bitCast<uint32_t>(t) - bitCast<uint32_t>(kMagic)), half = n >> 1;
  float scale = bitCast<float>(uint32_t(half + 127) << 23);
  return fma(p, scale, scale) * bitCast<float>(uint32_t(n - half + 127) << 23);
}
AW_MATH float __nv_expf(float x) { return power(x, kLog2EF, kLog2ELowF); }
AW_MATH float __nv_exp2f(float x) { return exp2Whole(x); }
AW_MATH float __nv_exp10f(float x) {
  x = x < -46 ? -46 : x > 39 ? 39 : x;
  float t = fma(x, 0x1.a934f0p+1f, kMagic), n = t - kMagic;
  float r = fma(n, -0x1.3509f8p-18f, fma(n, -0x1.344000p-2f, x));    // log10(2) in two parts
  return scaledExp(fma(r, 0x1.26bb1cp+1f, r * -0x1.12aabap-25f), t); // ln(10) in two parts
}

/// Splits a positive x into m * 2^e with sqrt(1/2) <= m < sqrt(2).
struct Parts {
  float m, e;
};
AW_INLINE Parts split(float x) {
  bool tiny = x < 0x1p-126f;
  uint32_t bits = bitCast<uint32_t>(tiny ? x * 0x1p25f : x);
  int32_t exponent = int32_t((bits - 0x3f3504f3u) & 0xff800000u);
  return {bitCast<float>(bits - uint32_t(exponent)),
          fma(float(exponent), 0x1p-23f, tiny ? -25.0f : 0.0f)};
}
/// The special cases of every logarithm around `value`, the result for positive finite x.
AW_INLINE float logCasesF(float x, float value) {
  value = bitCast<uint32_t>(x) < 0x7f800000u ? value : fma(x, kInfF, kInfF); // ∞, or NaN
  return x == 0 ? -kInfF : value;
}
/// log(1 + f) for f = m - 1 and m from `split`.
AW_INLINE float logNear1(float f) {
  return fma(f * f, fma(f, polynomial(kLog1pTailF, f), -0.5f), f);
}
AW_MATH float __nv_logf(float x) { return logCasesF(x, logarithm(x)); }
AW_MATH float __nv_log10f(float x) {
  Parts p = split(x);
  float rest =
      fma(p.e, 0x1.3509f8p-18f, logNear1(p.m - 1) * 0x1.bcb7b2p-2f); // log10(2) in two parts
  return logCasesF(x, fma(p.e, 0x1.344000p-2f, rest));
}
AW_MATH float __nv_log2f(float x) {
  Parts p = split(x);
  float f = p.m - 1, high = f * kLog2EF, low = fma(f, kLog2ELowF, fma(f, kLog2EF, -high));
  low = fma(f * f, polynomial(kLog2TailF, f), low);
  float sum = p.e + high;
  return logCasesF(x, sum + ((high - (sum - p.e)) + low));
}

AW_MATH float __nv_powf(float x, float y) {
  double l = double(y) * logShort(x == 0 || !isFinite(x) ? 1.0 : double(abs(x)));
  float value = float(expShort(l > 200 ? 200 : l < -200 ? -200 : l)), ax = abs(x), ay = abs(y);
  bool integer = rint(ay) == ay, odd = ay < 0x1p24f && (int(ay < 0x1p24f ? ay : 0) & 1) && integer;
  bool plain = ax > 0 && ax < kInfF && ay < kInfF;
  value = plain ? value : (ax > 1) == (y > 0) ? kInfF : 0;
  value = ay == kInfF && ax == 1 ? 1 : value;
  float negative = odd ? -value : integer || ax == 0 || ax == kInfF ? value : kNanF;
  value = bitCast<int32_t>(x) < 0 ? negative : value;
  value = isNan(x) || isNan(y) ? kNanF : value;
  return y == 0 || x == 1 ? 1 : value;
}

/// log(1 + x) for -1 < x < infinity. With 1 + x = m * 2^e, m - 1 comes from x itself.
AW_INLINE float log1pPlain(float x) {
  int32_t e = int32_t((bitCast<uint32_t>(1 + x) - 0x3f3504f3u) & 0xff800000u);
  float factor = bitCast<float>(0x40800000u - uint32_t(e)); // 2^(2 - e): never subnormal
  float f = fma(x * factor, 0.25f, fma(factor, 0.25f, -1.0f));
  return fma(float(e), 0x1.62e430p-24f, logNear1(f));
}
AW_MATH float __nv_log1pf(float x) {
  float v = log1pPlain(x);
  v = x == 0 ? x : v;
  return x > -1 ? (x < kInfF ? v : x) : x == -1 ? -kInfF : kNanF;
}

AW_MATH float __nv_expm1f(float x) {
  float t = fma(x, kLog2EF, kMagic), n = abs(x) < 0.5f ? 0 : t - kMagic;
  n = x < -25 ? -36 : x > 89 ? 129 : n;
  float r = fma(n, -0x1.62e400p-1f, x);
  r = fma(n, -0x1.7f7d1cp-20f, r);
  float p = fma(r * r, polynomial(kExpTailF, r), r),
        half = bitCast<float>((uint32_t(int(isNan(n) ? 0 : n)) + 126) << 23);
  float value = 2 * fma(p, half, half - 0.5f);
  return n == 0 ? withSignOf(p, x) : x < -25 ? -1 : x > 89 ? kInfF : value;
}

AW_MATH float __nv_cbrtf(float x) {
  float a = abs(x), m = a < 0x1p-126f ? a * 0x1p24f : a;
  float r = exp2Fast(-0x1.555556p-2f * log2Fast(m)), slope = r * r, y = m * slope;
  y = fma(fma(y * y, -y, m), slope * 0x1.555556p-2f, y); // Newton's step
  y = a < 0x1p-126f ? y * 0x1p-8f : y;
  return a > 0 && a < kInfF ? withSignOf(y, x) : x;
}
AW_MATH float __nv_rcbrtf(float x) {
  float a = abs(x), m = a < 0x1p-126f ? a * 0x1p24f : a;
  float y = exp2Fast(-0x1.555556p-2f * log2Fast(m));
  y = fma(fma(m * y, -y * y, 1.0f) * 0x1.555556p-2f, y, y);
  y = a < 0x1p-126f ? y * 0x1p+8f : y;
  return a > 0 && a < kInfF ? withSignOf(y, x) : 1 / x;
}
/// The root of a sum of squares, with the largest brought near 1.
AW_MATH float __nv_hypotf(float x, float y) {
  float a = abs(x), b = abs(y), most = a > b ? a : b, least = a > b ? b : a;
  uint32_t e = bitCast<uint32_t>(most) & 0x7f800000u;
  e = e < 0x7e000000u ? e : 0x7e000000u;
  float down = bitCast<float>(0x7e800000u - e);
  least *= down;
  most *= down;
  float root = sqrt(fma(most, most, least * least)) * bitCast<float>(e + 0x800000u);
  return a == kInfF || b == kInfF ? kInfF : root;
}

AW_MATH float __nv_sinhf(float x) {
  float a = abs(x), z = x * x, h = expHalf(a);
  float large = h - 0.25f * reciprocalFast(h);
  return a < 1 ? fma(x * z, polynomial(kSinhTailF, z), x) : withSignOf(large, x);
}
AW_MATH float __nv_coshf(float x) {
  float h = expHalf(abs(x));
  return fma(0.25f, reciprocalFast(h), h);
}
AW_MATH float __nv_tanhf(float x) {
  float a = abs(x), z = x * x;
  float large =
      fma(-2, reciprocalFast(exp2Fast(a * (2 * kLog2EF)) + 1), 1); // far from 0 its error is small
  return withSignOf(a < 0.6f ? fma(a * z, polynomial(kTanhTailF, z), a) : large, x);
}
AW_MATH float __nv_asinhf(float x) {
  float a = abs(x), z = a * a;
  bool far = !(a < 0x1p60f);
  float v = log1pPlain(far ? a : fma(z, reciprocalFast(1 + sqrtFast(z + 1)), a));
  v = far ? v + 0x1.62e430p-1f : v;
  return a < kInfF ? withSignOf(v, x) : x;
}
AW_MATH float __nv_acoshf(float x) {
  float t = x - 1;
  bool far = !(x < 0x1p60f);
  float v = log1pPlain(far ? x : t + sqrtFast(fma(t, t, 2 * t)));
  v = far ? v + 0x1.62e430p-1f : v;
  return x >= 1 ? (x == kInfF ? x : v) : kNanF;
}
AW_MATH float __nv_atanhf(float x) {
  float a = abs(x), v = 0.5f * log1pPlain(2 * a * reciprocalFast(1 - a));
  v = a < 0x1p-12f ? a : v;
  return a < 1 ? withSignOf(v, x) : a == 1 ? withSignOf(kInfF, x) : kNanF;
}

/// An angle within ±π/4 and the quadrant, in the low bits, that it was taken from.
struct Angle {
  float rest;
  uint32_t quadrant;
};
constexpr float kFar = 1e5f; // NaNs are far as well: their sign stays
/// For |x| <= kFar. The parts of π/2 are cut off, not rounded: the first product is subtracted
/// exactly.
AW_INLINE Angle reduceNear(float x) {
  float t = fma(x, 0x1.45f306p-1f, kMagic), n = t - kMagic;
  float r = fma(n, -0x1.921fb4p+0f, x);
  r = fma(n, -0x1.4442d0p-24f, r);
  return {fma(n, -0x1.84698ap-48f, r), bitCast<uint32_t>(t)};
}
AW_INLINE float sinNear(float r) { return fma(r * (r * r), polynomial(kSinTailF, r * r), r); }
AW_INLINE float cosNear(float r) {
  float z = r * r;
  return fma(z * z, polynomial(kCosTailF, z), fma(-0.5f, z, 1.0f));
}
AW_INLINE float inQuadrant(uint32_t quadrant, float sine, float cosine) {
  return bitCast<float>(bitCast<uint32_t>(quadrant & 1 ? cosine : sine) ^ (quadrant & 2) << 30);
}
AW_MATH float __nv_sinf(float x) {
  if (!(abs(x) <= kFar))
    return float(sincosFar(x).high);
  Angle a = reduceNear(x);
  return x == 0 ? x : inQuadrant(a.quadrant, sinNear(a.rest), cosNear(a.rest));
}
AW_MATH float __nv_cosf(float x) {
  if (!(abs(x) <= kFar))
    return float(sincosFar(x).low);
  Angle a = reduceNear(x);
  return inQuadrant(a.quadrant + 1, sinNear(a.rest), cosNear(a.rest));
}
AW_MATH void __nv_sincosf(float x, float *sine, float *cosine) {
  if (!(abs(x) <= kFar)) {
    Double2 far = sincosFar(x);
    *sine = float(far.high);
    *cosine = float(far.low);
    return;
  }
  Angle a = reduceNear(x);
  float s = sinNear(a.rest), c = cosNear(a.rest);
  *sine = x == 0 ? x : inQuadrant(a.quadrant, s, c);
  *cosine = inQuadrant(a.quadrant + 1, s, c);
}
AW_MATH float __nv_tanf(float x) {
  if (!(abs(x) <= kFar)) {
    Double2 far = sincosFar(x);
    return float(far.high / far.low);
  }
  Angle a = reduceNear(x);
  float z = a.rest * a.rest, t = fma(a.rest * z, polynomial(kTanTailF, z), a.rest);
  return x == 0 ? x : a.quadrant & 1 ? -reciprocalFast(t) : t;
}

/// x modulo 2 is exact: the rest is in quarters of a turn.
AW_INLINE Angle reducePi(float x) {
  float n = rint(2 * x);
  return {fma(n, -0.5f, x), uint32_t(int(isNan(n) ? 0 : n))};
}
AW_INLINE float sinpiNear(float f) {
  float z = f * f;
  return fma(f, kPiF, fma(f * z, polynomial(kSinpiTailF, z), f * kPiLowF));
}
AW_INLINE float cospiNear(float f) { return fma(f * f, polynomial(kCospiTailF, f * f), 1.0f); }
AW_INLINE float sinpiOf(float x, Angle a, float s, float c) {
  return rint(x) == x ? withSignOf(0, x) : inQuadrant(a.quadrant, s, c);
}
AW_INLINE float cospiOf(float x, Angle a, float s, float c) {
  return inQuadrant(a.quadrant + 1, s, c) + 0.0f;
}
AW_MATH void __nv_sincospif(float x, float *sine, float *cosine) {
  float y = abs(x) < 0x1p24f ? x : x * 0; // even numbers; NaN of ∞
  Angle a = reducePi(y);
  float s = sinpiNear(a.rest), c = cospiNear(a.rest);
  *sine = sinpiOf(y, a, s, c);
  *cosine = cospiOf(y, a, s, c);
}
AW_MATH float __nv_sinpif(float x) {
  float s, c;
  __nv_sincospif(x, &s, &c);
  return s;
}
AW_MATH float __nv_cospif(float x) {
  float s, c;
  __nv_sincospif(x, &s, &c);
  return c;
}

/// atan t for 0 <= t <= 1.
AW_INLINE float atanUnit(float t) { return fma(t * (t * t), polynomial(kAtanTailF, t * t), t); }
AW_MATH float __nv_atanf(float x) {
  float a = abs(x);
  bool large = a > 1;
  float v = atanUnit(large ? reciprocalFast(a) : a);
  return withSignOf(large ? kPiHalfF - (v - kPiHalfLowF) : v, x);
}
AW_MATH float __nv_atan2f(float y, float x) {
  float ax = abs(x), ay = abs(y);
  bool steep = ay > ax, equal = ax == ay; // both 0 or infinite
  float t = steep ? ax / ay : ay / ax;
  t = equal ? (ax == 0 ? 0 : 1) : t;
  float v = atanUnit(t);
  v = steep ? kPiHalfF - (v - kPiHalfLowF) : v;
  v = bitCast<int32_t>(x) < 0 ? kPiF - (v - kPiLowF) : v;
  return isNan(x) || isNan(y) ? kNanF : withSignOf(v, y);
}
/// asin s for s² = z <= 1/4.
AW_INLINE float asinNear(float s, float z) { return fma(s * z, polynomial(kAsinTailF, z), s); }
AW_MATH float __nv_asinf(float x) {
  float a = abs(x);
  bool large = a > 0.5f;
  float z = large ? fma(-0.5f, a, 0.5f) : a * a, v = asinNear(large ? sqrt(z) : a, z);
  return withSignOf(large ? fma(-2, v - 0.5f * kPiHalfLowF, kPiHalfF) : v, x);
}
AW_MATH float __nv_acosf(float x) {
  float a = abs(x);
  bool large = a > 0.5f;
  float z = large ? fma(-0.5f, a, 0.5f) : a * a, v = asinNear(large ? sqrt(z) : a, z);
  float near = x > 0 ? 2 * v : fma(-2, v - kPiHalfLowF, kPiF);
  float small = kPiHalfF - (withSignOf(v, x) - kPiHalfLowF);
  return large ? near : small;
}

/// e^(x²) erfc(x) for x >= 0, as a value and what it lacks.
struct Scaled {
  float value, rest;
};
AW_INLINE Scaled erfcxPositiveF(float x) {
  float t = x > 0x1p60f ? 1 : (x - 4) * reciprocalFast(x + 4);
  float p = polynomial(kErfcxScaledF, t), d = fma(2, x, 1), r = reciprocalFast(d), value = p * r;
  return {value, fma(-d, value, p) * r};
}
/// erfc(x + more) for x >= 0 and |more| tiny against it; the rounding of x² is made good.
AW_INLINE float erfcPositiveF(float x, float more) {
  float square = x * x, lost = fma(x, x, -square);
  Whole whole = wholePower(-square, kLog2EF, 0);
  float product = -square * kLog2EF,
        tail = fma(-square, kLog2ELowF, fma(-square, kLog2EF, -product));
  float most = product - whole.n, r = most + tail, e = exp2Fast(r) * whole.power;
  lost = fma(tail - (r - most), -0x1.62e430p-1f, lost); // and what r lacks
  Scaled s = erfcxPositiveF(x);
  float rest = fma(-lost, s.value, fma(more, -0x1.20dd76p+0f, s.rest));
  return x > 10.06f ? 0 : fma(e, s.value, e * rest);
}
AW_INLINE float erfNear(float x) {
  return fma(x, polynomial(kErfTailF, x * x), x);
} ///< for |x| <= 1
AW_MATH float __nv_erff(float x) {
  float a = abs(x);
  float far = 1 - exp2Fast(polynomial(kErfcLog2F, a < 4 ? a : 4.0f));
  return a < 1 ? erfNear(x) : isNan(x) ? x : withSignOf(far, x);
}
AW_MATH float __nv_erfcf(float x) {
  float a = abs(x), value = erfcPositiveF(a, 0);
  return a < 0.7f ? 1 - erfNear(x) : x < 0 ? 2 - value : value;
}
AW_MATH float __nv_erfcxf(float x) {
  float a = abs(x), square = x * x, lost = fma(x, x, -square),
        e = power(square, kLog2EF, kLog2ELowF);
  float near = 1 - erfNear(x);
  Scaled s = erfcxPositiveF(a);
  float value = s.value + s.rest,
        far = a < 0x1p30f ? value : 0x1.20dd76p-31f * reciprocalFast(a * 0x1p-30f);
  float mirrored = 2 * fma(e, lost, e) - value;
  return a < 0.3f    ? fma(near, e, near * e * lost)
         : x < -9.4f ? kInfF
         : isNan(x)  ? x
         : x >= 0    ? far
                     : mirrored;
}
AW_MATH float __nv_normcdff(float x) {
  // x / sqrt(2) as a sum, because erfc falls steeply.
  float u = x < -14.5f ? -14.5f : x > 14.5f ? 14.5f : x;
  float t = u * -0x1.6a09e6p-1f, low = fma(u, -0x1.6a09e6p-1f, -t);
  low = fma(u, -0x1.9fcef4p-27f, low);
  float a = abs(t), tail = erfcPositiveF(a, t < 0 ? -low : low);
  return 0.5f * (a < 0.7f ? 1 - erfNear(t) : t < 0 ? 2 - tail : tail);
}

} // namespace anywarp::libdevice
