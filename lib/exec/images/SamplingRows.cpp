// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sampler for a whole piece: the arithmetic of Sampling.cpp, step by step for rows of lanes, so
// that the compiler makes vectors of it. One level, no cubes, no offsets. Lanes that take no part
// are computed too: every address is brought into the image first.
#include <algorithm>
#include <bit>
#include <cmath>

#include "exec/images/Texels.h"

#pragma clang fp contract(off)

namespace anywarp::exec {
namespace {

#define AW_INLINE inline __attribute__((always_inline))

using Address = Image::Address;
constexpr unsigned kLanes = 32;
constexpr int32_t kOutside = -1;

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

template <typename T> struct alignas(64) Row {
  T lane[kLanes];
  T &operator[](unsigned l) { return lane[l]; }
  T operator[](unsigned l) const { return lane[l]; }
};

struct AxisRows {
  Row<int32_t> low, high, fraction;
};

// -- Coordinates ----------------------------------------------------------------------------------

/// As floorOf of the other sampler: far outside is brought nearer, not a number is 0.
AW_INLINE double wholeOf(double x) {
  constexpr double kFar = 0x1p40;
  x = x < -kFar ? -kFar : x;
  x = x > kFar ? kFar : x;
  return __builtin_floor(x == x ? x : 0.0);
}

/// The index of whole number `i`, exact for |i| up to 2^40 and any size.
template <Address Mode> AW_INLINE int32_t indexOf(double i, double size) {
  if constexpr (Mode == Address::Wrap) {
    return int32_t(i - __builtin_floor(i / size) * size);
  } else if constexpr (Mode == Address::Mirror) {
    const double m = i - __builtin_floor(i / (2 * size)) * (2 * size);
    return int32_t(m < size ? m : 2 * size - 1 - m);
  } else if constexpr (Mode == Address::Clamp) {
    const double m = i < 0 ? 0 : i;
    return int32_t(m > size - 1 ? size - 1 : m);
  } else {
    const bool isInside = (i >= 0) & (i < size);
    return isInside ? int32_t(isInside ? i : 0) : kOutside;
  }
}

template <Address Mode, bool IsLinear>
AW_INLINE void placeAxis(const uint32_t *words, unsigned n, bool isNormalized, double size,
                         AxisRows &axis) {
  const double scale = isNormalized ? size : 1;
  for (unsigned l = 0; l < n; ++l) {
    double at = double(std::bit_cast<float>(words[l]));
    if constexpr (Mode == Address::Wrap || Mode == Address::Mirror)
      at = isNormalized && __builtin_fabs(at) >= 0x1p24 ? 0 : at; // whole images, see Sampling.cpp
    at = isNormalized ? fixedCoordinate(at) : at;
    const double position = at * scale;
    if constexpr (IsLinear) {
      const double fixed = wholeOf(position * 256 + 0.5) - 128;
      const double low = __builtin_floor(fixed * 0x1p-8);
      const auto fraction = int32_t(fixed - low * 256);
      axis.low[l] = indexOf<Mode>(low, size);
      axis.high[l] = indexOf<Mode>(low + 1, size);
      axis.fraction[l] = Mode == Address::Clamp && ((low < 0) | (low >= size - 1)) ? 0 : fraction;
    } else {
      axis.low[l] = indexOf<Mode>(wholeOf(position), size);
    }
  }
}

/// Sizes up to which filtered places are worked out in 32 bits.
constexpr uint32_t kMaxInts = 1 << 20;

/// The same for filtered places where coordinates count texels: every step is exact in 32 bits.
/// Beyond 2^22 all is outside, or the same.
template <Address Mode>
AW_INLINE void placeAxisInInts(const uint32_t *words, unsigned n, int32_t size, AxisRows &axis) {
  for (unsigned l = 0; l < n; ++l) {
    float at = std::bit_cast<float>(words[l]);
    at = at == at ? at : 0.f;
    at = at < -0x1p22f ? -0x1p22f : at;
    at = at > 0x1p22f ? 0x1p22f : at;
    const float steps = at * 256, whole = __builtin_floorf(steps);
    const int32_t fixed = int32_t(whole) + (steps - whole >= 0.5f) - 128;
    const int32_t low = fixed >> 8, high = low + 1, last = size - 1;
    if constexpr (Mode == Address::Clamp) {
      axis.low[l] = std::min(std::max(low, 0), last);
      axis.high[l] = std::min(std::max(high, 0), last);
      axis.fraction[l] = ((low < 0) | (low >= last)) ? 0 : fixed & 255;
    } else {
      axis.low[l] = ((low >= 0) & (low < size)) ? low : kOutside;
      axis.high[l] = ((high >= 0) & (high < size)) ? high : kOutside;
      axis.fraction[l] = fixed & 255;
    }
  }
}

template <bool IsLinear>
AW_INLINE void placeAxis(const uint32_t *words, unsigned n, bool isNormalized, double size,
                         Address mode, AxisRows &axis) {
  const bool isClamp = mode == Address::Clamp;
  if (IsLinear && !isNormalized && size <= kMaxInts && (isClamp || mode == Address::Border))
    return isClamp ? placeAxisInInts<Address::Clamp>(words, n, int32_t(size), axis)
                   : placeAxisInInts<Address::Border>(words, n, int32_t(size), axis);
  switch (mode) {
  case Address::Wrap:
    return placeAxis<Address::Wrap, IsLinear>(words, n, isNormalized, size, axis);
  case Address::Clamp:
    return placeAxis<Address::Clamp, IsLinear>(words, n, isNormalized, size, axis);
  case Address::Mirror:
    return placeAxis<Address::Mirror, IsLinear>(words, n, isNormalized, size, axis);
  case Address::Border:
    return placeAxis<Address::Border, IsLinear>(words, n, isNormalized, size, axis);
  }
}

AW_INLINE bool anyOf(const Row<int32_t> &row, unsigned n) {
  int32_t all = 0;
  for (unsigned l = 0; l < n; ++l)
    all |= row[l];
  return all;
}

// -- Texels ---------------------------------------------------------------------------------------

template <Channel C>
constexpr unsigned kBits =
    C == Channel::Word || C == Channel::Float ? 32
    : C == Channel::Unsigned8 || C == Channel::Signed8 || C == Channel::Fixed8 ||
            C == Channel::Snorm8 || C == Channel::Srgb
        ? 8
        : 16;
template <Channel C> constexpr bool kIsReal = C >= Channel::Float;

Channel channelOf(const Image &image) {
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

/// A channel's bits, extended by zeros, as a number: a whole one or a float.
template <Channel C, bool IsLinear>
AW_INLINE auto valueOf(uint32_t bits, bool isAlpha, const float *srgb) {
  if constexpr (IsLinear && C == Channel::Snorm8)
    return float(int8_t(bits));
  else if constexpr (IsLinear && C == Channel::Snorm16)
    return float(int16_t(bits));
  else if constexpr (C == Channel::Float)
    return std::bit_cast<float>(bits);
  else if constexpr (C == Channel::Half)
    return halfToFloat(uint16_t(bits));
  else if constexpr (C == Channel::Snorm8)
    return std::max(-1.f, float(int8_t(bits)) / 127.f);
  else if constexpr (C == Channel::Snorm16)
    return std::max(-1.f, float(int16_t(bits)) / 32767.f);
  else if constexpr (C == Channel::Srgb)
    return isAlpha ? float(bits * 257) : srgb[bits & 255];
  else if constexpr (C == Channel::Fixed8)
    return int32_t(bits * 257);
  else if constexpr (C == Channel::Signed8)
    return int32_t(int8_t(bits));
  else if constexpr (C == Channel::Signed16)
    return int32_t(int16_t(bits));
  else
    return int32_t(bits);
}

/// One corner of every lane's footprint.
struct Corner {
  Row<int32_t> place;   ///< bytes from the image's begin to the texel
  Row<int32_t> weight;  ///< of 256
  Row<int32_t> outside; ///< not 0: the border's colour stands there
  bool isAnyOutside = false;
};

AW_INLINE void placeCorner(const Image &image, const ImageLevel &level, unsigned n,
                           const Row<int32_t> &x, const Row<int32_t> &y, const Row<int32_t> &z,
                           const Row<int32_t> &slice, Corner &corner) {
  const auto texel = int32_t(image.texelBytes()), row = int32_t(level.rowBytes),
             depth = int32_t(level.sliceBytes);
  for (unsigned l = 0; l < n; ++l) {
    const int32_t isOutside = (x[l] | y[l] | z[l]) < 0;
    corner.outside[l] = isOutside;
    const int32_t place = slice[l] + z[l] * depth + y[l] * row + x[l] * texel;
    corner.place[l] = isOutside ? 0 : place;
  }
  corner.isAnyOutside = anyOf(corner.outside, n);
}

/// The aligned words that hold word `number` of each lane's texel; smaller texels lie within one.
template <unsigned Bits>
AW_INLINE void loadWords(const char *data, const Corner &corner, unsigned n, unsigned number,
                         unsigned texelBytes, Row<uint32_t> &words) {
  const char *begin = data + 4ull * number;
  if (Bits == 32 || texelBytes >= 4) {
    for (unsigned l = 0; l < n; ++l)
      words[l] = *reinterpret_cast<const uint32_t *>(begin + corner.place[l]);
    return;
  }
  const auto apart = int32_t(reinterpret_cast<uint64_t>(begin) & 3);
  for (unsigned l = 0; l < n; ++l) {
    const int32_t at = corner.place[l] + apart;
    words[l] = *reinterpret_cast<const uint32_t *>(begin - apart + (at & ~3)) >> (at & 3) * 8;
  }
}

/// What the lanes get for each channel: the nearest texel, or the sum over corners.
template <Channel C, bool IsLinear> struct Sums {
  using Value = std::conditional_t<kIsReal<C>, float, int32_t>;
  using Sum = std::conditional_t<!IsLinear, Value, std::conditional_t<kIsReal<C>, double, int32_t>>;
  Row<Sum> channel[4];
};

template <Channel C, bool IsLinear>
AW_INLINE void addCorner(const Image &image, const ImageLevel &level, const Corner &corner,
                         unsigned n, const float *srgb, Sums<C, IsLinear> &sums) {
  using Value = typename Sums<C, IsLinear>::Value;
  using Sum = typename Sums<C, IsLinear>::Sum;
  constexpr unsigned kPerWord = 32 / kBits<C>;
  constexpr uint32_t kMask = kBits<C> == 32 ? ~0u : (1u << kBits<C> % 32) - 1;
  const unsigned texelBytes = image.texelBytes();
  for (unsigned c = 0; c < image.channels; c += kPerWord) {
    Row<uint32_t> words;
    loadWords<kBits<C>>(level.data, corner, n, c / kPerWord, texelBytes, words);
    for (unsigned i = 0; i < kPerWord && c + i < image.channels; ++i) {
      const unsigned shift = i * kBits<C>;
      auto border = std::bit_cast<Value>(image.border[c + i]);
      if constexpr (IsLinear && (C == Channel::Snorm8 || C == Channel::Snorm16))
        border = __builtin_rintf(border * (C == Channel::Snorm8 ? 127.f : 32767.f));
      const bool isAlpha = c + i == image.alpha();
      Row<Sum> &sum = sums.channel[c + i];
      for (unsigned l = 0; l < n; ++l) {
        Value value = valueOf<C, IsLinear>(words[l] >> shift & kMask, isAlpha, srgb);
        if (corner.isAnyOutside)
          value = corner.outside[l] ? border : value;
        if constexpr (!IsLinear)
          sum[l] = value;
        else // what has no weight is not looked at, were it infinite
          sum[l] += Sum(corner.weight[l] ? value : Value(0)) * Sum(corner.weight[l]);
      }
    }
  }
}

template <Channel C, bool IsLinear>
AW_INLINE uint32_t resultOf(typename Sums<C, IsLinear>::Sum sum, bool isAlpha,
                            [[maybe_unused]] const Image &image) {
  if constexpr (IsLinear && kIsReal<C>)
    return std::bit_cast<uint32_t>(filteredOf(image, sum));
  else if constexpr (kIsReal<C>)
    return std::bit_cast<uint32_t>(C == Channel::Srgb && isAlpha ? alphaOfSrgb(sum) : sum);
  else if constexpr (C == Channel::Fixed8 || C == Channel::Fixed16)
    return std::bit_cast<uint32_t>(float(IsLinear ? (sum + 128) >> 8 : sum) / 65535.f);
  else
    return uint32_t(sum);
}

template <Channel C, bool IsLinear> AW_INLINE void sampleAs(const ImageCall &call) {
  const Image &image = call.image;
  const ImageLevel &level = image.levels[0];
  const unsigned n = 1u << call.op.log2Width;
  AxisRows axis[3];
  Row<int32_t> slice;
  Row<int32_t> empty;
  bool isAnyEmpty = false;
  unsigned row = 0;
  for (unsigned l = 0; l < n; ++l)
    slice[l] = 0;
  if (ImageOp::isLayered(call.op.geometry)) {
    const uint32_t last = image.slices - 1;
    const uint32_t *layers = call.arguments;
    for (unsigned l = 0; l < n; ++l)
      slice[l] = int32_t(std::min(layers[l], last) * uint32_t(level.sliceBytes));
    ++row;
  }
  for (unsigned i = 0; i < 3; ++i) {
    if (i >= image.dimensions) {
      const bool isHalf = IsLinear && i == 1 && isHalfBorder(image);
      for (unsigned l = 0; l < n; ++l) {
        axis[i].low[l] = isHalf ? kOutside : 0;
        axis[i].high[l] = 0;
        axis[i].fraction[l] = isHalf ? 128 : 0;
      }
      continue;
    }
    const uint32_t *words = call.arguments + ((row + i) << call.op.log2Width);
    const double size = level.size[i];
    if (!call.op.hasIntegers) {
      placeAxis<IsLinear>(words, n, image.isNormalized, size, image.address[i], axis[i]);
      continue;
    }
    for (unsigned l = 0; l < n; ++l) {
      const int32_t isOutside = words[l] >= level.size[i];
      empty[l] = i ? empty[l] | isOutside : isOutside;
      axis[i].low[l] = isOutside ? 0 : int32_t(words[l]);
    }
    isAnyEmpty = anyOf(empty, n);
  }

  Sums<C, IsLinear> sums;
  const float *srgb = C == Channel::Srgb ? linearOfSrgb().data() : nullptr;
  Corner corner;
  if constexpr (!IsLinear) {
    placeCorner(image, level, n, axis[0].low, axis[1].low, axis[2].low, slice, corner);
    addCorner(image, level, corner, n, srgb, sums);
  } else {
    for (unsigned c = 0; c < image.channels; ++c)
      for (unsigned l = 0; l < n; ++l)
        sums.channel[c][l] = 0;
    // In the order z, x, y, as sums of floats depend on it; see Sampling.cpp for the weights.
    for (unsigned k = 0; k < 8; ++k) {
      const bool isDeep = k & 4, isRight = k & 2, isLow = !(k & 1);
      const Row<int32_t> &fx = axis[0].fraction, &fy = axis[1].fraction, &fz = axis[2].fraction;
      if (isDeep && image.dimensions < 3)
        break;
      for (unsigned l = 0; l < n; ++l) {
        const int32_t depth = isDeep ? fz[l] : 256 - fz[l];
        const int32_t right = part(depth, fx[l]), column = isRight ? right : depth - right;
        const int32_t high = isRight ? part(column, fy[l]) : column - part(column, 256 - fy[l]);
        corner.weight[l] = isLow ? column - high : high;
      }
      if (!anyOf(corner.weight, n))
        continue;
      placeCorner(image, level, n, isRight ? axis[0].high : axis[0].low,
                  isLow ? axis[1].low : axis[1].high, isDeep ? axis[2].high : axis[2].low, slice,
                  corner);
      addCorner(image, level, corner, n, srgb, sums);
    }
  }

  for (unsigned c = 0; c < 4; ++c) {
    uint32_t *results = call.results + (c << call.op.log2Width);
    if (c >= image.channels) {
      std::fill_n(results, n, 0);
      continue;
    }
    for (unsigned l = 0; l < n; ++l)
      results[l] = resultOf<C, IsLinear>(sums.channel[c][l], c == image.alpha(), image);
    if (isAnyEmpty)
      for (unsigned l = 0; l < n; ++l)
        results[l] = empty[l] ? 0 : results[l];
  }
}

AW_INLINE void sampleAny(const ImageCall &call) {
  const bool isLinear = call.image.isLinear && !call.op.hasIntegers;
  switch (channelOf(call.image)) {
#define AW_POINT(NAME)                                                                             \
  case Channel::NAME:                                                                              \
    return sampleAs<Channel::NAME, false>(call);
#define AW_FILTERED(NAME)                                                                          \
  case Channel::NAME:                                                                              \
    return isLinear ? sampleAs<Channel::NAME, true>(call) : sampleAs<Channel::NAME, false>(call);
    AW_POINT(Word)
    AW_POINT(Unsigned8)
    AW_POINT(Signed8)
    AW_POINT(Unsigned16)
    AW_POINT(Signed16)
    AW_FILTERED(Fixed8)
    AW_FILTERED(Fixed16)
    AW_FILTERED(Float)
    AW_FILTERED(Half)
    AW_FILTERED(Snorm8)
    AW_FILTERED(Snorm16)
    AW_POINT(Srgb)
#undef AW_FILTERED
#undef AW_POINT
  }
}

// The same code for three processors.
void sampleAnywhere(const ImageCall &call) { sampleAny(call); }
__attribute__((target("avx2"))) void sampleAvx2(const ImageCall &call) { sampleAny(call); }
__attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))) void
sampleAvx512(const ImageCall &call) {
  sampleAny(call);
}

