// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// f16 and bf16 by their bits: to float (exact) and from float in every rounding.
#pragma once

#include "device/builtins/Bits.h"

namespace anywarp::device {

AW_INLINE float fromF16(uint16_t h) { return float(__builtin_bit_cast(_Float16, h)); }
AW_INLINE float fromBF16(uint16_t h) { return toFloat(uint32_t(h) << 16); }

AW_INLINE bool isNanF16(uint16_t h) { return (h & 0x7fff) > 0x7c00; }
AW_INLINE bool isNanBF16(uint16_t h) { return (h & 0x7fff) > 0x7f80; }
AW_INLINE uint16_t flushF16(uint16_t h) { return (h & 0x7c00) == 0 ? h & 0x8000 : h; }

/// The step of Bits.h for 16-bit formats.
AW_INLINE uint16_t stepF16(uint16_t h, bool above, bool below, Rounding rounding) {
  bool negative = h >> 15;
  bool shrink =
      rounding == RoundZero
          ? (negative ? below : above)
          : (rounding == RoundDown ? above && !negative : rounding == RoundUp && below && negative);
  bool grow = rounding == RoundDown ? above && negative : rounding == RoundUp && below && !negative;
  return uint16_t(h - unsigned(shrink) + unsigned(grow));
}

/// A float as f16; NaN becomes the canonical NaN.
AW_INLINE uint16_t toF16(float f, Rounding rounding = RoundNearest) {
  uint16_t h = __builtin_bit_cast(uint16_t, _Float16(f));
  if (rounding != RoundNearest) {
    float back = fromF16(h);
    h = stepF16(h, back > f, back < f, rounding);
  }
  return f != f ? kCanonicalNanF16 : h;
}

/// A float as bf16; NaN becomes the canonical NaN. The carry out of the mantissa is the right
/// exponent, up to infinity; a directed rounding that must not reach infinity adds nothing.
AW_INLINE uint16_t toBF16(float f, Rounding rounding = RoundNearest) {
  uint32_t u = bitsOf(f);
  bool negative = u >> 31;
  uint32_t add = rounding == RoundNearest ? 0x7fffu + ((u >> 16) & 1)
                 : rounding == RoundZero  ? 0u
                 : rounding == RoundDown  ? (negative ? 0xffffu : 0u)
                                          : (negative ? 0u : 0xffffu);
  uint16_t h = uint16_t((u + add) >> 16);
  return f != f ? kCanonicalNanF16 : h;
}

} // namespace anywarp::device
