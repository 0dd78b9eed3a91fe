// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What both samplers share: conversions of channels and the split of weights.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "exec/images/Image.h"

namespace anywarp::exec {

inline float halfToFloat(uint16_t half) {
  const uint32_t sign = uint32_t(half & 0x8000) << 16, magnitude = half & 0x7fffu;
  const uint32_t special = 0x7f800000 | (magnitude & 0x3ff) << 13;
  const float value = std::bit_cast<float>(magnitude << 13) * 0x1p112f; // exact, subnormals too
  return std::bit_cast<float>((magnitude >= 0x7c00 ? special : std::bit_cast<uint32_t>(value)) |
                              sign);
}

/// sRGB to linear, for 8-bit channels.
const std::array<float, 256> &linearOfSrgb();

/// Alpha of an sRGB texel, from a sum of 16-bit values.
inline float alphaOfSrgb(float sum) { return __builtin_floorf(sum + 0.5f) / 65535.f; }

/// A filtered 1D texture without layers is read at y = 0: in border mode of y half of the weight is
/// the border's (seen).
inline bool isHalfBorder(const Image &image) {
  return image.dimensions == 1 && !image.isLayered && image.isLinear &&
         image.address[1] == Image::Address::Border;
}

/// A normalised coordinate as a GPU has it (seen).
[[gnu::always_inline]] inline double fixedCoordinate(double x) {
  return __builtin_fabs(x) < 0x1p-126 ? 0 : __builtin_floor(x * 0x1p21) * 0x1p-21;
}

/// A part of a weight of 256, rounded.
inline int32_t part(int32_t weight, int32_t fraction) { return (weight * fraction + 128) >> 8; }

/// Signed normalised channels, which are filtered as the integers that they are.
inline bool isSignedFixed(const Image &image) {
  return image.reading == Image::Reading::Real && !image.isFloat && !image.isSrgb;
}
/// 16 bits with a sign from `sum`, 8 bits times 256: about 32767 / 127 of it (seen).
inline int32_t wideOf(int32_t sum) { return sum + ((sum + 64 + (sum >> 12 << 4)) >> 7); }

/// To the nearest half, ties away from 0; for finite numbers that halves can hold.
inline float roundToHalf(float x) {
  x = std::bit_cast<float>(std::bit_cast<uint32_t>(x) + 1);     // no tie
  const float apart = x * 8193.f, normal = apart - (apart - x); // 11 bits
  const float tiny = (x + 0.75f) - 0.75f;                       // multiples of 2^-24
  return __builtin_fabsf(x) < 0x1p-14f ? tiny : normal;
}

/// What a filtered channel becomes that is read as a float, from the sum of values times weights.
inline float filteredOf(const Image &image, double sum) {
  if (isSignedFixed(image)) {
    const double whole =
        image.channelBits == 8 ? wideOf(int32_t(sum)) : __builtin_floor(sum * 0x1p-8 + 0.5);
    return std::max(-1.f, float(whole) / 32767.f);
  }
  const auto value = float(sum * (0x1p-8 + 0x1p-58)); // ties away from 0 (seen)
  return image.isFloat && image.channelBits == 16 && __builtin_fabsf(value) < 65504.f
             ? roundToHalf(value)
             : value;
}

/// Texel `texel` (x + 4 y) of a compressed block: 16 bits, signed ones -32767 … 32767.
std::array<int32_t, 4> texelOfBlock(const Image &image, const char *block, unsigned texel);

/// Serves all lanes of a texture instruction at once where the image and the instruction are of the
/// common kinds. False: they are not, and nothing was done.
bool sampleRows(const ImageCall &call);

} // namespace anywarp::exec
