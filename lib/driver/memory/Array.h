// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A CUDA array: texels in rows and slices, reached through copies, textures and surfaces only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "driver/context/Context.h"

namespace anywarp::driver {

class Array : public Object {
public:
  using Handle = CUarray;
  static constexpr Kind kKind = KindArray;

  Array(Context &context, const CUDA_ARRAY3D_DESCRIPTOR &descriptor, unsigned texelBytes,
        CUdeviceptr data);
  ~Array() override;

  const CUDA_ARRAY3D_DESCRIPTOR &descriptor() const { return descriptor_; }
  unsigned texelBytes() const { return texelBytes_; }
  char *data() const { return reinterpret_cast<char *>(data_); }
  size_t rowBytes() const { return descriptor_.Width * texelBytes_; }
  size_t rows() const { return descriptor_.Height ? descriptor_.Height : 1; }
  size_t slices() const { return descriptor_.Depth ? descriptor_.Depth : 1; }
  size_t sliceBytes() const { return rowBytes() * rows(); }
  /// Slices are layers or faces.
  bool isLayered() const {
    return descriptor_.Flags & (CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP);
  }
  bool isLevel = false; ///< of a mipmapped array, with which it goes

private:
  CUDA_ARRAY3D_DESCRIPTOR descriptor_;
  unsigned texelBytes_;
  CUdeviceptr data_;
};

/// A chain of arrays, each half the size of the one before.
class MipmappedArray : public Object {
public:
  using Handle = CUmipmappedArray;
  static constexpr Kind kKind = KindMipmappedArray;

  ~MipmappedArray() override;
  std::vector<Ref<Array>> levels;
};

/// The array of a handle; or why there is none.
CUresult findArray(CUarray handle, Array *&array);

/// What a format says of one channel.
struct ChannelType {
  unsigned bytes = 0; ///< 0: not supported
  bool isFloat = false, isSigned = false;
  bool isFraction = false; ///< read as a float in any case
  unsigned count = 0;      ///< channels that the format prescribes; 0: 1, 2 or 4
};
ChannelType channelType(CUarray_format format);

/// Whether an array can be made so, and the bytes of a texel.
CUresult checkArray(const CUDA_ARRAY3D_DESCRIPTOR &descriptor, unsigned &texelBytes);
/// The next level of a mipmapped array: half of each extent, at least 1.
void halve(CUDA_ARRAY3D_DESCRIPTOR &descriptor);
/// Levels of that shape, at most as many as it has.
unsigned levelCount(const CUDA_ARRAY3D_DESCRIPTOR &descriptor, unsigned wanted);

} // namespace anywarp::driver
