// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What both samplers share: conversions of channels and the split of weights.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "exec/Image.h"

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

/// A part of a weight of 256, rounded.
inline int32_t part(int32_t weight, int32_t fraction) { return (weight * fraction + 128) >> 8; }

/// Texel `texel` (x + 4 y) of a compressed block: 16 bits, signed ones -32767 … 32767.
std::array<int32_t, 4> texelOfBlock(const Image &image, const char *block, unsigned texel);

/// Serves all lanes of a texture instruction at once where the image and the instruction are of the
/// common kinds. False: they are not, and nothing was done.
bool sampleRows(const ImageCall &call);

} // namespace anywarp::exec
