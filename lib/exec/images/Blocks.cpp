// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Block-compressed texels: formats BC1 to BC5 of Direct3D 11's "Texture Block Compression". What
// that text leaves open, the rounding of values between the two ends, is as recorded on an H200.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

#include "exec/images/Texels.h"

namespace anywarp::exec {
namespace {

using Color = std::array<int32_t, 4>; ///< 8 bits

uint64_t load64(const char *place) {
  uint64_t bits;
  std::memcpy(&bits, place, sizeof bits);
  return bits;
}

/// Two colours of 5, 6 and 5 bits, and 2 bits for each texel. Four colours, or three and none.
Color colorOf(uint64_t block, unsigned texel, bool mayBeThree) {
  const auto end0 = uint32_t(block & 0xffff), end1 = uint32_t(block >> 16 & 0xffff);
  const unsigned index = block >> (32 + 2 * texel) & 3;
  const bool isThree = mayBeThree && end0 <= end1;
  if (isThree && index == 3)
    return {0, 0, 0, 0};
  const auto five = [&](unsigned shift) { // red and blue
    const auto a = int32_t(end0 >> shift & 31), b = int32_t(end1 >> shift & 31);
    switch (index) {
    case 0:
      return a << 3 | a >> 2;
    case 1:
      return b << 3 | b >> 2;
    case 2:
      return isThree ? (a + b) * 33 / 8 : (2 * a + b) * 22 / 8;
    default:
      return (a + 2 * b) * 22 / 8;
    }
  };
  const auto six = [](uint32_t end) {
    const auto g = int32_t(end >> 5 & 63);
    return g << 2 | g >> 4;
  };
  const int32_t a = six(end0), b = six(end1), difference = b - a;
  const auto towards = [](int32_t from, int32_t way, int32_t part) {
    return (256 * from + way / 4 + 128 + way * part) / 256;
  };
  const int32_t green = index == 0   ? a
                        : index == 1 ? b
                        : index == 2 ? towards(a, difference, isThree ? 128 : 80)
                                     : towards(b, -difference, 80);
  return {five(11), green, five(0), 255};
}

/// Two ends and 3 bits for each texel: six values between the ends, or four, zero and one.
struct Ramp {
  int32_t end[2];
  unsigned index;
  enum { Low, High, Between } kind;
  int32_t weight; ///< of the second end, of 256

  Ramp(uint64_t block, unsigned texel, bool isSigned) {
    for (unsigned i = 0; i < 2; ++i) {
      const auto byte = uint8_t(block >> 8 * i);
      end[i] = isSigned ? std::max(-127, int32_t(int8_t(byte))) : byte;
    }
    index = block >> (16 + 3 * texel) & 7;
    static constexpr int32_t kSix[8] = {0, 256, 36, 72, 112, 144, 184, 220};
    static constexpr int32_t kFour[8] = {0, 256, 48, 96, 160, 208, 0, 0};
    const bool isSix = end[0] > end[1];
    kind = isSix || index < 6 ? Between : index == 6 ? Low : High;
    weight = isSix ? kSix[index] : kFour[index];
  }

  /// 16 bits; signed: -32767 … 32767. The ends' bits are repeated below them.
  int32_t wide(bool isSigned) const {
    if (kind != Between)
      return kind == High ? (isSigned ? 32767 : 65535) : isSigned ? -32767 : 0;
    const int32_t near = index == 1 || index >= 4 ? end[1] : end[0];
    const int32_t value = end[0] * (256 - weight) + end[1] * weight;
    if (!isSigned)
      return value + near;
    const int32_t last = std::abs(near) >> 6;
    return value + 2 * near + (near < 0 ? -last : last);
  }
  /// 8 bits, for the alpha of BC3.
  int32_t narrow() const {
    if (kind != Between)
      return kind == High ? 255 : 0;
    const bool isTwoSevenths = weight == 72 || weight == 184; // 2/7 is a little more there
    const bool isNearEnd1 = weight > 128;
    const int32_t part = isNearEnd1 ? 256 - weight : weight;
    const int32_t from = end[isNearEnd1], way = end[!isNearEnd1] - from;
    const int32_t step = (std::abs(way) * (isTwoSevenths ? part + 1 : part) + 128) / 256;
    return from + (way < 0 ? -step : step);
  }
};

} // namespace

std::array<int32_t, 4> texelOfBlock(const Image &image, const char *block, unsigned texel) {
  using Block = Image::Block;
  const uint64_t first = load64(block);
  Color color;
  switch (image.block) {
  case Block::Color:
    color = colorOf(first, texel, /*mayBeThree=*/true);
    break;
  case Block::ColorAndAlpha4:
    color = colorOf(load64(block + 8), texel, /*mayBeThree=*/false);
    color[3] = int32_t(first >> 4 * texel & 15) * 17;
    break;
  case Block::ColorAndAlpha8:
    color = colorOf(load64(block + 8), texel, /*mayBeThree=*/false);
    color[3] = Ramp(first, texel, /*isSigned=*/false).narrow();
    break;
  default: {
    const int32_t one = image.isSigned ? 32767 : 65535;
    const int32_t red = Ramp(first, texel, image.isSigned).wide(image.isSigned);
    const int32_t green = image.block == Block::RedGreen
                              ? Ramp(load64(block + 8), texel, image.isSigned).wide(image.isSigned)
                              : 0;
    return {red, green, 0, one};
  }
  }
  for (int32_t &channel : color)
    channel *= 257;
  return color;
}

} // namespace anywarp::exec
