// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What kernels know of a texture or surface object: where the texels of each level lie and how they
// are read. The driver enters an Image in one table of the process and gets the handle that kernels
// are given; kernels look it up without a lock. An Image does not change while it is in the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "exec/KernelAbi.h"

namespace anywarp::exec {

struct ImageCall;
/// Serves all lanes of a texture instruction at once.
using RowSampler = void (*)(const ImageCall &);

/// One level of a mipmap; layers and faces are slices.
struct ImageLevel {
  char *data = nullptr;
  uint32_t size[3] = {1, 1, 1}; ///< texels
  uint64_t rowBytes = 0, sliceBytes = 0;
};

struct Image {
  /// What a texel is while it is filtered and read.
  enum class Reading : uint8_t {
    Integer, ///< its bits, extended to 32: never filtered
    Fixed,   ///< unsigned normalised: 16 bits
    Real,    ///< float
  };
  enum class Address : uint8_t { Wrap, Clamp, Mirror, Border };
  /// Compressed texels, 4 x 4 in 8 or 16 bytes: BC1, BC2, BC3, BC4, BC5. All have four channels.
  enum class Block : uint8_t { None, Color, ColorAndAlpha4, ColorAndAlpha8, Red, RedGreen };
  static constexpr unsigned kMaxLevels = 18;

  bool isSurface = false;
  bool isBuffer = false; ///< linear memory: what tex.1d with whole coordinates is for
  // Shape
  uint8_t dimensions = 1; ///< of a layer or face
  bool isLayered = false, isCube = false;
  uint8_t levelCount = 1;
  uint32_t slices = 1; ///< layers, faces times layers; 1 for 3D
  ImageLevel levels[kMaxLevels];
  // Texels
  uint8_t channels = 1, channelBits = 8;
  bool isSigned = false, isFloat = false;
  Block block = Block::None; ///< rows of levels are rows of blocks
  bool isFraction = false;   ///< integers that are read as floats in any case
  // How a texture reads them
  Reading reading = Reading::Integer;
  Address address[3] = {Address::Clamp, Address::Clamp, Address::Clamp};
  bool isLinear = false, isLinearBetweenLevels = false, isNormalized = false, isSrgb = false,
       isSeamless = false;
  float levelBias = 0, minLevel = 0, maxLevel = 0;
  uint32_t border[4] = {};      ///< a texel as `reading` has it: integers, 16 bits, bits of floats
  void *owner = nullptr;        ///< the driver's
  RowSampler sampler = nullptr; ///< of plain instructions; null: lane by lane. addImage sets it

  unsigned texelBytes() const { return channels * channelBits / 8u; }
  /// What sRGB leaves linear: the second of two channels, too (seen).
  unsigned alpha() const { return channels == 2 ? 1 : 3; }
  /// Sets `border` to four floats as a texture's description has them: rounded to what a channel
  /// can hold where it is read as a float, else their bits are the channel's.
  void setBorder(const float (&color)[4]);
};

/// Enters a copy; 0 when a million images are live. Handles are below 2^kImageHandleBits.
uint64_t addImage(const Image &image);
/// Kernels that still use the handle fault from now on. False: there is no such image.
bool removeImage(uint64_t handle);
/// Null for what is no handle (any more). The pointer stays readable for ever, but after
/// removeImage it may come to show another image.
const Image *findImage(uint64_t handle);
inline constexpr unsigned kImageHandleBits = 36;
/// Whether one of those in the table is such. `is` must not add or remove any.
bool anyImage(const std::function<bool(const Image &)> &is);

/// Carries out one instruction for the lanes of `lanes`, all arrays as aw_image has them. False: no
/// image, one of the wrong kind, or a surface access outside that traps; `failed` is such a lane.
bool accessImages(ImageOp op, uint32_t lanes, const uint64_t *handles, const uint32_t *arguments,
                  uint32_t *results, uint32_t &failed);

// The parts of accessImages, for lanes that all mean `image`.
/// What instruction `op` finds beside lane l: row i at arguments[i << op.log2Width | l].
struct ImageCall {
  const Image &image;
  ImageOp op;
  uint32_t lanes;
  const uint32_t *arguments;
  uint32_t *results;

  uint32_t argument(unsigned row, unsigned lane) const {
    return arguments[(row << op.log2Width) + lane];
  }
  void setResult(unsigned row, unsigned lane, uint32_t word) const {
    results[(row << op.log2Width) + lane] = word;
  }
};
void sampleTexture(const ImageCall &call);
/// The lanes that lie outside and trap.
uint32_t accessSurface(const ImageCall &call);
uint32_t answerQuery(const Image &image, ImageOp op, uint32_t level);

} // namespace anywarp::exec
