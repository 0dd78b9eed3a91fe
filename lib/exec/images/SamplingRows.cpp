// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sampler for a whole piece: the arithmetic of Sampling.cpp, step by step for rows of lanes, in
// the widest registers. One level, no cubes, no offsets. Lanes that take no part are computed too:
// every address is brought into the image first.
#include <algorithm>
#include <bit>
#include <cmath>

#include "exec/images/Texels.h"

namespace anywarp::exec {
namespace {

#define AW_INLINE inline __attribute__((always_inline))

using Address = Image::Address;
using Ints = Row::Int;
using Words = Row::Word;
using Floats = Row::Float;
using Doubles = Row::Double;
constexpr unsigned kLanes = Row::kLanes;
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

struct Axis {
  Ints low, high, fraction;
};

AW_INLINE bool anyOf(const Ints &row) {
#if defined(__clang__)
  return __builtin_reduce_or(row);
#else
  int32_t all = 0;
  for (unsigned l = 0; l < kLanes; ++l)
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
constexpr uint32_t kMaxInts = 1 << 20;

/// The same where coordinates count texels: every step is exact in 32 bits. Beyond 2^22 all is
/// outside, or the same.
template <Address Mode, bool IsLinear>
AW_INLINE void placeAxisInInts(const Words &words, int size, Axis &axis) {
  const auto indexOf = [size](const Ints &i) __attribute__((always_inline)) -> Ints {
    if constexpr (Mode == Address::Clamp)
      return smaller(larger(i, Ints{}), Ints{} + (size - 1));
    else
      return ((i >= 0) & (i < size)) ? i : Ints{} + kOutside;
  };
  const Floats far = Floats{} + 0x1p22f;
  Floats at = std::bit_cast<Floats>(words);
  at = larger(smaller(at == at ? at : Floats{}, far), -far);
  if constexpr (!IsLinear) {
    axis.low = indexOf(convert<Ints>(floorOf(at)));
    return;
  }
  const Floats steps = at * 256, whole = floorOf(steps);
  const Ints fixed = convert<Ints>(whole) - (steps - whole >= 0.5f) - 128;
  const Ints low = fixed >> 8;
  axis.low = indexOf(low);
  axis.high = indexOf(low + 1);
  axis.fraction = fixed & 255;
  if constexpr (Mode == Address::Clamp)
    axis.fraction = ((low < 0) | (low >= size - 1)) ? Ints{} : axis.fraction;
}

template <bool IsLinear>
AW_INLINE void placeAxis(const Words &words, bool isNormalized, double size, Address mode,
                         Axis &axis) {
  const bool isClamp = mode == Address::Clamp;
  if (!isNormalized && size <= kMaxInts && (isClamp || mode == Address::Border))
    return isClamp ? placeAxisInInts<Address::Clamp, IsLinear>(words, int(size), axis)
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

/// Argument `row` of the lanes from `first` on; 0 for those that the piece lacks.
AW_INLINE Words argumentOf(const ImageCall &call, unsigned row, unsigned first) {
  const unsigned width = 1u << call.op.log2Width;
  const uint32_t *from = call.arguments + row * width + first;
  Words words{};
  if (width >= kLanes)
    __builtin_memcpy(&words, from, sizeof words);
  else
    std::copy_n(from, width, reinterpret_cast<uint32_t *>(&words));
  return words;
}

/// One corner of every lane's footprint.
struct Corner {
  Ints place;   ///< bytes from the image's begin to the texel
  Ints weight;  ///< of 256
  Ints outside; ///< -1: the border's colour stands there
};

struct Footprint {
  unsigned count = 0;
  bool isAnyOutside = false;
  Ints empty; ///< -1: the result is 0
  Corner corners[8];
};

/// Adds a corner, unless all of its weights are 0; the terms are offsets in bytes, or negative.
AW_INLINE void addCorner(Footprint &print, const Ints &x, const Ints &y, const Ints &z,
                         const Ints &weight) {
  if (!anyOf(weight))
    return;
  const Ints outside = (x | y | z) < 0;
  print.corners[print.count++] = {(x + y + z) & ~outside, weight, outside};
  print.isAnyOutside |= anyOf(outside);
}

/// Places the corners in the order z, x, y, as sums of floats depend on it.
template <bool IsLinear>
AW_INLINE void placeCorners(const ImageCall &call, unsigned first, Footprint &print) {
  const Image &image = call.image;
  const ImageLevel &level = image.levels[0];
  const auto strides = {image.texelBytes(), unsigned(level.rowBytes), unsigned(level.sliceBytes)};
  Axis axis[3];
  Ints slice{};
  unsigned row = 0;
  print.empty = {};
  if (ImageOp::isLayered(call.op.geometry)) {
    const Words layer = smaller(argumentOf(call, 0, first), Words{} + (image.slices - 1));
    slice = std::bit_cast<Ints>(layer * uint32_t(level.sliceBytes));
    ++row;
  }
  for (unsigned i = 0; i < 3; ++i) {
    if (i >= image.dimensions) {
      const bool isHalf = IsLinear && i == 1 && isHalfBorder(image);
      axis[i] = {Ints{} + (isHalf ? kOutside : 0), Ints{}, Ints{} + (isHalf ? 128 : 0)};
      continue;
    }
    const Words words = argumentOf(call, row + i, first);
    if (call.op.hasIntegers) {
      const Ints isOutside = words >= level.size[i];
      print.empty |= isOutside;
      axis[i].low = std::bit_cast<Ints>(words) & ~isOutside;
    } else {
      placeAxis<IsLinear>(words, image.isNormalized, level.size[i], image.address[i], axis[i]);
    }
    const auto stride = int32_t(strides.begin()[i]);
    axis[i].low *= stride;
    if constexpr (IsLinear)
      axis[i].high *= stride;
  }
  const auto &[x, y, z] = axis;
  if constexpr (!IsLinear)
    return addCorner(print, x.low, y.low, z.low + slice, Ints{} + 256);
  // Weights: see Sampling.cpp.
  for (unsigned deep = 0; deep < (image.dimensions == 3 ? 2 : 1); ++deep) {
    const Ints depth = deep ? z.fraction : 256 - z.fraction,
               plane = (deep ? z.high : z.low) + slice;
    const Ints right = part(depth, x.fraction), left = depth - right;
    const Ints leftLow = part(left, 256 - y.fraction), rightHigh = part(right, y.fraction);
    addCorner(print, x.low, y.low, plane, leftLow);
    addCorner(print, x.low, y.high, plane, left - leftLow);
    addCorner(print, x.high, y.low, plane, right - rightHigh);
    addCorner(print, x.high, y.high, plane, rightHigh);
  }
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

/// One 32-bit word for each lane, from `places` bytes behind `begin`.
template <typename Row> AW_INLINE Row load(const char *begin, const Ints &places) {
  using Word = std::remove_reference_t<decltype(Row{}[0])>;
  alignas(64) int32_t place[kLanes];
  alignas(64) Word word[kLanes];
  __builtin_memcpy(place, &places, sizeof place);
  asm("" : "+r"(begin), "+m"(place)); // one gather with 32-bit indices, not two with 64
#pragma clang loop vectorize(enable) unroll(disable)
  for (unsigned l = 0; l < kLanes; ++l)
    word[l] = *reinterpret_cast<const Word *>(begin + place[l]);
  Row words;
  __builtin_memcpy(&words, word, sizeof words);
  return words;
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

/// The aligned words that hold word `number` of each lane's texel; smaller texels lie within one.
template <unsigned Bits>
AW_INLINE Words loadWords(const char *data, const Corner &corner, unsigned number,
                          unsigned texelBytes) {
  const char *begin = data + 4ull * number;
  if (Bits == 32 || texelBytes >= 4)
    return load<Words>(begin, corner.place);
  const auto apart = int32_t(reinterpret_cast<uint64_t>(begin) & 3);
  const Ints at = corner.place + apart;
  return load<Words>(begin - apart, at & ~3) >> std::bit_cast<Words>((at & 3) * 8);
}

/// What the lanes get for each channel: the nearest texel, or the sum over corners.
template <Channel C, bool IsLinear> struct Sums {
  using Value = std::conditional_t<kIsReal<C>, Floats, Ints>;
  using Sum = std::conditional_t<IsLinear && kIsReal<C>, Doubles, Value>;
  Sum channel[4];
};

/// `Channels` is 0 where it is not known in advance.
template <Channel C, bool IsLinear, unsigned Channels>
AW_INLINE void addTexels(const Image &image, const Corner &corner, bool isAnyOutside,
                         const float *srgb, Sums<C, IsLinear> &sums) {
  using Value = typename Sums<C, IsLinear>::Value;
  using Sum = typename Sums<C, IsLinear>::Sum;
  constexpr unsigned kPerWord = 32 / kBits<C>;
  constexpr uint32_t kMask = kBits<C> == 32 ? ~0u : (1u << kBits<C> % 32) - 1;
  const unsigned channels = Channels ? Channels : image.channels;
  for (unsigned c = 0; c < channels; c += kPerWord) {
    const Words words =
        loadWords<kBits<C>>(image.levels[0].data, corner, c / kPerWord, channels * kBits<C> / 8);
    for (unsigned i = 0; i < kPerWord && c + i < channels; ++i) {
      const bool isAlpha = c + i == image.alpha();
      Value value = valueOf<C, IsLinear>(words >> i * kBits<C> & kMask, isAlpha, srgb);
      if (isAnyOutside) {
        Value border = std::bit_cast<Value>(Words{} + image.border[c + i]);
        if constexpr (IsLinear && (C == Channel::Snorm8 || C == Channel::Snorm16))
          border = Value{} + __builtin_rintf(border[0] * (C == Channel::Snorm8 ? 127.f : 32767.f));
        value = corner.outside != 0 ? border : value;
      }
      if constexpr (!IsLinear)
        sums.channel[c + i] = value;
      else // what has no weight is not looked at, were it infinite
        sums.channel[c + i] +=
            convert<Sum>(corner.weight != 0 ? value : Value{}) * convert<Sum>(corner.weight);
    }
  }
}

template <Channel C, bool IsLinear>
AW_INLINE Words resultOf(const typename Sums<C, IsLinear>::Sum &sum, bool isAlpha,
                         [[maybe_unused]] const Image &image) {
  if constexpr (IsLinear && kIsReal<C>)
    return std::bit_cast<Words>(filteredOf<Row>(image, sum));
  else if constexpr (kIsReal<C>)
    return std::bit_cast<Words>(C == Channel::Srgb && isAlpha ? alphaOfSrgb(sum) : sum);
  else if constexpr (C == Channel::Fixed8 || C == Channel::Fixed16)
    return std::bit_cast<Words>(convert<Floats>(IsLinear ? (sum + 128) >> 8 : sum) / 65535.f);
  else
    return std::bit_cast<Words>(sum);
}

AW_INLINE void setResult(const ImageCall &call, unsigned row, unsigned first, const Words &words) {
  const unsigned width = 1u << call.op.log2Width;
  uint32_t *to = call.results + row * width + first;
  if (width >= kLanes)
    __builtin_memcpy(to, &words, sizeof words);
  else
    std::copy_n(reinterpret_cast<const uint32_t *>(&words), width, to);
}

template <Channel C, bool IsLinear, unsigned Channels>
AW_INLINE void readTexels(const ImageCall &call, unsigned first, const Footprint &print) {
  const Image &image = call.image;
  const unsigned channels = Channels ? Channels : image.channels;
  const float *srgb = C == Channel::Srgb ? linearOfSrgb().data() : nullptr;
  Sums<C, IsLinear> sums;
  for (unsigned c = 0; IsLinear && c < channels; ++c)
    sums.channel[c] = {};
  for (unsigned k = 0; k < print.count; ++k)
    addTexels<C, IsLinear, Channels>(image, print.corners[k], print.isAnyOutside, srgb, sums);
  for (unsigned c = 0; c < 4; ++c) {
    Words words{};
    if (c < channels)
      words = resultOf<C, IsLinear>(sums.channel[c], c == image.alpha(), image) &
              ~std::bit_cast<Words>(print.empty);
    setResult(call, c, first, words);
  }
}

// -- The same code for three processors -----------------------------------------------------------

#define AW_PROCESSOR(NAME, TARGET)                                                                 \
  struct NAME {                                                                                    \
    template <bool IsLinear>                                                                       \
    TARGET static void place(const ImageCall &call, unsigned first, Footprint &print) {            \
      placeCorners<IsLinear>(call, first, print);                                                  \
    }                                                                                              \
    template <Channel C, bool IsLinear, unsigned Channels>                                         \
    TARGET static void read(const ImageCall &call, unsigned first, const Footprint &print) {       \
      readTexels<C, IsLinear, Channels>(call, first, print);                                       \
    }                                                                                              \
  };
AW_PROCESSOR(Any, )
AW_PROCESSOR(Avx2, __attribute__((target("avx2"))))
AW_PROCESSOR(Avx512, __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))))
#undef AW_PROCESSOR

template <typename Processor, Channel C, bool IsLinear> void sampleAs(const ImageCall &call) {
  const bool isSingle = call.image.channels == 1;
  const auto read = isSingle ? Processor::template read<C, IsLinear, 1>
                             : Processor::template read<C, IsLinear, 0>;
  constexpr unsigned kGroups = 2; // of 32 lanes; their reads wait for memory at the same time
  Footprint prints[kGroups];
  const unsigned width = 1u << call.op.log2Width;
  for (unsigned i = 0; i * kLanes < width; ++i)
    Processor::template place<IsLinear>(call, i * kLanes, prints[i]);
  for (unsigned i = 0; i * kLanes < width; ++i)
    read(call, i * kLanes, prints[i]);
}

template <typename Processor> void sampleOn(const ImageCall &call) {
  const bool isLinear = call.image.isLinear && !call.op.hasIntegers;
  switch (channelOf(call.image)) {
#define AW_POINT(NAME)                                                                             \
  case Channel::NAME:                                                                              \
    return sampleAs<Processor, Channel::NAME, false>(call);
#define AW_FILTERED(NAME)                                                                          \
  case Channel::NAME:                                                                              \
    return isLinear ? sampleAs<Processor, Channel::NAME, true>(call)                               \
                    : sampleAs<Processor, Channel::NAME, false>(call);
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

using Sampler = void (*)(const ImageCall &);
Sampler choose() {
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return sampleOn<Avx512>;
  return __builtin_cpu_supports("avx2") ? sampleOn<Avx2> : sampleOn<Any>;
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
