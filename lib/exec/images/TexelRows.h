// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texels of a row of lanes: how they are loaded and what their channels mean. Everything is inlined
// into code for one processor.
#pragma once

#include "exec/images/Places.h"

namespace anywarp::exec {

inline constexpr unsigned kLanes = Row::kLanes;

/// How a channel becomes what is filtered.
enum class Channel : uint8_t {
  // as it is, extended to 32 bits
  Word,
  Unsigned8,
  Signed8,
  Unsigned16,
  Signed16,
  // 16 bits
  Fixed8,
  Fixed16,
  // a float
  Float,
  Half,
  Snorm8,
  Snorm16,
  Srgb,
};

template <Channel C>
inline constexpr unsigned kBits =
    C == Channel::Word || C == Channel::Float ? 32
    : C == Channel::Unsigned8 || C == Channel::Signed8 || C == Channel::Fixed8 ||
            C == Channel::Snorm8 || C == Channel::Srgb
        ? 8
        : 16;
template <Channel C> inline constexpr bool kIsReal = C >= Channel::Float;

inline Channel channelOf(const Image &image) {
  const bool isByte = image.channelBits == 8, isShort = image.channelBits == 16;
  switch (image.reading) {
  case Image::Reading::Fixed:
    return isByte ? Channel::Fixed8 : Channel::Fixed16;
  case Image::Reading::Real:
    return image.isFloat  ? (isShort ? Channel::Half : Channel::Float)
           : image.isSrgb ? Channel::Srgb
           : isByte       ? Channel::Snorm8
                          : Channel::Snorm16;
  case Image::Reading::Integer:
    break;
  }
  return isByte    ? (image.isSigned ? Channel::Signed8 : Channel::Unsigned8)
         : isShort ? (image.isSigned ? Channel::Signed16 : Channel::Unsigned16)
                   : Channel::Word;
}

/// 0, 1, 2 …
AW_INLINE Ints laneNumbers() {
  Ints numbers;
  for (unsigned l = 0; l < kLanes; ++l)
    numbers[l] = int32_t(l);
  return numbers;
}

template <typename Row> AW_INLINE Row rowAt(const char *begin) {
  Row row;
  __builtin_memcpy(&row, begin, sizeof row);
  return row;
}

/// One 32-bit word for each lane, from `places` bytes behind `begin`.
template <typename Row> AW_INLINE Row load(const char *begin, const Ints &places) {
  using Word = std::remove_reference_t<decltype(Row{}[0])>;
  if (!anyOf(places - places[0] != laneNumbers() * 4))
    return rowAt<Row>(begin + places[0]);
  alignas(64) int32_t place[kLanes];
  alignas(64) Word word[kLanes];
  __builtin_memcpy(place, &places, sizeof place);
  asm("" : "+r"(begin), "+m"(place)); // one gather with 32-bit indices, not two with 64
#pragma clang loop vectorize(enable) unroll(disable)
  for (unsigned l = 0; l < kLanes; ++l)
    word[l] = *reinterpret_cast<const Word *>(begin + place[l]);
  return rowAt<Row>(reinterpret_cast<const char *>(word));
}

/// Two neighbouring words for each lane, from `places` bytes behind `begin`; both are the image's.
AW_INLINE void loadPairs(const char *begin, const Ints &places, Words &low, Words &high) {
  using Pairs = uint64_t __attribute__((vector_size(8 * kLanes)));
  alignas(64) int32_t place[kLanes];
  __builtin_memcpy(place, &places, sizeof place);
  Pairs pairs;
#pragma clang loop unroll(full)
  for (unsigned l = 0; l < kLanes; ++l)
    __builtin_memcpy(&reinterpret_cast<uint64_t *>(&pairs)[l], begin + place[l], sizeof(uint64_t));
  low = convert<Words>(pairs);
  high = convert<Words>(pairs >> 32);
}

/// A channel's bits, extended by zeros, as a number: a whole one or a float.
template <Channel C, bool IsLinear>
AW_INLINE auto valueOf(const Words &bits, bool isAlpha, const float *srgb) {
  const Ints whole = std::bit_cast<Ints>(bits);
  const auto isSigned8 = C == Channel::Signed8 || C == Channel::Snorm8;
  const Ints number = isSigned8 ? whole << 24 >> 24 : whole << 16 >> 16;
  if constexpr (IsLinear && (C == Channel::Snorm8 || C == Channel::Snorm16))
    return convert<Floats>(number);
  else if constexpr (C == Channel::Float)
    return std::bit_cast<Floats>(bits);
  else if constexpr (C == Channel::Half)
    return halfToFloat<Row>(bits);
  else if constexpr (C == Channel::Snorm8 || C == Channel::Snorm16)
    return larger(convert<Floats>(number) / (isSigned8 ? 127.f : 32767.f), Floats{} - 1.f);
  else if constexpr (C == Channel::Srgb)
    return isAlpha ? convert<Floats>(whole * 257)
                   : load<Floats>(reinterpret_cast<const char *>(srgb), (whole & 255) * 4);
  else if constexpr (C == Channel::Fixed8)
    return whole * 257;
  else if constexpr (C == Channel::Signed8 || C == Channel::Signed16)
    return number;
  else
    return whole;
}

/// From a channel as it was read, or the sum of such times weights.
template <Channel C, bool IsLinear, typename Sum>
AW_INLINE Words resultOf(const Sum &sum, bool isAlpha) {
  if constexpr (IsLinear && (C == Channel::Snorm8 || C == Channel::Snorm16))
    return std::bit_cast<Words>(signedOf<Row>(kBits<C>, sum));
  else if constexpr (IsLinear && C == Channel::Half)
    return std::bit_cast<Words>(halfOf<Row>(floatOf<Row>(sum)));
  else if constexpr (IsLinear && kIsReal<C>)
    return std::bit_cast<Words>(floatOf<Row>(sum));
  else if constexpr (kIsReal<C>)
    return std::bit_cast<Words>(C == Channel::Srgb && isAlpha ? alphaOfSrgb(sum) : sum);
  else if constexpr (C == Channel::Fixed8 || C == Channel::Fixed16)
    return std::bit_cast<Words>(convert<Floats>(IsLinear ? (sum + 128) >> 8 : sum) / 65535.f);
  else
    return std::bit_cast<Words>(sum);
}

} // namespace anywarp::exec
