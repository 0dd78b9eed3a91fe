// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cvt between formats that the host does not convert, or not in the rounding asked for.
#include "device/builtins/Builtins.h"
#include "device/builtins/Half.h"

using namespace anywarp::device;

namespace {

/// A 64-bit integer as rounded double and exact rest: both halves are exact, their sum rounds.
struct Exact {
  double value, rest;
};
AW_INLINE Exact fromHalves(double high, uint32_t low) {
  double l = double(low), sum = high + l;
  return {sum, sumError(high, l, sum)};
}
AW_INLINE Exact exactOf(int64_t x) {
  return fromHalves(double(int32_t(x >> 32)) * 0x1p32, uint32_t(x));
}
AW_INLINE Exact exactOf(uint64_t x) {
  return fromHalves(double(uint32_t(x >> 32)) * 0x1p32, uint32_t(x));
}

AW_INLINE double roundExact(Exact x, Rounding rounding) {
  return toDouble(stepF64(bitsOf(x.value), x.rest < 0.0, x.rest > 0.0, rounding));
}

AW_INLINE float clampRelu(float x, uint32_t flags) {
  return flags & FlagRelu ? (x <= 0.0f ? 0.0f : x) : x;
}

/// .satfinite to a 16-bit format: what would be infinite is the largest finite number.
AW_INLINE uint16_t finiteBits(uint16_t h, uint16_t infinity, uint32_t flags) {
  bool isInfinite = (h & 0x7fff) == infinity;
  return flags & FlagSatFinite && isInfinite ? h - 1 : h;
}

} // namespace

AW_BUILTIN double aw_cvt_f64_s64(int64_t x, Rounding rounding) {
  return roundExact(exactOf(x), rounding);
}
AW_BUILTIN double aw_cvt_f64_u64(uint64_t x, Rounding rounding) {
  return roundExact(exactOf(x), rounding);
}
AW_BUILTIN float aw_cvt_f32_s64(int64_t x, Rounding rounding) {
  Exact d = exactOf(x);
  return roundToFloat(roundToOdd(d.value, d.rest), 0.0, rounding);
}
AW_BUILTIN float aw_cvt_f32_u64(uint64_t x, Rounding rounding) {
  Exact d = exactOf(x);
  return roundToFloat(roundToOdd(d.value, d.rest), 0.0, rounding);
}
/// A 64-bit integer as a double that still rounds correctly to any smaller format.
AW_BUILTIN double aw_odd_f64_s64(int64_t x) {
  Exact d = exactOf(x);
  return roundToOdd(d.value, d.rest);
}
AW_BUILTIN double aw_odd_f64_u64(uint64_t x) {
  Exact d = exactOf(x);
  return roundToOdd(d.value, d.rest);
}

/// .ftz flushes results that are below the normal range when rounded with unbounded exponent.
AW_BUILTIN float aw_cvt_f32_f64(double x, Rounding rounding, uint32_t flags) {
  float f = roundToFloat(x, 0.0, rounding);
  if (flags & FlagFtz) {
    bool tiny = __builtin_fabsf(roundToFloat(x * 0x1p24, 0.0, rounding)) < 0x1p-102f;
    f = tiny ? __builtin_copysignf(0.0f, float(x)) : f;
  }
  return flags & FlagSat ? saturate(f) : f;
}

/// .ftz does not concern f16: the GPU rounds a subnormal float up to the smallest f16 all the same.
AW_BUILTIN uint16_t aw_cvt_f16_f32(float x, Rounding rounding, uint32_t flags) {
  x = clampRelu(x, flags);
  x = flags & FlagSat ? saturate(x) : x;
  return finiteBits(toF16(x, rounding), 0x7c00, flags);
}
AW_BUILTIN uint16_t aw_cvt_bf16_f32(float x, Rounding rounding, uint32_t flags) {
  x = clampRelu(flushIf(x, flags & FlagFtz), flags);
  x = flags & FlagSat ? saturate(x) : x;
  return finiteBits(toBF16(x, rounding), 0x7f80, flags);
}
/// A NaN keeps its sign and the first bits of its payload (seen).
static uint16_t nanBits(double x, unsigned mantissaBits) {
  const uint64_t u = bitsOf(x);
  const auto first = uint16_t(u >> (52 - mantissaBits) & ((1u << (mantissaBits - 1)) - 1));
  return uint16_t((u >> 63 << 15) | (0x7fffu >> (mantissaBits - 1) << (mantissaBits - 1)) | first);
}
AW_BUILTIN uint16_t aw_cvt_f16_f64(double x, Rounding rounding, uint32_t flags) {
  x = flags & FlagSat ? saturate(x) : x;
  return x == x ? toF16(roundToOddFloat(x), rounding) : nanBits(x, 10);
}
AW_BUILTIN uint16_t aw_cvt_bf16_f64(double x, Rounding rounding, uint32_t flags) {
  x = flags & FlagSat ? saturate(x) : x;
  return x == x ? toBF16(roundToOddFloat(x), rounding) : nanBits(x, 7);
}

