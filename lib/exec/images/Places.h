// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the coordinates of a row of lanes lie in an image. Everything is inlined into code for one
// processor.
#pragma once

#include <bit>
#include <cstdint>

#include "exec/images/Texels.h"

namespace anywarp::exec {

#define AW_INLINE inline __attribute__((always_inline))

using Address = Image::Address;
using Ints = Row::Int;
using Words = Row::Word;
using Floats = Row::Float;
using Doubles = Row::Double;
inline constexpr int32_t kOutside = -1;

/// Texels along one axis, or kOutside, and the weight of the high one in 256ths.
struct Axis {
  Ints low, high, fraction;
};

AW_INLINE bool anyOf(const Ints &row) {
#if defined(__clang__)
  return __builtin_reduce_or(row);
#else
  int32_t all = 0;
  for (unsigned l = 0; l < Row::kLanes; ++l)
    all |= row[l];
  return all;
#endif
}

template <typename T> AW_INLINE T smaller(const T &a, const T &b) { return a < b ? a : b; }
template <typename T> AW_INLINE T larger(const T &a, const T &b) { return a > b ? a : b; }

// -- Coordinates ----------------------------------------------------------------------------------

/// As floorOf of the other sampler: far outside is brought nearer, not a number is 0.
AW_INLINE Doubles wholeOf(const Doubles &x) {
  const Doubles kFar = Doubles{} + 0x1p40;
  return floorOf(larger(smaller(x == x ? x : Doubles{}, kFar), -kFar));
}

/// The index of whole number `i`, exact for |i| up to 2^40 and any size.
template <Address Mode> AW_INLINE Ints indexOf(const Doubles &i, double size) {
  if constexpr (Mode == Address::Wrap) {
    return convert<Ints>(i - floorOf(i / size) * size);
  } else if constexpr (Mode == Address::Mirror) {
    const Doubles m = i - floorOf(i / (2 * size)) * (2 * size);
    return convert<Ints>(m < size ? m : 2 * size - 1 - m);
  } else if constexpr (Mode == Address::Clamp) {
    return convert<Ints>(smaller(larger(i, Doubles{}), Doubles{} + (size - 1)));
  } else {
    return convert<Ints>(((i >= 0) & (i < size)) ? i : Doubles{} + kOutside);
  }
}

template <Address Mode, bool IsLinear>
AW_INLINE void placeAxis(const Words &words, bool isNormalized, double size, Axis &axis) {
  Doubles at = convert<Doubles>(std::bit_cast<Floats>(words));
  if (isNormalized) {
    if constexpr (Mode == Address::Wrap || Mode == Address::Mirror)
      at = ((at >= 0x1p24) | (at <= -0x1p24)) ? Doubles{} : at; // whole images, see Sampling.cpp
    at = fixedCoordinate(at) * size;
  }
  if constexpr (IsLinear) {
    const Doubles fixed = wholeOf(at * 256 + 0.5) - 128;
    const Doubles low = floorOf(fixed * 0x1p-8);
    axis.low = indexOf<Mode>(low, size);
    axis.high = indexOf<Mode>(low + 1, size);
    const Doubles fraction = fixed - low * 256;
    const bool isClamp = Mode == Address::Clamp;
    axis.fraction = convert<Ints>(isClamp ? (((low < 0) | (low >= size - 1)) ? Doubles{} : fraction)
                                          : fraction);
  } else {
    axis.low = indexOf<Mode>(wholeOf(at), size);
  }
}

/// Sizes up to which places are worked out in 32 bits.
inline constexpr uint32_t kMaxInts = 1 << 20;

/// Whether placeAxisInInts serves an axis: its coordinates count texels and stop at an edge.
AW_INLINE bool isCounted(bool isNormalized, double size, Address mode) {
  return !isNormalized && size <= kMaxInts && (mode == Address::Clamp || mode == Address::Border);
}

/// placeAxis for a counted axis: every step is exact in 32 bits. Beyond 2^21 all is outside, or the
/// same.
template <Address Mode, bool IsLinear>
AW_INLINE void placeAxisInInts(const Words &words, int size, Axis &axis) {
  constexpr bool isClamp = Mode == Address::Clamp;
  constexpr float kFar = 0x1p21f, kCentre = IsLinear ? 0.5f : 0.f;
  // Clamped to the centres of the outer texels: beyond them only one texel counts.
  const Floats least = Floats{} + (isClamp ? kCentre : -kFar);
  const Floats most = Floats{} + (isClamp ? float(size) - (IsLinear ? 0.5f : 1.f) : kFar);
  Floats at = std::bit_cast<Floats>(words);
  if constexpr (!isClamp)
    at = at == at ? at : Floats{};
  at = smaller(larger(at, least), most); // of no number the least
  const auto indexOf = [size](const Ints &i) __attribute__((always_inline)) -> Ints {
    return isClamp                   ? smaller(i, Ints{} + (size - 1))
           : ((i >= 0) & (i < size)) ? i
                                     : Ints{} + kOutside;
  };
  if constexpr (!IsLinear) {
    axis.low = indexOf(convert<Ints>(floorOf(at)));
    return;
  }
  const Ints halfSteps = convert<Ints>(floorOf(at * 512)); // of a 256th, which rounds half up
  const Ints fixed = ((halfSteps + 1) >> 1) - 128;
  const Ints low = fixed >> 8;
  axis.low = isClamp ? low : indexOf(low);
  axis.high = indexOf(low + 1);
  axis.fraction = fixed & 255;
}

template <bool IsLinear>
AW_INLINE void placeAxis(const Words &words, bool isNormalized, double size, Address mode,
                         Axis &axis) {
  if (isCounted(isNormalized, size, mode))
    return mode == Address::Clamp
               ? placeAxisInInts<Address::Clamp, IsLinear>(words, int(size), axis)
               : placeAxisInInts<Address::Border, IsLinear>(words, int(size), axis);
  switch (mode) {
  case Address::Wrap:
    return placeAxis<Address::Wrap, IsLinear>(words, isNormalized, size, axis);
  case Address::Clamp:
    return placeAxis<Address::Clamp, IsLinear>(words, isNormalized, size, axis);
  case Address::Mirror:
    return placeAxis<Address::Mirror, IsLinear>(words, isNormalized, size, axis);
  case Address::Border:
    return placeAxis<Address::Border, IsLinear>(words, isNormalized, size, axis);
  }
}

} // namespace anywarp::exec