using Sampler = void (*)(const ImageCall &);
Sampler choose() {
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return sampleAvx512;
  return __builtin_cpu_supports("avx2") ? sampleAvx2 : sampleAnywhere;
}

} // namespace

/// Bytes of the first level, padding included.
static uint64_t bytesOf(const Image &image) {
  const ImageLevel &level = image.levels[0];
  const uint64_t rows = level.rowBytes * level.size[1], width = level.size[0];
  const uint64_t slices = level.sliceBytes * std::max<uint64_t>(image.slices, level.size[2]);
  return std::max({rows, slices, width * image.texelBytes()});
}

bool sampleRows(const ImageCall &call) {
  constexpr int kFew = 3; // lanes, for which a row is too much
  const Image &image = call.image;
  const ImageOp &op = call.op;
  if (op.kind != ImageOp::Sample || op.hasOffset || image.levelCount != 1 || image.isCube ||
      image.block != Image::Block::None || ImageOp::dimensionsOf(op.geometry) != image.dimensions ||
      !image.levels[0].size[0] || bytesOf(image) > INT32_MAX || std::popcount(call.lanes) <= kFew)
    return false;
  if (op.hasIntegers && op.geometry == ImageOp::D1 && !image.isBuffer)
    return false;
  if (image.isSrgb && image.isLinear && !op.hasIntegers) // needs all texels before it adds
    return false;
  static const Sampler sampler = choose();
  sampler(call);
  return true;
}

} // namespace anywarp::exec
