// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the 128 opaque bytes of a CUtensorMap hold here: a view of a tensor in global memory, as
// cuTensorMapEncode… describes it and as instructions that copy boxes of it read it. Standalone.
#pragma once

#include <cstdint>

namespace anywarp::exec {

/// CUtensorMapDataType.
enum class TensorType : uint8_t {
  UInt8,
  UInt16,
  UInt32,
  Int32,
  UInt64,
  Int64,
  Float16,
  Float32,
  Float64,
  BFloat16,
  Float32Ftz,
  TFloat32,
  TFloat32Ftz,
};
/// 0 for what is no type.
constexpr unsigned bitsOf(TensorType type) {
  constexpr uint8_t kBits[] = {8, 16, 32, 32, 64, 64, 16, 32, 64, 16, 32, 32, 32};
  return unsigned(type) < sizeof kBits ? kBits[unsigned(type)] : 0;
}

struct alignas(64) TensorMap {
  static constexpr uint32_t kMagic = 0x50414d54; // "TMAP"
  static constexpr unsigned kMaxRank = 5;
  enum class Mode : uint8_t { Tiled, Im2col };

  uint32_t magic = kMagic;
  uint8_t rank = 0;
  uint8_t elementBits = 0;
  TensorType dataType = TensorType::UInt8;
  Mode mode = Mode::Tiled;
  /// Nothing: CUTLASS clears bit 21 of this word in maps of small tensors, whatever it may mean in
  /// those of drivers up to 13.1.
  uint64_t unused = 0;
  uint64_t address = 0;
  uint64_t stride[kMaxRank - 1] = {}; ///< bytes between neighbours in dimension 1, 2, …
  uint32_t lastIndex[kMaxRank] = {};  ///< extent of each dimension, less one
  uint16_t box[kMaxRank] = {};        ///< elements of a box: Tiled
  uint8_t elementStride[kMaxRank] = {};
  uint8_t interleave = 0, swizzle = 0, promotion = 0, fill = 0; ///< the API's numbers
  uint16_t channelsPerPixel = 0, pixelsPerColumn = 0;           ///< Im2col
  int16_t lowerCorner[3] = {}, upperCorner[3] = {};             ///< Im2col
  uint64_t reserved[2] = {}; ///< so that equal maps are equal bytes
};
static_assert(sizeof(TensorMap) == 128);

} // namespace anywarp::exec