/// cvt.rs: the discarded bits plus random bits of the same weight; a carry rounds away from zero.
AW_BUILTIN uint16_t aw_cvt_rs_f16_f32(float x, uint32_t random, uint32_t flags) {
  x = clampRelu(x, flags);
  uint32_t u = bitsOf(x);
  int32_t exponent = int32_t((u >> 23) & 0xff);
  // Bits below the last place of f16 at this magnitude: 13, more where the result is subnormal.
  int32_t drop = exponent > 112 ? 13 : 13 + (113 - exponent);
  drop = drop > 31 ? 31 : drop;
  uint32_t mantissa = (u & 0x7fffffu) | (exponent ? 0x800000u : 0);
  uint64_t sum = uint64_t(mantissa) + ((uint64_t(random & 0x1fffu) << drop) >> 13);
  uint32_t kept = uint32_t(sum >> drop);
  uint32_t biased = exponent > 112 ? uint32_t(exponent - 113) << 10 : 0;
  uint32_t magnitude = biased + kept;
  magnitude = magnitude > 0x7c00u || exponent >= 143 ? 0x7c00u : magnitude;
  uint16_t h = uint16_t(((u >> 16) & 0x8000u) | magnitude);
  return x != x ? kCanonicalNanF16 : finiteBits(h, 0x7c00, flags);
}
AW_BUILTIN uint16_t aw_cvt_rs_bf16_f32(float x, uint32_t random, uint32_t flags) {
  x = clampRelu(x, flags);
  uint32_t u = bitsOf(x);
  bool isInfinite = (u & 0x7fffffffu) == 0x7f800000u;
  uint16_t h = uint16_t((u + (isInfinite ? 0 : random & 0xffffu)) >> 16);
  return x != x ? kCanonicalNanF16 : finiteBits(h, 0x7f80, flags);
}

/// cvt to tf32: 10 explicit mantissa bits in the place of a float's, the rest zero. .rna knows no
/// NaN: it cuts the lower bits off, which may leave an infinity.
AW_BUILTIN uint32_t aw_cvt_tf32_f32(float x, Rounding rounding, uint32_t flags) {
  x = clampRelu(x, flags);
  uint32_t u = bitsOf(x);
  bool special = (u & 0x7f800000u) == 0x7f800000u;
  uint32_t add = rounding == RoundNearest ? 0xfffu + ((u >> 13) & 1)
                 : rounding == RoundZero  ? 0u
                                          : 0x1000u;
  uint32_t r = (u + (special ? 0 : add)) & 0xffffe000u;
  bool isInfinite = (r & 0x7fffffffu) == 0x7f800000u;
  if (flags & FlagSatFinite)
    r = isInfinite ? r - 0x2000u : r;
  return rounding != RoundNearestAway && x != x ? 0x7fffe000u : r;
}

// Small formats. Each has a bias, a mantissa width, a largest number; overflow saturates
// (.satfinite is not optional), NaN is kept where the format has one.
namespace {

struct Small {
  int32_t mantissaBits, minExponent; ///< exponent of the smallest normal number
  uint32_t bias, largest, nan;       ///< largest finite and NaN code without sign
};
AW_INLINE Small describe(SmallFormat format) {
  switch (format) {
  case FormatE4M3:
    return {3, -6, 7, 0x7e, 0x7f};
  case FormatE5M2:
    return {2, -14, 15, 0x7b, 0x7f};
  case FormatE2M3:
    return {3, 0, 1, 0x1f, 0x1f}; // no NaN: the largest number
  case FormatE3M2:
    return {2, -2, 3, 0x1f, 0x1f};
  case FormatE2M1:
    return {1, 0, 1, 0x7, 0x7};
  }
  return {};
}
AW_INLINE uint32_t signBitOf(SmallFormat format) {
  return format == FormatE2M1 ? 0x8 : format == FormatE4M3 || format == FormatE5M2 ? 0x80 : 0x20;
}

} // namespace

