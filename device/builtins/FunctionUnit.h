// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The approximate functions of float as a GPU's unit for them computes: same bits as an H200 for
// every float. The unit cuts an interval into parts and evaluates value + slope * x + curvature *
// x^2 in integers; x is what is below the part. The form is that of Oberman and Siu (A
// High-Performance Area-Efficient Multifunction Interpolator, 2005). Widths, roundings and the short
// square were first described by envytools (nvhw/sfu.c), of GPUs of 2006; they are an H200's still.
// Tables are fitted to results.
#pragma once

#include "device/builtins/Bits.h"

namespace anywarp::device {

struct FunctionPart {
  uint32_t value;
  uint32_t slopeAndCurvature; ///< magnitudes of 16 bits
};
#include "device/builtins/FunctionTables.inc"

/// The high part of the product of two numbers of 4 bits: partial products below 2^4 are left out.
AW_INLINE uint32_t highProduct(uint32_t a, uint32_t b) {
  return (a >> 2) * (b >> 2) + (a >> 3 & b >> 1 & 1) + (a >> 1 & b >> 3 & 1);
}
/// x^2 * 2^-19 of a number of 17 bits, without the partial products below 2^18.
AW_INLINE uint32_t shortSquare(uint32_t x) {
  uint32_t high = x >> 9, low = x >> 1 & 255;
  uint32_t cross = (high >> 4) * (low >> 4) + highProduct(high >> 4, low & 15) +
                   highProduct(high & 15, low >> 4);
  return (high * high + 2 * cross) >> 1;
}

/// slope * x + rest as 4 * high + low, with 0 <= low < 4: so that 32 bits hold it.
struct Split {
  int32_t high;
  uint32_t low;
};
AW_INLINE Split splitSum(int32_t slope, uint32_t x, int32_t rest) {
  int32_t r = rest + slope * int32_t(x & 3);
  return {slope * int32_t(x >> 2) + (r >> 2), uint32_t(r) & 3};
}
/// The mantissa with its leading one, up to 2^24.
AW_INLINE uint32_t mantissaOf(FunctionPart part, int slopeSign, uint32_t x, uint32_t square,
                              int curvatureShift, int32_t rounding, int valueShift) {
  int32_t slope = slopeSign * int32_t(part.slopeAndCurvature & 0xffff);
  int32_t curvature = int32_t(part.slopeAndCurvature >> 16) << curvatureShift;
  int32_t sum = splitSum(slope, x, curvature * int32_t(square) + rounding).high;
  return uint32_t(int32_t(part.value) + (sum >> (valueShift - 2))) >> 2;
}
/// The 24 leading bits of a positive x.
AW_INLINE double truncated(double x) { return toDouble(bitsOf(x) & ~0x1fffffffull); }

/// 1/x. Subnormal numbers are zero.
AW_INLINE float unitReciprocal(float a) {
  uint32_t u = bitsOf(a), sign = u & kSignF32, magnitude = u & 0x7fffffffu;
  uint32_t x = u & 0xffffu;
  uint32_t mantissa = mantissaOf(kReciprocal[u >> 16 & 127], -1, x, shortSquare(x << 1), 0, 0x47e7, 13);
  int32_t r = int32_t(((252 - (magnitude >> 23)) << 23) + mantissa);
  r = r < 0x00800000 ? 0 : r;
  r = magnitude < 0x00800000u ? 0x7f800000 : r;
  r = magnitude == 0x7f800000u ? 0 : r;
  return toFloat(magnitude > 0x7f800000u ? kCanonicalNanF32 : uint32_t(r) | sign);
}

/// 1/sqrt(x). Subnormal numbers are zero.
AW_INLINE float unitInverseRoot(float a) {
  uint32_t u = bitsOf(a), magnitude = u & 0x7fffffffu, exponent = magnitude >> 23;
  uint32_t part = (u >> 17 & 63) | (exponent & 1 ? 0 : 64), x = u & 0x1ffffu;
  uint32_t mantissa = mantissaOf(kInverseRoot[part], -1, x, shortSquare(x), 2, 0x7fff, 14);
  uint32_t half = (exponent + 1) >> 1; // of the exponent, rounded up
  mantissa = (u & 0xffffffu) == 0x800000u ? 0x1000000u : mantissa; // powers of 4
  uint32_t r = ((189 - half) << 23) + mantissa;
  r = u == 0x7f800000u ? 0 : r;
  r = u > 0x7f800000u ? kCanonicalNanF32 : r;
  return toFloat(magnitude < 0x00800000u ? (u & kSignF32) | 0x7f800000u : r);
}

/// 2^x. Subnormal results are 0.
AW_INLINE float unitPower(float a) {
  float magnitude = __builtin_fabsf(a);
  bool isBig = !(magnitude < 128.0f);
  int32_t v = int32_t((isBig ? 0.0f : magnitude) * 0x1p23f);
  v = a < 0 ? (v & 0x7fffff ? ~v : -v) : v;
  uint32_t x = uint32_t(v) & 0x1ffff;
  uint32_t mantissa = mantissaOf(kPower[uint32_t(v) >> 17 & 63], 1, x, shortSquare(x), 0, 0x77e2, 13);
  int32_t r = ((v >> 23) + 126) * 0x800000 + int32_t(mantissa);
  r = r < 0x00800000 ? 0 : r;
  r = isBig ? (a < 0 ? 0 : 0x7f800000) : r;
  return toFloat(a != a ? kCanonicalNanF32 : uint32_t(r));
}

/// log2(x). Subnormal numbers are zero.
AW_INLINE float unitLogarithm(float a) {
  uint32_t u = bitsOf(a), x = u & 0x1ffffu;
  FunctionPart part = kLogarithm[u >> 17 & 63];
  int32_t slope = int32_t(part.slopeAndCurvature & 0xffff);
  int32_t curvature = -int32_t(part.slopeAndCurvature >> 16) * 2;
  int32_t sum = splitSum(slope, x, curvature * int32_t(shortSquare(x)) + 0x3345).high;
  double fraction = __builtin_fma(double(int32_t(part.value)), 0x1p-26, double(sum) * 0x1p-36);
  double exact = u == 0x3f800000u ? 0 : fraction + double(int32_t(u >> 23) - 127);
  // A negative number is the complement of its magnitude.
  double size = truncated(exact < 0 ? -exact - 0x1p-36 : exact);
  float r = float(exact < 0 ? -size : size);
  r = int32_t(u) < 0 || a != a ? toFloat(kCanonicalNanF32) : r;
  r = a == __builtin_inff() ? a : r;
  return (u & 0x7f800000u) == 0 ? -__builtin_inff() : r;
}

/// sin(x + quarter * pi/2). The angle is cut to 23 bits below a quarter turn.
AW_INLINE float unitSine(float a, uint32_t quarter) {
  double turns = truncated(__builtin_fabs(double(a)) * 0x1.45f306p-3) * 4;
  double whole = __builtin_floor(turns * 0.25) * 4; // all turns are gone
  bool isFinite = __builtin_fabsf(a) < __builtin_inff();
  uint32_t v = uint32_t(int32_t((isFinite ? turns - whole : 0.0) * 0x1p23));
  uint32_t quadrant = (v >> 23) + quarter;
  uint32_t fraction = (quadrant & 1 ? ~v : v) & 0x7fffff, x = fraction & 0x1ffff;
  FunctionPart part = kSine[fraction >> 17];
  int32_t slope = int32_t(part.slopeAndCurvature & 0xffff);
  int32_t curvature = -int32_t(part.slopeAndCurvature >> 16);
  Split sum = splitSum(slope, x, curvature * int32_t(shortSquare(x)));
  double size = __builtin_fma(double(int32_t(part.value)), 0x1p-26,
                              double(sum.high) * 0x1p-35 + double(int32_t(sum.low)) * 0x1p-37);
  uint32_t sign = (quadrant & 2) << 30 ^ (quarter ? 0 : bitsOf(a) & kSignF32);
  uint32_t r = bitsOf(float(truncated(size))) | sign;
  return toFloat(isFinite ? r : kCanonicalNanF32);
}

} // namespace anywarp::device
