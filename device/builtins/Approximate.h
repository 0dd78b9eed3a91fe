// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The approximate functions of PTX in float, more exact than the manual asks for: errors of one to
// two units in the last place. Also the ground of the half precision forms. Coefficients are
// minimax polynomials for the intervals named beside them.
#pragma once

#include "device/builtins/Bits.h"

namespace anywarp::device {

/// x = n + f for |x| < 2^22, with |f| <= 1/2, and 2^f. The low bits of `shifted` are those of n.
struct Exp2Parts {
  uint32_t shifted;
  float power;
};
constexpr uint32_t kExp2Shift = 0x4b400000u; // the bits of 1.5 * 2^23
AW_INLINE Exp2Parts exp2Parts(float x) {
  float t = x + 0x1.8p+23f, f = x - (t - 0x1.8p+23f); // exact
  float p = 0x1.470b68p-13f;
  p = __builtin_fmaf(p, f, 0x1.5f7276p-10f);
  p = __builtin_fmaf(p, f, 0x1.3b270ep-7f);
  p = __builtin_fmaf(p, f, 0x1.c6ae72p-5f);
  p = __builtin_fmaf(p, f, 0x1.ebfbe2p-3f);
  p = __builtin_fmaf(p, f, 0x1.62e432p-1f);
  return {bitsOf(t), __builtin_fmaf(p, f, 1.0f)};
}

/// 2^x. Exact for integers; subnormal results are rounded once.
AW_INLINE float exp2Approx(float x) {
  // Beyond these bounds every result is 0 or infinity; a NaN passes through both selects.
  x = x < -160.0f ? -160.0f : x;
  x = x > 160.0f ? 160.0f : x;
  Exp2Parts parts = exp2Parts(x);
  // In two steps, so that both powers are normal numbers and only the last product can round.
  uint32_t k = parts.shifted - kExp2Shift, half = uint32_t(int32_t(k) >> 1);
  return parts.power * toFloat((half + 127) << 23) * toFloat((k - half + 127) << 23);
}
/// The same with 0 for subnormal results: the exponent is just added.
AW_INLINE float exp2ApproxFtz(float x) {
  Exp2Parts parts = exp2Parts(x);
  float r = toFloat(bitsOf(parts.power) + (parts.shifted << 23));
  r = x < -126.0f ? 0.0f : r;
  r = x >= 128.0f ? __builtin_inff() : r;
  return x != x ? x : r;
}

/// log2(x).
AW_INLINE float log2Approx(float x) {
  bool subnormal = x < 0x1p-126f;
  uint32_t u = bitsOf(subnormal ? x * 0x1p24f : x);
  // x = m * 2^e with m in [sqrt(1/2), sqrt(2)): distance from the pattern of sqrt(1/2).
  uint32_t distance = u - 0x3f3504f3u;
  int32_t e = int32_t(distance) >> 23;
  float m = toFloat((distance & 0x7fffffu) + 0x3f3504f3u);
  float t = m - 1.0f;
  float p = -0x1.c26350p-4f;
  p = __builtin_fmaf(p, t, 0x1.7d472cp-3f);
  p = __builtin_fmaf(p, t, -0x1.87485ep-3f);
  p = __builtin_fmaf(p, t, 0x1.a305a6p-3f);
  p = __builtin_fmaf(p, t, -0x1.eabd10p-3f);
  p = __builtin_fmaf(p, t, 0x1.277e3cp-2f);
  p = __builtin_fmaf(p, t, -0x1.715a72p-2f);
  p = __builtin_fmaf(p, t, 0x1.ec7096p-2f);
  p = __builtin_fmaf(p, t, -0x1.715470p-1f);
  // t * log2(e) in two parts, the rest of it joined with the polynomial.
  float high = t * 0x1.715476p+0f;
  float low = __builtin_fmaf(t, 0x1.715476p+0f, -high);
  low = __builtin_fmaf(t, 0x1.4ae0c0p-26f, low);
  low = __builtin_fmaf(t * t, p, low);
  float exponent = float(e - (subnormal ? 24 : 0));
  float sum = exponent + high;
  float r = sum + ((high - (sum - exponent)) + low);
  r = x == 0.0f ? -__builtin_inff() : r;
  r = x < 0.0f || x != x ? __builtin_nanf("") : r;
  return x == __builtin_inff() ? x : r;
}

/// sin(x + quarter * pi/2). Absolute error below 2^-23 for |x| below some thousands; PTX bounds the
/// error only to 100 pi.
AW_INLINE float sinApprox(float x, int32_t quarter) {
  // Whole quarter turns; beyond 2^22 of them PTX leaves the result open.
  float n = __builtin_rintf(x * 0x1.45f306p-1f);
  n = n > 0x1p22f ? 0x1p22f : n;
  n = n < -0x1p22f ? -0x1p22f : n;
  float r = __builtin_fmaf(n, -0x1.921fb6p+0f, x);
  r = __builtin_fmaf(n, 0x1.777a5cp-25f, r);
  r = __builtin_fmaf(n, 0x1.ee59dap-50f, r);
  bool lost = __builtin_fabsf(r) > 1.0f && __builtin_fabsf(x) < __builtin_inff();
  r = lost ? 0.0f : n == 0.0f ? x : r;
  int32_t k = (n == n ? int32_t(n) : 0) + quarter;
  float s = r * r;
  float p = __builtin_fmaf(s, __builtin_fmaf(s, -0x1.994a4cp-13f, 0x1.110754p-7f), -0x1.555546p-3f);
  float sine = __builtin_copysignf(__builtin_fmaf(r * s, p, r), r); // keeps -0
  float q = __builtin_fmaf(s, __builtin_fmaf(s, 0x1.99fe68p-16f, -0x1.6c0c7ep-10f), 0x1.55554ap-5f);
  float cosine = __builtin_fmaf(s * s, q, __builtin_fmaf(s, -0.5f, 1.0f));
  float v = k & 1 ? cosine : sine;
  return toFloat(bitsOf(v) ^ (uint32_t(k & 2) << 30));
}

AW_INLINE float tanhApprox(float x) {
  float s = x * x;
  float p = -0x1.51d7d6p-8f; // |x| < 0.7
  p = __builtin_fmaf(p, s, 0x1.498238p-6f);
  p = __builtin_fmaf(p, s, -0x1.b6d214p-5f);
  p = __builtin_fmaf(p, s, 0x1.10fb9ep-3f);
  p = __builtin_fmaf(p, s, -0x1.5554fap-2f);
  float nearZero = __builtin_copysignf(__builtin_fmaf(x * s, p, x), x); // keeps -0
  float magnitude = __builtin_fabsf(x);
  float e = exp2Approx((magnitude < 16.0f ? magnitude : 16.0f) * 0x1.715476p+1f);
  float far = __builtin_copysignf(1.0f - 2.0f / (e + 1.0f), x);
  float r = magnitude < 0.65f ? nearZero : far;
  return x != x ? x : r;
}

} // namespace anywarp::device