/// Rounds to nearest even by adding a power of two that leaves the mantissa bits wanted: exact for
/// subnormal results too, because the exponent is held at the smallest normal one.
AW_BUILTIN uint32_t aw_cvt_small_f32(float x, SmallFormat format, uint32_t flags) {
  Small s = describe(format);
  x = clampRelu(x, flags);
  uint32_t u = bitsOf(x), sign = u >> 31 ? signBitOf(format) : 0;
  float magnitude = toFloat(u & 0x7fffffffu);
  float limit = 0x1p+20f;
  magnitude = magnitude < limit ? magnitude : limit;
  int32_t exponent = int32_t(bitsOf(magnitude) >> 23) - 127;
  exponent = exponent < s.minExponent ? s.minExponent : exponent;
  // 1.5 * 2^k: adding and subtracting it rounds to multiples of 2^(k-23).
  int32_t k = exponent - s.mantissaBits + 23;
  float magic = toFloat(uint32_t(k + 127) << 23 | 0x400000u);
  float rounded = (magnitude + magic) - magic;
  int32_t place = int32_t(bitsOf(rounded) >> 23) - 127;
  bool normal = rounded >= toFloat(uint32_t(s.minExponent + 127) << 23);
  uint32_t fraction = bitsOf(rounded) << 9 >> (32 - s.mantissaBits);
  uint32_t code =
      normal ? (uint32_t(place + int32_t(s.bias)) << s.mantissaBits) + fraction
             : uint32_t(rounded * toFloat(uint32_t(s.mantissaBits - s.minExponent + 127) << 23));
  code = code > s.largest ? s.largest : code;
  return x != x ? s.nan : code | sign;
}

/// A small format as f16 bits (exact).
AW_BUILTIN uint16_t aw_cvt_f16_small(uint32_t code, SmallFormat format, uint32_t flags) {
  Small s = describe(format);
  uint32_t signBit = signBitOf(format);
  uint32_t magnitude = code & (signBit - 1);
  uint32_t field = magnitude >> s.mantissaBits;
  uint32_t fraction = magnitude & ((1u << s.mantissaBits) - 1);
  float normal = toFloat((field - s.bias + 127) << 23 | fraction << (23 - s.mantissaBits));
  float subnormal =
      float(int32_t(fraction)) * toFloat(uint32_t(s.minExponent - s.mantissaBits + 127) << 23);
  float value = field ? normal : subnormal;
  bool isInfinite = format == FormatE5M2 && magnitude == 0x7c;
  bool nan =
      (format == FormatE5M2 && magnitude > 0x7c) || (format == FormatE4M3 && magnitude == 0x7f);
  uint16_t h = isInfinite ? 0x7c00 : toF16(value);
  h = code & signBit ? h | 0x8000 : h;
  if (flags & FlagRelu)
    h = h & 0x8000 ? 0 : h;
  return nan ? kCanonicalNanF16 : h;
}

/// f32 to ue8m0 (a power of two, bias 127; 0xff is NaN), rounding towards zero or up, and back to
/// bf16. The sign is dropped.
AW_BUILTIN uint32_t aw_cvt_ue8m0_f32(float x, Rounding rounding) {
  uint32_t u = bitsOf(x) & 0x7fffffffu;
  uint32_t exponent = u >> 23, fraction = u & 0x7fffffu;
  // Below 2^-126 only 2^-127 (code 0) remains; above its pattern, rounding up gives 2^-126.
  bool up = rounding == RoundUp && (exponent ? fraction != 0 : fraction > 0x400000u);
  uint32_t code = exponent + uint32_t(up);
  code = code > 254 ? 254 : code;
  return x != x ? 0xff : code;
}
AW_BUILTIN uint16_t aw_cvt_bf16_ue8m0(uint32_t code) {
  code &= 0xff;
  return code == 0xff ? kCanonicalNanF16 : code ? uint16_t(code << 7) : uint16_t(0x40);
}
