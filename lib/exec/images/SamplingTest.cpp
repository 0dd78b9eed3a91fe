// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sampling and surface accesses on small images. Weights, roundings and border values were recorded
// on an H200; the rest follows the CUDA guide's "Texture Fetching" and the PTX manual.
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <initializer_list>
#include <limits>
#include <random>
#include <vector>

#include "exec/images/Texels.h"

namespace anywarp::exec {
namespace {

using Words = std::array<uint32_t, 4>;

/// An image of tight rows over `texels`.
template <typename T>
Image imageOf(std::vector<T> &texels, unsigned channels, std::array<uint32_t, 3> size,
              unsigned dimensions) {
  Image image;
  image.dimensions = uint8_t(dimensions);
  image.channels = uint8_t(channels);
  image.channelBits = 8 * sizeof(T);
  image.isFloat = std::is_same_v<T, float>;
  image.isSigned = std::is_signed_v<T>;
  image.reading = image.isFloat ? Image::Reading::Real : Image::Reading::Integer;
  ImageLevel &level = image.levels[0];
  level.data = reinterpret_cast<char *>(texels.data());
  std::copy(size.begin(), size.end(), level.size);
  level.rowBytes = size[0] * channels * sizeof(T);
  level.sliceBytes = level.rowBytes * size[1];
  return image;
}

struct Handle {
  explicit Handle(const Image &image) : number(addImage(image)) {}
  ~Handle() { removeImage(number); }
  uint64_t number;
};

/// One lane's instruction.
Words access(const Image &image, ImageOp op, std::vector<uint32_t> arguments,
             bool expected = true) {
  Handle handle(image);
  op.arguments = uint8_t(arguments.size());
  op.hasOneHandle = true;
  Words result{};
  uint32_t failed = 99;
  EXPECT_EQ(accessImages(op, 1, &handle.number, arguments.data(), result.data(), failed), expected);
  if (!expected) {
    EXPECT_EQ(failed, 0u);
  }
  return result;
}

uint32_t bits(float value) { return std::bit_cast<uint32_t>(value); }
float real(uint32_t word) { return std::bit_cast<float>(word); }

ImageOp sample(ImageOp::Geometry geometry) {
  ImageOp op;
  op.geometry = geometry;
  return op;
}

TEST(Sampling, WeightsOfRecordedFootprints) {
  struct Case {
    std::array<int, 3> fraction; // of 256
    std::array<int, 8> weights;  // x fastest, then y, then z
  };
  for (const Case &c : {
           Case{{72, 248, 0}, {6, 2, 178, 70, 0, 0, 0, 0}},
           Case{{216, 80, 0}, {28, 148, 12, 68, 0, 0, 0, 0}},
           Case{{208, 168, 0}, {17, 71, 31, 137, 0, 0, 0, 0}},
           Case{{248, 176, 0}, {3, 77, 5, 171, 0, 0, 0, 0}},
           Case{{144, 104, 56}, {52, 67, 35, 46, 14, 19, 10, 13}},
           Case{{152, 64, 208}, {14, 22, 5, 7, 63, 93, 21, 31}},
           Case{{64, 64, 40}, {122, 40, 40, 14, 23, 7, 7, 3}},
           Case{{16, 0, 152}, {97, 7, 0, 0, 142, 10, 0, 0}},
           Case{{24, 16, 48}, {176, 19, 12, 1, 40, 5, 3, 0}},
       })
    for (unsigned i = 0; i < 8; ++i) {
      std::vector<float> texels(8);
      texels[i] = 256;
      Image image = imageOf(texels, 1, {2, 2, 2}, 3);
      image.isLinear = true;
      std::vector<uint32_t> at;
      for (int f : c.fraction)
        at.push_back(bits(0.5f + float(f) / 256));
      EXPECT_EQ(real(access(image, sample(ImageOp::D3), at)[0]), c.weights[i])
          << c.fraction[0] << ' ' << c.fraction[1] << ' ' << c.fraction[2] << " texel " << i;
    }
}

TEST(Sampling, NormalizedTexelsAreSixteenBits) {
  std::vector<uint8_t> texels{170, 171};
  Image image = imageOf(texels, 1, {2, 1, 1}, 1);
  image.reading = Image::Reading::Fixed;
  EXPECT_EQ(real(access(image, sample(ImageOp::D1), {bits(0.5f)})[0]), 170 / 255.f);
  image.isLinear = true;
  EXPECT_EQ(access(image, sample(ImageOp::D1), {bits(1.0f)})[0], 0x3f2b2babu); // 43819 / 65535
}

TEST(Sampling, BordersAreRoundedToTheFormat) {
  std::vector<uint8_t> texels(4);
  Image image = imageOf(texels, 4, {1, 1, 1}, 1);
  image.address[0] = Image::Address::Border;
  image.reading = Image::Reading::Fixed;
  image.setBorder({0.25f, -1, 2, 0.5f});
  const Words seen = access(image, sample(ImageOp::D1), {bits(-3)});
  EXPECT_EQ(real(seen[0]), 64 / 255.f);
  EXPECT_EQ(real(seen[1]), 0);
  EXPECT_EQ(real(seen[2]), 1);
  EXPECT_EQ(real(seen[3]), 127 / 255.f);
  image.reading = Image::Reading::Integer; // the bits of the floats, cut to 8
  image.setBorder({0.25f, -1, 2, 0.5f});
  EXPECT_EQ(access(image, sample(ImageOp::D1), {bits(-3)}), Words{});
}

TEST(Sampling, FilteredRowsLieHalfInTheBorder) {
  std::vector<float> texels{0.5f, 1};
  Image image = imageOf(texels, 1, {2, 1, 1}, 1);
  image.reading = Image::Reading::Real;
  image.isFloat = image.isLinear = true;
  image.address[0] = image.address[1] = Image::Address::Border;
  image.setBorder({0.25f, 0, 0, 0});
  const auto at = [&](float x, ImageOp op) {
    return op.geometry == ImageOp::D1 ? real(access(image, op, {bits(x)})[0])
                                      : real(access(image, op, {0, bits(x)})[0]);
  };
  EXPECT_EQ(at(0.5f, sample(ImageOp::D1)), 0.375f);
  EXPECT_EQ(at(1.0f, sample(ImageOp::D1)), 0.5f);
  EXPECT_EQ(at(-2, sample(ImageOp::D1)), 0.25f);
  image.address[1] = Image::Address::Wrap;
  EXPECT_EQ(at(1.0f, sample(ImageOp::D1)), 0.75f);
  image.address[1] = Image::Address::Border;
  image.isLayered = true;
  EXPECT_EQ(at(1.0f, sample(ImageOp::A1)), 0.75f);
}

TEST(Sampling, AddressModes) {
  std::vector<uint32_t> texels{10, 11, 12};
  Image image = imageOf(texels, 1, {3, 1, 1}, 1);
  image.isNormalized = true;
  auto at = [&](Image::Address mode, float texel) {
    image.address[0] = mode;
    return access(image, sample(ImageOp::D1), {bits((texel + 0.5f) / 3)})[0];
  };
  EXPECT_EQ(at(Image::Address::Wrap, -1), 12u);
  EXPECT_EQ(at(Image::Address::Wrap, 4), 11u);
  EXPECT_EQ(at(Image::Address::Mirror, -2), 11u);
  EXPECT_EQ(at(Image::Address::Mirror, 3), 12u);
  EXPECT_EQ(at(Image::Address::Mirror, 6), 10u);
  EXPECT_EQ(at(Image::Address::Clamp, -7), 10u);
  EXPECT_EQ(at(Image::Address::Border, 3), 0u);
  const float strange[] = {std::numeric_limits<float>::infinity(), -1e38f,
                           std::numeric_limits<float>::quiet_NaN()};
  for (float x : strange)
    for (auto mode : {Image::Address::Wrap, Image::Address::Clamp, Image::Address::Mirror}) {
      image.address[0] = mode;
      const uint32_t seen = access(image, sample(ImageOp::D1), {bits(x)})[0];
      EXPECT_TRUE(seen >= 10 && seen <= 12);
    }
}

TEST(Sampling, GatherTurnsCounterClockwise) {
  std::vector<uint32_t> texels{0, 1, 2, 3};
  const Image image = imageOf(texels, 1, {2, 2, 1}, 2);
  ImageOp op = sample(ImageOp::D2);
  op.kind = ImageOp::Gather;
  EXPECT_EQ(access(image, op, {bits(1.0f), bits(1.0f)}), (Words{2, 3, 1, 0}));
  EXPECT_EQ(access(image, op, {bits(-5.0f), bits(1.0f)}), (Words{2, 2, 0, 0}));
}

TEST(Sampling, WholeCoordinatesAreForBuffers) {
  std::vector<uint32_t> texels{7, 8};
  Image image = imageOf(texels, 1, {2, 1, 1}, 1);
  ImageOp op = sample(ImageOp::D1);
  op.hasIntegers = true;
  EXPECT_EQ(access(image, op, {1})[0], 0u); // an array
  image.isBuffer = true;
  EXPECT_EQ(access(image, op, {1})[0], 8u);
  EXPECT_EQ(access(image, op, {2})[0], 0u);
  EXPECT_EQ(access(image, op, {~0u})[0], 0u);
}

TEST(Sampling, LevelsOfDetail) {
  std::vector<float> big(16, 1), small(4, 3);
  Image image = imageOf(big, 1, {4, 4, 1}, 2);
  image.levels[1] = imageOf(small, 1, {2, 2, 1}, 2).levels[0];
  image.levelCount = 2;
  image.isNormalized = true;
  image.maxLevel = 10;
  ImageOp op = sample(ImageOp::D2);
  op.mode = ImageOp::Level;
  auto at = [&](float level) {
    return real(access(image, op, {bits(0.5f), bits(0.5f), bits(level)})[0]);
  };
  EXPECT_EQ(at(0.25f), 1);
  EXPECT_EQ(at(0.75f), 3);
  EXPECT_EQ(at(-4), 1);
  EXPECT_EQ(at(9), 3);
  image.isLinearBetweenLevels = true;
  EXPECT_EQ(at(0.25f), 1.5f);
  image.levelBias = 0.5f;
  EXPECT_EQ(at(0.25f), 2.5f);
  image.maxLevel = 0;
  EXPECT_EQ(at(0.25f), 1);
  image.maxLevel = 10, image.levelBias = 0;
  op.mode = ImageOp::Gradient; // half a texel of the first level, two of it
  const uint32_t zero = bits(0), half = bits(0.5f);
  EXPECT_EQ(real(access(image, op, {half, half, bits(0.125f), zero, zero, zero})[0]), 1);
  EXPECT_EQ(real(access(image, op, {half, half, zero, zero, zero, bits(0.5f)})[0]), 3);
}

TEST(Sampling, GradientsAddUp) {
  // Values of the levels are their numbers; lengths were recorded on an H200.
  std::vector<float> texels[7];
  Image image;
  for (unsigned i = 0; i < 7; ++i) {
    texels[i].assign(size_t(1) << (12 - 2 * i), float(i));
    const Image one = imageOf(texels[i], 1, {64u >> i, 64u >> i, 1}, 2);
    if (i == 0)
      image = one;
    image.levels[i] = one.levels[0];
  }
  image.levelCount = 7;
  image.isNormalized = image.isLinear = image.isLinearBetweenLevels = true;
  image.maxLevel = 6;
  ImageOp op = sample(ImageOp::D2);
  op.mode = ImageOp::Gradient;
  struct Case {
    float steps[4]; // of x and y, in texels, then of x and y again
    float level;
  };
  for (const Case &c :
       {Case{{0, 3, 0, 0}, 406}, Case{{0, 3, 0, 2}, 456}, Case{{0, 3, 2, 0}, 406},
        Case{{0, 3, 2, 2}, 504}, Case{{0, 3, 2, 4}, 615}, Case{{2.5f, 1, 0, 0}, 386},
        Case{{4, 2, 1, 3}, 571}, Case{{-4, 0, 0, 0}, 512}, Case{{0, 0, 0, 0}, 0}}) {
    std::vector<uint32_t> arguments{bits(0.5f), bits(0.5f)};
    for (float step : c.steps)
      arguments.push_back(bits(step / 64));
    EXPECT_EQ(real(access(image, op, arguments)[0]), c.level / 256)
        << c.steps[0] << ' ' << c.steps[3];
  }
}

TEST(Sampling, CornersOfCubesHaveThreeTexels) {
  std::vector<float> texels(96);
  for (unsigned i = 0; i < 96; ++i)
    texels[i] = float(100 * (i / 16) + 10 * (i / 4 % 4) + i % 4);
  Image image = imageOf(texels, 1, {4, 4, 1}, 2);
  image.isCube = image.isSeamless = image.isNormalized = image.isLinear = true;
  image.slices = 6;
  auto at = [&](float x, float y, float z) {
    return real(access(image, sample(ImageOp::Cube), {bits(x), bits(y), bits(z)})[0]);
  };
  EXPECT_EQ(at(1, 1, 1), (86 * 403 + 85 * 233) / 256.f); // weights as an H200 has them
  EXPECT_EQ(at(-1, 0.9f, -0.9f), 221.8203125f);
  EXPECT_EQ(at(-1, 0.9f, 0.1f), 136.3828125f);
}

/// The first row of four blocks, with bytes of no meaning, as an H200 reads it.
TEST(Sampling, CompressedBlocks) {
  std::vector<uint8_t> bytes(64);
  for (unsigned i = 0; i < 64; ++i)
    bytes[i] = uint8_t((i * 37 + 11) ^ (i >> 3));
  struct Case {
    Image::Block block;
    bool isSigned;
    std::vector<int32_t> texels; // colours: 8 bits of four channels; else 16 bits of one or two
  };
  for (const Case &c : std::initializer_list<Case>{
           {Image::Block::Color,
            false,
            {0,   0,   0,   0,   0,   0,   0,   0,   123, 73, 173, 255, 86,  37,  132, 255,
             127, 73,  189, 255, 165, 109, 231, 255, 90,  36, 148, 255, 0,   0,   0,   0,
             206, 20,  57,  255, 0,   0,   0,   0,   169, 46, 132, 255, 0,   0,   0,   0,
             173, 113, 0,   255, 247, 56,  115, 255, 247, 56, 115, 255, 173, 113, 0,   255}},
           {Image::Block::ColorAndAlpha4,
            false,
            {115, 59,  176, 187, 165, 109, 231, 0,   90,  36,  148, 0,   140, 86,  203, 51,
             173, 113, 0,   153, 247, 56,  115, 85,  247, 56,  115, 34,  173, 113, 0,   136,
             192, 199, 187, 255, 255, 186, 181, 170, 192, 199, 187, 68,  66,  227, 198, 221,
             74,  231, 33,  221, 74,  231, 33,  255, 123, 192, 66,  102, 99,  213, 49,  34}},
           {Image::Block::ColorAndAlpha8,
            false,
            {115, 59,  176, 41,  165, 109, 231, 18,  90,  36,  148, 48,  140, 86,  203, 41,
             173, 113, 0,   255, 247, 56,  115, 115, 247, 56,  115, 97,  173, 113, 0,   115,
             192, 199, 187, 212, 255, 186, 181, 0,   192, 199, 187, 189, 66,  227, 198, 255,
             74,  231, 33,  192, 74,  231, 33,  253, 123, 192, 66,  38,  99,  213, 49,  99}},
           {Image::Block::Red,
            false,
            {10560, 4603, 12336, 10560, 19129, 65535, 21001, 22873, 65535, 29474, 24841, 29474, 0,
             43947, 65535, 32896}},
           {Image::Block::Red,
            true,
            {10608, 4614, 12384, 10608, 19219, 32767, 21091, 22963, -24769, -1549, 15223, -1549,
             -32767, -21931, 32767, -32767}},
           {Image::Block::RedGreen,
            false,
            {10560, 19129, 4603,  65535, 12336, 21001, 10560, 22873, 65535, 0,     29474,
             43947, 24841, 65535, 29474, 32896, 54484, 54998, 0,     58742, 48527, 61277,
             65535, 58742, 49541, 11316, 65021, 18239, 9766,  18239, 25246, 11316}},
           {Image::Block::RedGreen,
            true,
            {10608,  19219, 4614,  32767, 12384,  21091,  10608,  22963,  -24769, -32767, -1549,
             -21931, 15223, 32767, -1549, -32767, -11352, -10836, -32767, -7092,  -17347, -4518,
             32767,  -7092, 3162,  11352, -774,   18319,  9804,   18319,  -32767, 11352}},
       }) {
    const bool isColor = c.block <= Image::Block::ColorAndAlpha8;
    const size_t channels = c.texels.size() / 16;
    Image image;
    image.dimensions = 2;
    image.channels = 4;
    image.channelBits = isColor ? 8 : 16;
    image.block = c.block;
    image.isSigned = c.isSigned;
    image.reading = c.isSigned ? Image::Reading::Real : Image::Reading::Fixed;
    image.levels[0].data = reinterpret_cast<char *>(bytes.data());
    image.levels[0].size[0] = 16;
    image.levels[0].size[1] = 4;
    for (unsigned x = 0; x < 16; ++x) {
      const Words seen = access(image, sample(ImageOp::D2), {bits(float(x) + 0.5f), bits(0.5f)});
      for (size_t i = 0; i < channels; ++i)
        EXPECT_EQ(real(seen[i]), float(c.texels[x * channels + i]) / (isColor      ? 255.f
                                                                      : c.isSigned ? 32767.f
                                                                                   : 65535.f))
            << unsigned(c.block) << ' ' << x << ' ' << i;
      EXPECT_TRUE(isColor || real(seen[3]) == 1);
    }
  }
}

TEST(Sampling, CubeFaces) {
  std::vector<uint32_t> texels{0, 1, 2, 3, 4, 5};
  Image image = imageOf(texels, 1, {1, 1, 1}, 2);
  image.isCube = true;
  image.slices = 6;
  for (unsigned face = 0; face < 6; ++face) {
    std::vector<uint32_t> direction{bits(0.1f), bits(0.2f), bits(0.3f)};
    direction[face / 2] = bits(face % 2 ? -2 : 2);
    EXPECT_EQ(access(image, sample(ImageOp::Cube), direction)[0], face);
  }
}

/// A piece of 32 lanes gives what each lane alone gives, in every format, mode and dimension.
TEST(Sampling, LanesTogetherAndAlone) {
  std::minstd_rand random(7);
  constexpr unsigned kMostWide = 32; // several groups of lanes side by side
  std::vector<uint32_t> memory(8192);
  for (uint32_t &word : memory)
    word = uint32_t(random()) ^ uint32_t(random()) << 16;
  memory[5] = bits(std::numeric_limits<float>::infinity());
  const float strange[] = {0,
                           -0.0f,
                           1e30f,
                           -1e30f,
                           std::numeric_limits<float>::quiet_NaN(),
                           -std::numeric_limits<float>::infinity(),
                           2e9f,
                           -3e9f,
                           4194303.75f,
                           -8388609.f,
                           0x1.fffffep-10f, // just below half a step
                           -0x1.000002p-9f,
                           -0x1p-9f,
                           -0x1p-149f,
                           2097151.75f, // about where all is outside
                           -2097152.5f};
  unsigned rowsRead = 0;
  for (unsigned round = 0; round < 4000; ++round) {
    Image image;
    const unsigned kind = round % 12; // formats and readings
    image.channelBits = kind < 4 ? 8 : kind < 8 ? 16 : 32;
    image.isFloat = kind == 7 || kind == 11;
    image.isSigned = kind % 2;
    image.reading = image.isFloat || kind == 1 || kind == 3 || kind == 5 ? Image::Reading::Real
                    : kind < 8 && round % 24 < 12                        ? Image::Reading::Fixed
                                                                         : Image::Reading::Integer;
    if (image.reading == Image::Reading::Fixed)
      image.isSigned = false;
    if (image.reading == Image::Reading::Real && kind == 3)
      image.isSigned = false, image.isSrgb = true;
    image.channels = uint8_t(1u << random() % 3);
    image.dimensions = uint8_t(1 + random() % 3);
    image.isLayered = image.dimensions < 3 && random() % 2;
    image.slices = image.isLayered ? 3 : 1;
    ImageLevel &level = image.levels[0];
    level.data = reinterpret_cast<char *>(memory.data());
    for (unsigned i = 0; i < image.dimensions; ++i)
      level.size[i] = 1 + uint32_t(random() % (i == 0 ? kMostWide : 7));
    level.rowBytes = (level.size[0] + random() % 3) * image.texelBytes(); // some with padding
    level.sliceBytes = level.rowBytes * level.size[1];
    image.isNormalized = random() % 2;
    image.isLinear = image.reading != Image::Reading::Integer && random() % 2;
    for (auto &mode : image.address)
      mode = Image::Address(random() % 4);
    image.setBorder({0.3f, -0.7f, 1, 0.1f});

    ImageOp op;
    op.geometry = image.dimensions == 1   ? (image.isLayered ? ImageOp::A1 : ImageOp::D1)
                  : image.dimensions == 2 ? (image.isLayered ? ImageOp::A2 : ImageOp::D2)
                                          : ImageOp::D3;
    const bool isLayered = image.isLayered || (image.dimensions < 3 && random() % 8 == 0);
    if (isLayered) // an image without layers has one
      op.geometry = image.dimensions == 1 ? ImageOp::A1 : ImageOp::A2;
    op.hasIntegers = random() % 4 == 0;
    image.isBuffer = op.hasIntegers && op.geometry == ImageOp::D1;
    op.arguments = uint8_t(image.dimensions + isLayered);
    op.hasOneHandle = true;
    op.log2Width = uint8_t(3 + random() % 3);
    const unsigned width = 1u << op.log2Width;
    const uint32_t lanes = ~0u >> (32 - width);
    std::array<uint32_t, 4 * 32> arguments{}, together[3]{};
    const bool isRow = random() % 3 == 0; // the lanes' texels follow each other
    std::array<int, 4> begin;
    for (int &number : begin)
      number = int(random() % 2000) - 500;
    for (unsigned lane = 0; lane < width; ++lane)
      for (unsigned row = 0; row < op.arguments; ++row) {
        const bool isAlongX = row == unsigned(isLayered);
        const auto number =
            isRow ? begin[row] + int(isAlongX ? lane * 256 : 0) : int(random() % 4000) - 1500;
        const float texels =
            random() % 3 || isRow ? float(number) / 256 : std::floor(float(number) / 256);
        arguments[row * width + lane] =
            op.hasIntegers || (isLayered && row == 0) ? uint32_t(number / 300)
            : !isRow && random() % 16 == 0            ? bits(strange[random() % 16])
            : image.isNormalized                      ? bits(texels / 5)
                                                      : bits(texels);
      }
    Handle handle(image);
    uint32_t failed = 99;
    ASSERT_TRUE(
        accessImages(op, lanes, &handle.number, arguments.data(), together[0].data(), failed));
    // The code of older processors is held against that of this one.
    for (unsigned i = 1; i < 3; ++i) {
      together[i] = together[0];
      Image older = image;
      older.sampler = rowSamplerOf(image, i == 1 ? RowCode::Any : RowCode::Avx2);
      const ImageCall call{older, op, lanes, arguments.data(), together[i].data()};
      rowsRead += sampleRows(call);
    }
    for (unsigned lane = 0; lane < width; ++lane) {
      std::vector<uint32_t> own;
      for (unsigned row = 0; row < op.arguments; ++row)
        own.push_back(arguments[row * width + lane]);
      ImageOp single = op;
      single.log2Width = 0;
      const Words alone = access(image, single, own);
      for (unsigned c = 0; c < 4; ++c) {
        for (const auto &words : together) {
          const uint32_t seen = words[c * width + lane];
          const bool areNumbers = image.reading == Image::Reading::Integer ||
                                  !std::isnan(real(seen)) || !std::isnan(real(alone[c]));
          ASSERT_TRUE(seen == alone[c] || !areNumbers)
              << "round " << round << " lane " << lane << " channel " << c << ": " << std::hex
              << seen << " " << alone[c];
        }
      }
    }
  }
  EXPECT_GT(rowsRead, 4000u); // of 8,000: the rest is left to the other sampler
}

TEST(Surface, BoundaryModes) {
  std::vector<uint32_t> texels{1, 2, 3, 4, 5, 6};
  Image image = imageOf(texels, 1, {3, 2, 1}, 2);
  image.isSurface = true;
  ImageOp op = sample(ImageOp::D2);
  op.kind = ImageOp::Load;
  op.component = 2;
  EXPECT_EQ(access(image, op, {4, 1})[0], 5u);
  access(image, op, {12, 1}, /*expected=*/false);
  access(image, op, {~3u, 0}, /*expected=*/false);
  op.mode = ImageOp::Zero;
  EXPECT_EQ(access(image, op, {12, 1})[0], 0u);
  op.mode = ImageOp::Clamp;
  EXPECT_EQ(access(image, op, {40, 9})[0], 6u);
  op.kind = ImageOp::Store;
  op.mode = ImageOp::Zero;
  access(image, op, {0, 2, 77});
  access(image, op, {8, 0, 99});
  EXPECT_EQ(texels, (std::vector<uint32_t>{1, 2, 99, 4, 5, 6}));
}

TEST(Surface, ReductionsAndFormats) {
  std::vector<int32_t> words{5, -5};
  Image image = imageOf(words, 1, {2, 1, 1}, 1);
  image.isSurface = true;
  ImageOp op = sample(ImageOp::D1);
  op.kind = ImageOp::Reduce;
  op.component = 2;
  op.isSigned = true;
  op.components = ImageOp::Min;
  access(image, op, {0, uint32_t(-7)});
  op.components = ImageOp::Add;
  access(image, op, {4, 2});
  EXPECT_EQ(words, (std::vector<int32_t>{-7, -3}));
  std::vector<int8_t> small(4);
  image = imageOf(small, 2, {2, 1, 1}, 1);
  image.isSurface = true;
  op = sample(ImageOp::D1);
  op.kind = ImageOp::Store;
  op.isFormatted = true;
  op.component = 2;
  op.components = 1;
  access(image, op, {1, 300, uint32_t(-300)}); // the second texel
  EXPECT_EQ(small, (std::vector<int8_t>{0, 0, 127, -128}));
}

TEST(Images, StaleHandlesAreTold) {
  std::vector<uint32_t> texels{1};
  Image image = imageOf(texels, 1, {1, 1, 1}, 1);
  const uint64_t handle = addImage(image);
  ASSERT_NE(findImage(handle), nullptr);
  EXPECT_EQ(findImage(handle + 1), nullptr);
  EXPECT_EQ(findImage(0), nullptr);
  EXPECT_EQ(findImage(~uint64_t(0)), nullptr);
  EXPECT_TRUE(removeImage(handle));
  EXPECT_FALSE(removeImage(handle));
  EXPECT_EQ(findImage(handle), nullptr);
  access(
      image,
      [] {
        ImageOp op;
        op.kind = ImageOp::Load;
        return op;
      }(),
      {0}, false); // no surface
}

TEST(Images, EachLaneItsOwn) {
  std::vector<uint32_t> a{1}, b{2};
  Handle first(imageOf(a, 1, {1, 1, 1}, 1)), second(imageOf(b, 1, {1, 1, 1}, 1));
  const uint64_t handles[4] = {first.number, second.number, first.number, 0};
  const uint32_t arguments[4] = {};
  uint32_t results[16] = {}, failed = 0;
  ImageOp op = sample(ImageOp::D1);
  op.arguments = 1;
  op.log2Width = 2;
  EXPECT_TRUE(accessImages(op, 0b0111, handles, arguments, results, failed));
  EXPECT_EQ(results[0], 1u);
  EXPECT_EQ(results[1], 2u);
  EXPECT_EQ(results[2], 1u);
  EXPECT_FALSE(accessImages(op, 0b1010, handles, arguments, results, failed));
  EXPECT_EQ(failed, 3u);
}

} // namespace
} // namespace anywarp::exec
