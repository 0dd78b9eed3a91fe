// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What both samplers share: conversions of channels and the split of weights.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "exec/images/Image.h"
#include "exec/images/Lanes.h"

// Rows are passed to functions that are always inlined.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace anywarp::exec {

/// Of the low 16 bits; the others are 0.
template <typename S>
[[gnu::always_inline]] inline typename S::Float halfToFloat(typename S::Word half) {
  using Float = typename S::Float;
  using Word = typename S::Word;
  const Word sign = (half & 0x8000) << 16, magnitude = half & 0x7fff;
  const Word special = (magnitude & 0x3ff) << 13 | 0x7f800000;
  const Word shifted = magnitude << 13;
  const Float value = std::bit_cast<Float>(shifted) * 0x1p112f; // exact, subnormals too
  const Word finite = std::bit_cast<Word>(value);
  const Word bits = (magnitude >= 0x7c00 ? special : finite) | sign;
  return std::bit_cast<Float>(bits);
}
inline float halfToFloat(uint16_t half) { return halfToFloat<One>(half); }

/// sRGB to linear, for 8-bit channels.
const std::array<float, 256> &linearOfSrgb();

/// Alpha of an sRGB texel, from a sum of 16-bit values.
template <typename Float> [[gnu::always_inline]] inline Float alphaOfSrgb(Float sum) {
  return floorOf(sum + 0.5f) / 65535.f;
}

/// A filtered 1D texture without layers is read at y = 0: in border mode of y half of the weight is
/// the border's (seen).
inline bool isHalfBorder(const Image &image) {
  return image.dimensions == 1 && !image.isLayered && image.isLinear &&
         image.address[1] == Image::Address::Border;
}

/// A normalised coordinate as a GPU has it (seen).
template <typename Double> [[gnu::always_inline]] inline Double fixedCoordinate(Double x) {
  const Double fixed = floorOf(x * 0x1p21) * 0x1p-21;
  return ((x > -0x1p-126) & (x < 0x1p-126)) ? Double{} : fixed;
}

/// A part of a weight of 256, rounded.
template <typename Int> [[gnu::always_inline]] inline Int part(Int weight, Int fraction) {
  return (weight * fraction + 128) >> 8;
}

/// 16 bits with a sign from `sum`, 8 bits times 256: about 32767 / 127 of it (seen).
template <typename Int> [[gnu::always_inline]] inline Int wideOf(Int sum) {
  return sum + ((sum + 64 + (sum >> 12 << 4)) >> 7);
}

/// To the nearest half, ties away from 0; for finite numbers that halves can hold.
template <typename S>
[[gnu::always_inline]] inline typename S::Float roundToHalf(typename S::Float value) {
  using Float = typename S::Float;
  const typename S::Word next = std::bit_cast<typename S::Word>(value) + 1; // no tie
  const Float x = std::bit_cast<Float>(next);
  const Float apart = x * 8193.f, normal = apart - (apart - x); // 11 bits
  const Float tiny = (x + 0.75f) - 0.75f;                       // multiples of 2^-24
  return ((x > -0x1p-14f) & (x < 0x1p-14f)) ? tiny : normal;
}

// What a filtered channel becomes that is read as a float, from the sum of values times weights.
/// A signed normalised channel.
template <typename S>
[[gnu::always_inline]] inline typename S::Float signedOf(unsigned channelBits,
                                                         typename S::Double sum) {
  using Float = typename S::Float;
  Float whole;
  if (channelBits == 8)
    whole = convert<Float>(wideOf(convert<typename S::Int>(sum)));
  else
    whole = convert<Float>(floorOf(sum * 0x1p-8 + 0.5));
  whole /= 32767.f;
  return whole > -1.f ? whole : Float{} - 1.f;
}
template <typename S>
[[gnu::always_inline]] inline typename S::Float floatOf(typename S::Double sum) {
  return convert<typename S::Float>(sum * (0x1p-8 + 0x1p-58)); // ties away from 0 (seen)
}
/// A half, from the float.
template <typename S>
[[gnu::always_inline]] inline typename S::Float halfOf(typename S::Float value) {
  const typename S::Float half = roundToHalf<S>(value);
  return ((value > -65504.f) & (value < 65504.f)) ? half : value;
}

/// Texel `texel` (x + 4 y) of a compressed block: 16 bits, signed ones -32767 … 32767.
std::array<int32_t, 4> texelOfBlock(const Image &image, const char *block, unsigned texel);

/// Code for processors with such vectors.
enum class RowCode : uint8_t { Any, Avx2, Avx512 };
/// What serves the instructions that need no level, cube or offset; null where the image's kind is
/// too rare for it. The code is the best that the processor runs, up to `best`.
RowSampler rowSamplerOf(const Image &image, RowCode best = RowCode::Avx512);
/// Serves all lanes at once. False: the image or the instruction is of a rare kind, and nothing was
/// done.
bool sampleRows(const ImageCall &call);

} // namespace anywarp::exec
