// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture sampling with the arithmetic of the hardware, as recordings of a GPU show it.
//
// A normalised coordinate has 21 bits of fraction, rounded down. A filtered one is rounded to 8
// bits of texels, then half a texel is taken off. The weights of a footprint are whole numbers that
// add up to 256: the levels and axes are split one after the other (level, z, x, y), and each split
// of an axis rounds one of the two parts. Normalised texels are filtered as 16-bit numbers and
// rounded to 16 bits.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "exec/images/Texels.h"

namespace anywarp::exec {
namespace {

using Reading = Image::Reading;
using Address = Image::Address;
using Int4 = int32_t __attribute__((vector_size(16)));
using Float4 = float __attribute__((vector_size(16)));
using Double4 = double __attribute__((vector_size(32)));

// -- Texels ---------------------------------------------------------------------------------------

template <typename T> T load(const char *place) {
  T value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

/// The channels at `place`, each extended to 32 bits.
template <typename T> Int4 loadChannels(const char *place, unsigned channels) {
  Int4 value{int32_t(load<T>(place)), 0, 0, 0};
  if (channels > 1)
    value[1] = int32_t(load<T>(place + sizeof(T)));
  if (channels > 2) {
    value[2] = int32_t(load<T>(place + 2 * sizeof(T)));
    value[3] = int32_t(load<T>(place + 3 * sizeof(T)));
  }
  return value;
}

Int4 loadIntegers(const Image &image, const char *place) {
  const unsigned channels = image.channels;
  switch (image.channelBits) {
  case 8:
    return image.isSigned ? loadChannels<int8_t>(place, channels)
                          : loadChannels<uint8_t>(place, channels);
  case 16:
    return image.isSigned ? loadChannels<int16_t>(place, channels)
                          : loadChannels<uint16_t>(place, channels);
  default:
    return loadChannels<uint32_t>(place, channels);
  }
}

Float4 loadReals(const Image &image, const char *place) {
  if (image.isFloat && image.channelBits == 32)
    return std::bit_cast<Float4>(loadChannels<uint32_t>(place, image.channels));
  const Int4 bits = loadIntegers(image, place);
  Float4 value{};
  for (unsigned c = 0; c < image.channels; ++c)
    if (image.isFloat)
      value[c] = halfToFloat(uint16_t(bits[c]));
    else if (image.isSrgb)
      value[c] = c == image.alpha() ? float(bits[c] * 257) : linearOfSrgb()[size_t(bits[c] & 255)];
    else
      value[c] = std::max(-1.f, float(bits[c]) / (image.channelBits == 8 ? 127.f : 32767.f));
  return value;
}

/// What the readings filter, and the words that a kernel gets.
template <Reading R> struct Texel {
  using Value = Int4;
  static Value load(const Image &image, const char *place) {
    const Int4 value = loadIntegers(image, place);
    return R == Reading::Fixed && image.channelBits == 8 ? value * 257 : value;
  }
  static Value ofBlock(const Image &, const std::array<int32_t, 4> &texel) {
    return Value{texel[0], texel[1], texel[2], texel[3]};
  }
  static Value border(const Image &image) {
    return Value{int32_t(image.border[0]), int32_t(image.border[1]), int32_t(image.border[2]),
                 int32_t(image.border[3])};
  }
  static Int4 words(const Image &, Value value) {
    if constexpr (R == Reading::Fixed)
      return std::bit_cast<Int4>(__builtin_convertvector(value, Float4) / 65535.f);
    return value;
  }
};
template <> struct Texel<Reading::Real> {
  using Value = Float4;
  static Value load(const Image &image, const char *place) { return loadReals(image, place); }
  /// As it is filtered.
  static Value loadFixed(const Image &image, const char *place) {
    return __builtin_convertvector(loadIntegers(image, place), Float4);
  }
  static Value fixedBorder(const Image &image) {
    const float most = image.channelBits == 8 ? 127 : 32767;
    Float4 value = border(image);
    for (unsigned c = 0; c < 4; ++c)
      value[c] = __builtin_rintf(value[c] * most);
    return value;
  }
  static Value ofBlock(const Image &image, const std::array<int32_t, 4> &texel) {
    Float4 value;
    for (unsigned c = 0; c < 4; ++c)
      value[c] = !image.isSrgb ? float(texel[c]) / 32767.f
                 : c == 3      ? float(texel[c])
                               : linearOfSrgb()[size_t(texel[c] / 257)];
    return value;
  }
  static Value border(const Image &image) {
    return std::bit_cast<Float4>(Texel<Reading::Integer>::border(image));
  }
  static Int4 words(const Image &image, Value value) {
    if (image.isSrgb) // alpha is what it is elsewhere: 16 bits
      value[image.alpha()] = alphaOfSrgb(value[image.alpha()]);
    return std::bit_cast<Int4>(value);
  }
};

/// Signed normalised channels, which are filtered as the integers that they are.
bool isSignedFixed(const Image &image) {
  return image.reading == Reading::Real && !image.isFloat && !image.isSrgb;
}

/// What a filtered channel becomes that is read as a float, from the sum of values times weights.
float filteredOf(const Image &image, double sum) {
  if (isSignedFixed(image))
    return signedOf<One>(image.channelBits, sum);
  const float value = floatOf<One>(sum);
  return image.isFloat && image.channelBits == 16 ? halfOf<One>(value) : value;
}

/// Sum of texels with weights that add up to 256.
template <Reading R> struct Mix {
  explicit Mix(const Image &image) : image(image) {}
  const Image &image;
  Int4 sum{};
  void add(Int4 texel, int32_t weight) { sum += texel * weight; }
  Int4 value() const { return (sum + 128) >> 8; }
};
template <> struct Mix<Reading::Real> {
  explicit Mix(const Image &image) : image(image) {}
  const Image &image;
  Double4 sum{};
  // sRGB texels of two levels.
  Float4 texels[16];
  int32_t weights[16];
  unsigned count = 0;

  void add(Float4 texel, int32_t weight) {
    if (image.isSrgb)
      texels[count] = texel, weights[count++] = weight;
    else
      sum += __builtin_convertvector(texel, Double4) * double(weight);
  }
  /// A colour of sRGB texels: all are cut to the 8 bits that the largest begins with (seen).
  float colorOf(unsigned channel) const {
    float largest = 0;
    for (unsigned i = 0; i < count; ++i)
      largest = std::max(largest, texels[i][channel]);
    if (largest == 0)
      return 0;
    const float unit = std::ldexp(1.f, std::ilogb(largest) - 7);
    float units = 0;
    for (unsigned i = 0; i < count; ++i)
      units += std::floor(texels[i][channel] / unit) * float(weights[i]);
    return roundToHalf<One>(units * unit * 0x1p-8f);
  }
  Float4 value() const {
    Float4 value;
    for (unsigned c = 0; c < 4; ++c)
      value[c] = image.isSrgb ? colorOf(c) : filteredOf(image, sum[c]);
    if (!image.isSrgb)
      return value;
    float alpha = 0; // has all of its bits
    for (unsigned i = 0; i < count; ++i)
      alpha += texels[i][image.alpha()] * float(weights[i]) * 0x1p-8f;
    value[image.alpha()] = alpha;
    return value;
  }
};

// -- Coordinates ----------------------------------------------------------------------------------

constexpr int32_t kOutside = -1;

/// The texels that a coordinate falls between, kOutside where the border's colour stands.
struct Axis {
  int32_t low = 0, high = 0;
  int32_t fraction = 0; ///< weight of `high`, of 256
};

int64_t floorOf(double x) {
  // Far outside every texture; not a number counts as 0.
  constexpr double kFar = 0x1p40;
  x = x < -kFar ? -kFar : x > kFar ? kFar : x == x ? x : 0;
  const int64_t whole = int64_t(x);
  return whole - (double(whole) > x);
}

int32_t addressOf(int64_t i, int32_t size, Address mode) {
  switch (mode) {
  case Address::Wrap:
    if (uint64_t(i) < uint64_t(size))
      return int32_t(i);
    i %= size;
    return int32_t(i < 0 ? i + size : i);
  case Address::Mirror:
    i %= 2 * int64_t(size);
    if (i < 0)
      i += 2 * int64_t(size);
    return int32_t(i < size ? i : 2 * int64_t(size) - 1 - i);
  case Address::Clamp:
    return int32_t(std::clamp<int64_t>(i, 0, size - 1));
  case Address::Border:
    break;
  }
  return uint64_t(i) < uint64_t(size) ? int32_t(i) : kOutside;
}

/// A float so far outside has no fraction: many whole images.
bool isPeriodic(Address mode) { return mode == Address::Wrap || mode == Address::Mirror; }
bool isWholePeriod(double x) { return std::abs(x) >= 0x1p24; }

/// Position in texels (double: exact for every size) to a whole texel.
Axis nearest(double position, int32_t size, Address mode, int32_t offset) {
  const int32_t at = addressOf(floorOf(position) + offset, size, mode);
  return {at, at, 0};
}

Axis between(double position, int32_t size, Address mode, int32_t offset) {
  const int64_t fixed = floorOf(position * 256 + 0.5) - 128;
  const int64_t low = (fixed >> 8) + offset;
  Axis axis{addressOf(low, size, mode), addressOf(low + 1, size, mode), int32_t(fixed & 255)};
  if (mode == Address::Clamp && (low < 0 || low >= size - 1)) // both are one texel
    axis.fraction = 0;
  return axis;
}

struct Footprint {
  Axis axis[3];
  uint64_t slice = 0;   ///< bytes to the layer or face
  bool isEmpty = false; ///< integer coordinates outside: zeros
};

/// The face that a direction meets, and where: 0 … 1 in both directions.
unsigned faceOf(const double (&d)[3], double &s, double &t) {
  const double x = std::abs(d[0]), y = std::abs(d[1]), z = std::abs(d[2]);
  double sc, tc, major;
  unsigned face;
  if (z >= x && z >= y) {
    face = d[2] < 0 ? 5 : 4;
    sc = d[2] < 0 ? -d[0] : d[0], tc = -d[1], major = z;
  } else if (y >= x) {
    face = d[1] < 0 ? 3 : 2;
    sc = d[0], tc = d[1] < 0 ? -d[2] : d[2], major = y;
  } else {
    face = d[0] < 0 ? 1 : 0;
    sc = d[0] < 0 ? d[2] : -d[2], tc = -d[1], major = x;
  }
  s = major > 0 ? (sc / major + 1) / 2 : 0.5;
  t = major > 0 ? (tc / major + 1) / 2 : 0.5;
  return face;
}

/// A direction that meets `face` at (s, t), which may lie beyond its edge.
void directionOf(unsigned face, double s, double t, double (&d)[3]) {
  const double u = 2 * s - 1, v = 2 * t - 1;
  switch (face) {
  case 0:
    d[0] = 1, d[1] = -v, d[2] = -u;
    break;
  case 1:
    d[0] = -1, d[1] = -v, d[2] = u;
    break;
  case 2:
    d[0] = u, d[1] = 1, d[2] = v;
    break;
  case 3:
    d[0] = u, d[1] = -1, d[2] = -v;
    break;
  case 4:
    d[0] = u, d[1] = -v, d[2] = 1;
    break;
  default:
    d[0] = -u, d[1] = -v, d[2] = -1;
    break;
  }
}

/// What a lane asks for, coordinates apart from the level that they are meant for.
struct Query {
  double at[3] = {};     ///< as given; within the face for cubes
  int32_t whole[3] = {}; ///< integer coordinates
  int32_t offset[3] = {};
  uint32_t slice = 0;
  unsigned face = 0;
  float level = 0;
};

float floatArgument(const ImageCall &call, unsigned row, unsigned lane) {
  return std::bit_cast<float>(call.argument(row, lane));
}

/// About the length of a vector, as an H200 was seen to reckon.
double lengthOf(double a, double b) {
  a = std::abs(a), b = std::abs(b);
  return std::max(a, b) + std::min(a, b) * (11.0 / 32);
}

/// Level of detail from the derivatives of the coordinates: log2 of the longest of the two, in
/// texels, and of their sum by parts times 11/16; rounded up to 8 bits of fraction. Seen, too; the
/// last bit may differ.
float levelOfGradients(const ImageCall &call, unsigned row, unsigned lane, unsigned dimensions,
                       const double (&direction)[3], const Query &query) {
  const ImageLevel &base = call.image.levels[0];
  double steps[2][3] = {}; // of the point in texels
  for (double(&step)[3] : steps) {
    if (call.image.isCube) {
      double moved[3], s, t;
      for (unsigned i = 0; i < 3; ++i)
        moved[i] = direction[i] + double(floatArgument(call, row + i, lane)) * 0x1p-10;
      faceOf(moved, s, t);
      step[0] = (s - query.at[0]) * 0x1p10 * base.size[0];
      step[1] = (t - query.at[1]) * 0x1p10 * base.size[1];
    } else {
      for (unsigned i = 0; i < dimensions; ++i)
        step[i] = double(floatArgument(call, row + i, lane)) *
                  (call.image.isNormalized ? double(base.size[i]) : 1);
    }
    row += dimensions;
  }
  const auto length = [](const double(&v)[3]) { return lengthOf(lengthOf(v[0], v[1]), v[2]); };
  double sum[3];
  for (unsigned i = 0; i < 3; ++i)
    sum[i] = std::abs(steps[0][i]) + std::abs(steps[1][i]);
  double longest = std::max({length(steps[0]), length(steps[1]), length(sum) * (11.0 / 16)});
  if (!(longest > 0))
    return -std::numeric_limits<float>::infinity();
  // A length has 8 bits behind its first; what is left over its logarithm by then counts as none.
  const double unit = std::ldexp(1, std::ilogb(longest) - 8);
  if (std::isfinite(longest))
    longest = std::floor(longest / unit) * unit;
  return float(std::ceil(std::log2(longest) * 256 - 0x1p-4) * 0x1p-8);
}

Query readQuery(const ImageCall &call, unsigned lane) {
  const ImageOp &op = call.op;
  const Image &image = call.image;
  Query query;
  unsigned row = 0;
  if (ImageOp::isLayered(op.geometry)) {
    const uint32_t layers = image.isCube ? image.slices / 6 : image.slices;
    query.slice = std::min(call.argument(row++, lane), layers - 1); // less than 0 is the last, too
    if (image.isCube)
      query.slice *= 6;
  }
  const unsigned dimensions = ImageOp::dimensionsOf(op.geometry);
  double direction[3] = {};
  for (unsigned i = 0; i < dimensions; ++i, ++row) {
    query.whole[i] = int32_t(call.argument(row, lane));
    query.at[i] = direction[i] = double(floatArgument(call, row, lane));
  }
  if (image.isCube) {
    query.face = dimensions == 3 ? faceOf(direction, query.at[0], query.at[1]) : 0;
    query.slice += query.face;
  }
  if (op.kind == ImageOp::Sample && op.mode == ImageOp::Level) {
    query.level = floatArgument(call, row++, lane);
  } else if (op.kind == ImageOp::Sample && op.mode == ImageOp::Gradient) {
    query.level = levelOfGradients(call, row, lane, dimensions, direction, query);
    row += 2 * dimensions;
  }
  if (op.hasOffset) {
    const uint32_t packed = call.argument(row, lane);
    for (unsigned i = 0; i < 3; ++i)
      query.offset[i] = int32_t(packed << (28 - 4 * i)) >> 28;
  }
  return query;
}

template <bool IsLinear>
Footprint locate(const ImageCall &call, const Query &query, const ImageLevel &level) {
  const Image &image = call.image;
  Footprint print;
  // A GPU gives zeros for such a fetch from an array.
  print.isEmpty = call.op.hasIntegers && call.op.geometry == ImageOp::D1 && !image.isBuffer;
  print.slice = query.slice * level.sliceBytes;
  if (query.slice >= image.slices)
    print.slice = 0;
  for (unsigned i = 0; i < image.dimensions; ++i) {
    const auto size = int32_t(level.size[i]);
    if (call.op.hasIntegers) {
      const int64_t at = int64_t(query.whole[i]) + query.offset[i];
      print.isEmpty |= uint64_t(at) >= uint64_t(size);
      print.axis[i] = {int32_t(at), int32_t(at), 0};
      continue;
    }
    const Address mode = image.address[i];
    double at = query.at[i];
    if (image.isNormalized && isPeriodic(mode) && isWholePeriod(at))
      at = 0;
    if (image.isNormalized && !image.isCube)
      at = fixedCoordinate(at);
    const double position = image.isNormalized || image.isCube ? at * double(size) : at;
    print.axis[i] = IsLinear ? between(position, size, mode, query.offset[i])
                             : nearest(position, size, mode, query.offset[i]);
  }
  if (IsLinear && isHalfBorder(image))
    print.axis[1] = {kOutside, 0, 128};
  return print;
}

template <Reading R, bool IsFiltered = false>
typename Texel<R>::Value texelAt(const Image &image, const ImageLevel &level, uint64_t slice,
                                 int32_t x, int32_t y, int32_t z) {
  if constexpr (R == Reading::Real && IsFiltered)
    if (isSignedFixed(image)) {
      if ((x | y | z) < 0)
        return Texel<R>::fixedBorder(image);
      if (image.block == Image::Block::None)
        return Texel<R>::loadFixed(image, level.data + slice +
                                              uint64_t(uint32_t(z)) * level.sliceBytes +
                                              uint64_t(uint32_t(y)) * level.rowBytes +
                                              uint64_t(uint32_t(x)) * image.texelBytes());
      return texelAt<R>(image, level, slice, x, y, z) * 32767.f; // whole numbers
    }
  if ((x | y | z) < 0)
    return Texel<R>::border(image);
  if (image.block != Image::Block::None) {
    const bool isSmall = image.block == Image::Block::Color || image.block == Image::Block::Red;
    const char *block = level.data + slice + uint64_t(uint32_t(y) / 4) * level.rowBytes +
                        uint64_t(uint32_t(x) / 4) * (isSmall ? 8 : 16);
    return Texel<R>::ofBlock(image, texelOfBlock(image, block, unsigned(x % 4 + 4 * (y % 4))));
  }
  return Texel<R>::load(image, level.data + slice + uint64_t(uint32_t(z)) * level.sliceBytes +
                                   uint64_t(uint32_t(y)) * level.rowBytes +
                                   uint64_t(uint32_t(x)) * image.texelBytes());
}

// -- Filtering ------------------------------------------------------------------------------------

/// Adds the two texels of a row pair: weight `weight` is split between low and high y. The part
/// that is rounded differs between the columns.
template <Reading R>
void addColumn(Mix<R> &mix, const Image &image, const ImageLevel &level, const Footprint &print,
               int32_t x, int32_t z, int32_t weight, bool isHighColumn) {
  const Axis &y = print.axis[1];
  const int32_t high =
      isHighColumn ? part(weight, y.fraction) : weight - part(weight, 256 - y.fraction);
  if (weight - high)
    mix.add(texelAt<R, true>(image, level, print.slice, x, y.low, z), weight - high);
  if (high)
    mix.add(texelAt<R, true>(image, level, print.slice, x, y.high, z), high);
}

/// Adds the texels of a level, which have `whole` together.
template <Reading R>
void addLevel(Mix<R> &mix, const Image &image, const ImageLevel &level, const Footprint &print,
              int32_t whole) {
  const Axis &x = print.axis[0], &z = print.axis[2];
  for (unsigned k = 0; k < 2; ++k) {
    const int32_t deep = part(whole, z.fraction), weight = k ? deep : whole - deep;
    if (!weight)
      continue;
    const int32_t depth = k ? z.high : z.low;
    const int32_t high = part(weight, x.fraction);
    addColumn(mix, image, level, print, x.low, depth, weight - high, false);
    addColumn(mix, image, level, print, x.high, depth, high, true);
  }
}

/// Cubes whose faces are filtered across their edges: a texel beyond one is its neighbour's.
template <Reading R>
typename Texel<R>::Value filterSeamless(const Image &image, const ImageLevel &level,
                                        const Query &query) {
  const double size = level.size[0];
  Mix<R> mix(image);
  int64_t low[2];
  int32_t fraction[2];
  for (unsigned i = 0; i < 2; ++i) {
    const int64_t fixed = floorOf(query.at[i] * size * 256 + 0.5) - 128;
    low[i] = fixed >> 8, fraction[i] = int32_t(fixed & 255);
  }
  int32_t weights[4]; // x fastest
  for (unsigned k = 0; k < 4; ++k) {
    const int32_t right = fraction[0], column = k & 1 ? right : 256 - right;
    const int32_t high =
        k & 1 ? part(column, fraction[1]) : column - part(column, 256 - fraction[1]);
    weights[k] = k & 2 ? high : column - high;
  }
  const auto last = int64_t(size) - 1;
  const auto isBeyond = [last](int64_t i) { return i < 0 || i > last; };
  // Where three faces meet there is no fourth texel: its weight goes to the others.
  for (unsigned k = 0; k < 4; ++k)
    if (isBeyond(low[0] + (k & 1)) && isBeyond(low[1] + (k >> 1))) {
      const int32_t share = (weights[k] + 1) / 3;
      weights[k ^ 1] += share;
      weights[k ^ 2] += share;
      weights[k ^ 3] += weights[k] - 2 * share;
      weights[k] = 0;
    }
  for (unsigned k = 0; k < 4; ++k) {
    if (!weights[k])
      continue;
    int64_t at[2] = {low[0] + (k & 1), low[1] + (k >> 1)};
    uint64_t slice = query.slice;
    if (isBeyond(at[0]) || isBeyond(at[1])) {
      // Just beyond the edge the neighbour is met.
      double place[2], direction[3], s, t;
      for (unsigned i = 0; i < 2; ++i)
        place[i] = !isBeyond(at[i]) ? (double(at[i]) + 0.5) / size : at[i] < 0 ? -1e-9 : 1 + 1e-9;
      directionOf(query.face, place[0], place[1], direction);
      slice = query.slice - query.face + faceOf(direction, s, t);
      at[0] = std::clamp<int64_t>(floorOf(s * size), 0, last);
      at[1] = std::clamp<int64_t>(floorOf(t * size), 0, last);
    }
    mix.add(
        texelAt<R, true>(image, level, slice * level.sliceBytes, int32_t(at[0]), int32_t(at[1]), 0),
        weights[k]);
  }
  return mix.value();
}

template <Reading R, bool IsLinear>
Int4 sampleLevel(const ImageCall &call, const Query &query, unsigned number) {
  const Image &image = call.image;
  const ImageLevel &level = image.levels[number];
  if (IsLinear && image.isCube && image.isSeamless)
    return Texel<R>::words(image, filterSeamless<R>(image, level, query));
  const Footprint print = locate<IsLinear>(call, query, level);
  if (print.isEmpty)
    return Int4{};
  if constexpr (IsLinear) {
    Mix<R> mix(image);
    addLevel(mix, image, level, print, 256);
    return Texel<R>::words(image, mix.value());
  }
  return Texel<R>::words(image, texelAt<R>(image, level, print.slice, print.axis[0].low,
                                           print.axis[1].low, print.axis[2].low));
}

/// The level in 256ths. What it is made of keeps 8 bits of fraction.
/// The bias is added to a level that the instruction names, not to the first (seen).
int32_t levelOf(const Image &image, float level, bool isNamed) {
  const auto fixedOf = [](float x) {
    constexpr float kFar = 64;
    return int32_t((x == x ? std::clamp(x, -kFar, kFar) : 0) * 256);
  };
  const int32_t least = fixedOf(image.minLevel), most = fixedOf(image.maxLevel);
  const int32_t bias = isNamed ? std::clamp(fixedOf(image.levelBias), -15 * 256, 15 * 256) : 0;
  const int32_t biased = fixedOf(level) + bias;
  return std::clamp(std::clamp(biased, least, std::max(least, most)), 0,
                    256 * (image.levelCount - 1));
}

template <Reading R, bool IsLinear> Int4 sample(const ImageCall &call, const Query &query) {
  const Image &image = call.image;
  if (image.levelCount == 1)
    return sampleLevel<R, IsLinear>(call, query, 0);
  const bool isNamed = call.op.kind == ImageOp::Sample &&
                       (call.op.mode == ImageOp::Level || call.op.mode == ImageOp::Gradient);
  const int32_t fixed = levelOf(image, query.level, isNamed);
  if (R == Reading::Integer || !image.isLinearBetweenLevels)
    return sampleLevel<R, IsLinear>(call, query, unsigned(fixed + 128) >> 8);
  if (IsLinear && !(image.isCube && image.isSeamless)) {
    Mix<R> mix(image);
    for (unsigned k = 0; k < 2; ++k)
      if (const int32_t weight = k ? fixed & 255 : 256 - (fixed & 255)) {
        const ImageLevel &level = image.levels[(unsigned(fixed) >> 8) + k];
        addLevel(mix, image, level, locate<IsLinear>(call, query, level), weight);
      }
    return Texel<R>::words(image, mix.value());
  }
  const Int4 near = sampleLevel<R, IsLinear>(call, query, unsigned(fixed) >> 8);
  const double fraction = double(fixed & 255) * 0x1p-8;
  if (fraction == 0)
    return near;
  const Int4 far = sampleLevel<R, IsLinear>(call, query, (unsigned(fixed) >> 8) + 1);
  const Double4 a = __builtin_convertvector(std::bit_cast<Float4>(near), Double4);
  const Double4 b = __builtin_convertvector(std::bit_cast<Float4>(far), Double4);
  return std::bit_cast<Int4>(__builtin_convertvector(a + (b - a) * fraction, Float4));
}

/// tld4: one channel of the four texels that would be filtered, counter-clockwise from low x, high
/// y.
template <Reading R> Int4 gather(const ImageCall &call, const Query &query) {
  const Image &image = call.image;
  const ImageLevel &level = image.levels[0];
  const Footprint print = locate</*IsLinear=*/true>(call, query, level);
  const Axis &x = print.axis[0], &y = print.axis[1];
  const int32_t at[4][2] = {{x.low, y.high}, {x.high, y.high}, {x.high, y.low}, {x.low, y.low}};
  Int4 result;
  for (unsigned i = 0; i < 4; ++i) {
    const Int4 words =
        Texel<R>::words(image, texelAt<R>(image, level, print.slice, at[i][0], at[i][1], 0));
    result[i] = words[call.op.component];
  }
  return result;
}

template <typename Sampler> void forLanes(const ImageCall &call, Sampler sampler) {
  for (uint32_t left = call.lanes; left; left &= left - 1) {
    const unsigned lane = unsigned(std::countr_zero(left));
    const Int4 words = sampler(readQuery(call, lane));
    for (unsigned c = 0; c < 4; ++c)
      call.setResult(c, lane, uint32_t(words[c]));
  }
}

template <Reading R> void sampleAs(const ImageCall &call) {
  if (call.op.kind == ImageOp::Gather)
    return forLanes(call, [&](const Query &query) { return gather<R>(call, query); });
  // Whole coordinates name one texel, whatever the filter.
  if (R != Reading::Integer && call.image.isLinear && !call.op.hasIntegers)
    return forLanes(call, [&](const Query &query) { return sample<R, true>(call, query); });
  forLanes(call, [&](const Query &query) { return sample<R, false>(call, query); });
}

} // namespace

/// sRGB values as linear ones, times 16384: the curve of IEC 61966-2-1 to about 8 bits, as an H200
/// has it.
static constexpr uint16_t kLinearOfSrgb[256] = {
    0,     5,     10,    15,    20,    25,    30,    35,    40,    45,    50,    55,    60,
    66,    72,    78,    85,    92,    99,    107,   115,   123,   131,   140,   150,   159,
    169,   180,   190,   201,   213,   224,   236,   250,   262,   276,   290,   304,   318,
    332,   348,   364,   380,   396,   412,   430,   448,   466,   484,   504,   524,   544,
    564,   584,   604,   624,   648,   672,   692,   716,   740,   764,   788,   816,   840,
    864,   896,   920,   944,   976,   1000,  1032,  1064,  1088,  1120,  1152,  1184,  1216,
    1248,  1280,  1312,  1352,  1384,  1416,  1456,  1488,  1528,  1560,  1600,  1640,  1672,
    1712,  1752,  1792,  1832,  1872,  1920,  1952,  2000,  2048,  2080,  2128,  2176,  2224,
    2272,  2320,  2368,  2416,  2464,  2512,  2560,  2608,  2656,  2704,  2752,  2816,  2864,
    2912,  2976,  3024,  3072,  3136,  3184,  3248,  3296,  3360,  3424,  3472,  3536,  3600,
    3664,  3712,  3776,  3840,  3904,  3968,  4032,  4096,  4160,  4224,  4288,  4352,  4416,
    4512,  4576,  4640,  4704,  4768,  4864,  4928,  4992,  5056,  5152,  5216,  5280,  5376,
    5440,  5536,  5600,  5696,  5760,  5824,  5920,  6016,  6080,  6176,  6240,  6336,  6400,
    6496,  6592,  6688,  6752,  6848,  6944,  7008,  7104,  7200,  7296,  7392,  7488,  7584,
    7680,  7744,  7872,  7936,  8064,  8128,  8256,  8320,  8448,  8512,  8640,  8768,  8832,
    8960,  9024,  9152,  9280,  9344,  9472,  9600,  9664,  9792,  9920,  9984,  10112, 10240,
    10304, 10432, 10560, 10688, 10816, 10880, 11008, 11136, 11264, 11392, 11456, 11584, 11712,
    11840, 11968, 12096, 12224, 12352, 12480, 12608, 12736, 12864, 12992, 13120, 13248, 13376,
    13504, 13632, 13760, 13888, 14016, 14144, 14272, 14400, 14528, 14656, 14848, 14976, 15104,
    15232, 15360, 15488, 15616, 15744, 16000, 16128, 16256, 16384};

const std::array<float, 256> &linearOfSrgb() {
  static constexpr std::array<float, 256> table = [] {
    std::array<float, 256> t;
    for (unsigned i = 0; i < 256; ++i)
      t[i] = kLinearOfSrgb[i] * 0x1p-14f;
    return t;
  }();
  return table;
}

void sampleTexture(const ImageCall &call) {
  if (sampleRows(call))
    return;
  switch (call.image.reading) {
  case Reading::Integer:
    return sampleAs<Reading::Integer>(call);
  case Reading::Fixed:
    return sampleAs<Reading::Fixed>(call);
  case Reading::Real:
    return sampleAs<Reading::Real>(call);
  }
}

} // namespace anywarp::exec
