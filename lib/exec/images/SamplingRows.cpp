// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sampler for a whole piece: the arithmetic of Sampling.cpp, step by step for rows of lanes, in
// the widest registers. One level, no cubes, no offsets. Lanes that take no part are computed too:
// every address is brought into the image first.
#include <algorithm>
#include <bit>

#include "exec/images/TexelRows.h"

namespace anywarp::exec {
namespace {

/// Groups of kLanes lanes in a piece. All are placed before the first read, which waits for memory.
constexpr unsigned kGroups = 2;
AW_INLINE unsigned groupsOf(const ImageCall &call) {
  return ((1u << call.op.log2Width) + kLanes - 1) / kLanes;
}

/// Argument `row` of the lanes from `first` on; for those that the piece lacks, the first one's.
AW_INLINE Words argumentOf(const ImageCall &call, unsigned row, unsigned first) {
  const unsigned width = 1u << call.op.log2Width;
  const uint32_t *from = call.arguments + row * width + first;
  Words words = Words{} + *from;
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

template <Channel C> constexpr unsigned kPerWord = 32 / kBits<C>;

/// Adds the channels from `c` on, which one word of a texel holds. `outside` is null where every
/// lane has such a word.
template <Channel C, bool IsLinear>
AW_INLINE void addWord(const Image &image, const Words &words, unsigned c, unsigned channels,
                       const Ints &weight, const Ints *outside, const float *srgb,
                       Sums<C, IsLinear> &sums) {
  using Value = typename Sums<C, IsLinear>::Value;
  using Sum = typename Sums<C, IsLinear>::Sum;
  constexpr uint32_t kMask = kBits<C> == 32 ? ~0u : (1u << kBits<C> % 32) - 1;
  for (unsigned i = 0; i < kPerWord<C> && c + i < channels; ++i) {
    const bool isAlpha = c + i == image.alpha();
    Value value = valueOf<C, IsLinear>(words >> i * kBits<C> & kMask, isAlpha, srgb);
    if (outside) {
      Value border = std::bit_cast<Value>(Words{} + image.border[c + i]);
      if constexpr (IsLinear && (C == Channel::Snorm8 || C == Channel::Snorm16))
        border = Value{} + __builtin_rintf(border[0] * (C == Channel::Snorm8 ? 127.f : 32767.f));
      value = *outside != 0 ? border : value;
    }
    if constexpr (!IsLinear)
      sums.channel[c + i] = value;
    else // what has no weight is not looked at, were it infinite
      sums.channel[c + i] += convert<Sum>(weight != 0 ? value : Value{}) * convert<Sum>(weight);
  }
}

/// `Channels` is 0 where it is not known in advance.
template <Channel C, bool IsLinear, unsigned Channels>
AW_INLINE void addTexels(const Image &image, const Corner &corner, bool isAnyOutside,
                         const float *srgb, Sums<C, IsLinear> &sums) {
  const unsigned channels = Channels ? Channels : image.channels;
  for (unsigned c = 0; c < channels; c += kPerWord<C>) {
    const Words words =
        loadWords<kBits<C>>(image.levels[0].data, corner, c / kPerWord<C>, channels * kBits<C> / 8);
    addWord<C, IsLinear>(image, words, c, channels, corner.weight,
                         isAnyOutside ? &corner.outside : nullptr, srgb, sums);
  }
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
      words = resultOf<C, IsLinear>(sums.channel[c], c == image.alpha()) &
              ~std::bit_cast<Words>(print.empty);
    setResult(call, c, first, words);
  }
}

// -- Plain images ---------------------------------------------------------------------------------

/// Two axes, and texels that are words: what readPairs is for, where the image is filtered.
bool isPlain(const ImageCall &call) {
  const Image &image = call.image;
  return image.dimensions == 2 && !image.isLayered && !ImageOp::isLayered(call.op.geometry) &&
         image.texelBytes() == 4 && image.levels[0].size[0] > 1;
}

/// What a group of lanes reads of a plain image: in each of two rows a texel and its neighbour.
struct PairPrint {
  Ints rows[2]; ///< bytes
  Ints column;  ///< bytes, to the left of two texels
  Ints isLast;  ///< -1: the left one is not used, the right one is the last of its row
  /// Of 256: low y, high y to the left, then to the right.
  Ints weights[4];
  bool isRow; ///< all lanes' texels follow each other
};

/// False: not every lane's texels are neighbours within the image.
AW_INLINE bool placePairs(const ImageCall &call, unsigned first, PairPrint &print) {
  const Image &image = call.image;
  const ImageLevel &level = image.levels[0];
  const Words places[] = {argumentOf(call, 0, first), argumentOf(call, 1, first)};
  Axis x, y;
  placeAxis<true>(places[0], image.isNormalized, level.size[0], image.address[0], x);
  placeAxis<true>(places[1], image.isNormalized, level.size[1], image.address[1], y);
  const Ints right = x.fraction, left = 256 - right;
  if (image.address[0] != Address::Clamp || image.address[1] != Address::Clamp) {
    const Ints isOutside = (x.low | x.high | y.low | y.high) >> 31;
    const Ints isApart = (x.high != x.low + 1) & (right != 0); // what has no weight may be any
    if (anyOf(isOutside | isApart))
      return false;
  }
  const auto last = int32_t(level.size[0]) - 2, rowBytes = int32_t(level.rowBytes);
  print.isLast = x.low > last;
  const Ints column = print.isLast ? Ints{} + last : x.low;
  const bool mayBeRow = places[1][0] == places[1][kLanes - 1];
  print.isRow = mayBeRow && !anyOf((column - column[0] != laneNumbers()) | (y.low != y.low[0]) |
                                   (y.high != y.high[0]));
  print.rows[0] = y.low * rowBytes;
  print.rows[1] = y.high * rowBytes;
  print.column = column * 4;
  // As placeCorners has them.
  print.weights[0] = part(left, 256 - y.fraction);
  print.weights[1] = left - print.weights[0];
  print.weights[3] = part(right, y.fraction);
  print.weights[2] = right - print.weights[3];
  return true;
}

template <Channel C>
AW_INLINE void sumPairs(const ImageCall &call, unsigned first, const PairPrint &print) {
  const Image &image = call.image;
  const char *data = image.levels[0].data;
  Words texels[4]; // as the weights
  for (unsigned k = 0; k < 2; ++k) {
    if (print.isRow) {
      const char *begin = data + print.rows[k][0] + print.column[0];
      texels[k] = rowAt<Words>(begin);
      texels[k + 2] = rowAt<Words>(begin + 4);
    } else {
      loadPairs(data, print.rows[k] + print.column, texels[k], texels[k + 2]);
    }
    texels[k] = print.isLast ? texels[k + 2] : texels[k];
  }
  Sums<C, true> sums{};
  for (unsigned k = 0; k < 4; ++k)
    addWord<C, true>(image, texels[k], 0, kPerWord<C>, print.weights[k], nullptr, nullptr, sums);
  for (unsigned c = 0; c < 4; ++c)
    setResult(call, c, first,
              c < kPerWord<C> ? resultOf<C, true>(sums.channel[c], c == image.alpha()) : Words{});
}

/// readTexels for a plain image. Gives the groups that it has served, as bits.
template <Channel C> AW_INLINE unsigned readPairs(const ImageCall &call) {
  PairPrint prints[kGroups];
  const unsigned groups = groupsOf(call);
  unsigned done = 0;
  for (unsigned i = 0; i < groups; ++i)
    done |= unsigned(placePairs(call, i * kLanes, prints[i])) << i;
  for (unsigned i = 0; i < groups; ++i)
    if (done >> i & 1)
      sumPairs<C>(call, i * kLanes, prints[i]);
  return done;
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
    template <Channel C> TARGET static unsigned readPlain(const ImageCall &call) {                 \
      return readPairs<C>(call);                                                                   \
    }                                                                                              \
  };
AW_PROCESSOR(Any, )
AW_PROCESSOR(Avx2, __attribute__((target("avx2"))))
AW_PROCESSOR(Avx512, __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl"))))
#undef AW_PROCESSOR

template <typename Processor, Channel C, bool IsLinear> void sampleAs(const ImageCall &call) {
  if (IsLinear && call.op.hasIntegers) // they name one texel, whatever the filter
    return sampleAs<Processor, C, false>(call);
  const bool isSingle = call.image.channels == 1;
  const auto read = isSingle ? Processor::template read<C, IsLinear, 1>
                             : Processor::template read<C, IsLinear, 0>;
  unsigned done = 0; // groups
  if constexpr (IsLinear)
    if (isPlain(call))
      done = Processor::template readPlain<C>(call);
  const unsigned groups = groupsOf(call);
  if (done == (1u << groups) - 1)
    return;
  Footprint prints[kGroups];
  for (unsigned i = 0; i < groups; ++i)
    if (!(done >> i & 1))
      Processor::template place<IsLinear>(call, i * kLanes, prints[i]);
  for (unsigned i = 0; i < groups; ++i)
    if (!(done >> i & 1))
      read(call, i * kLanes, prints[i]);
}

template <typename Processor> RowSampler samplerOn(const Image &image) {
  switch (channelOf(image)) {
#define AW_POINT(NAME)                                                                             \
  case Channel::NAME:                                                                              \
    return sampleAs<Processor, Channel::NAME, false>;
#define AW_FILTERED(NAME)                                                                          \
  case Channel::NAME:                                                                              \
    return image.isLinear ? sampleAs<Processor, Channel::NAME, true>                               \
                          : sampleAs<Processor, Channel::NAME, false>;
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

RowCode codeOfProcessor() {
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    return RowCode::Avx512;
  return __builtin_cpu_supports("avx2") ? RowCode::Avx2 : RowCode::Any;
}

/// Bytes of the first level, padding included.
uint64_t bytesOf(const Image &image) {
  const ImageLevel &level = image.levels[0];
  const uint64_t rows = level.rowBytes * level.size[1], width = level.size[0];
  const uint64_t slices = level.sliceBytes * std::max<uint64_t>(image.slices, level.size[2]);
  return std::max({rows, slices, width * image.texelBytes()});
}

} // namespace

RowSampler rowSamplerOf(const Image &image, RowCode best) {
  if (image.isSurface || image.levelCount != 1 || image.isCube ||
      image.block != Image::Block::None || !image.levels[0].size[0] || bytesOf(image) > INT32_MAX)
    return nullptr;
  static const RowCode ofProcessor = codeOfProcessor();
  switch (std::min(best, ofProcessor)) {
  case RowCode::Avx512:
    return samplerOn<Avx512>(image);
  case RowCode::Avx2:
    return samplerOn<Avx2>(image);
  case RowCode::Any:
    break;
  }
  return samplerOn<Any>(image);
}

bool sampleRows(const ImageCall &call) {
  constexpr int kFew = 3; // lanes, for which a row is too much
  const Image &image = call.image;
  const ImageOp &op = call.op;
  const RowSampler sampler = image.sampler; // an image in use may be replaced
  if (!sampler || op.kind != ImageOp::Sample || op.hasOffset ||
      ImageOp::dimensionsOf(op.geometry) != image.dimensions || std::popcount(call.lanes) <= kFew ||
      (op.hasIntegers && op.geometry == ImageOp::D1 && !image.isBuffer) ||
      (image.isSrgb && image.isLinear && !op.hasIntegers)) // needs all texels before it adds
    return false;
  sampler(call);
  return true;
}

} // namespace anywarp::exec
