// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Tensor Map Object Management": what may be described, and the description.
#include <algorithm>
#include <cstring>

#include "driver/base/Api.h"
#include "exec/TensorMap.h"

namespace anywarp::driver {

using exec::TensorMap;

namespace {
/// What all three encodings have in common.
struct Tensor {
  CUtensorMapDataType type;
  uint32_t rank;
  const void *address;
  const cuuint64_t *dims;
  const cuuint64_t *strides;
  const cuuint32_t *elementStrides;
  CUtensorMapInterleave interleave;
  CUtensorMapSwizzle swizzle;
  CUtensorMapL2promotion promotion;
  CUtensorMapFloatOOBfill fill;
};
} // namespace

/// Bits of an element; 0 for what is no type, or packed: from compute capability 10.0 on.
static unsigned bitsOf(CUtensorMapDataType type) {
  return unsigned(type) < 256 ? exec::bitsOf(exec::TensorType(type)) : 0;
}

static bool isFloat(CUtensorMapDataType type) {
  switch (type) {
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
  case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
  case CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ:
  case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32:
  case CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ:
    return true;
  default:
    return false;
  }
}

/// Bytes within which a swizzle mode moves things about; 0: it does not.
static unsigned swizzleSpan(CUtensorMapSwizzle swizzle) {
  switch (swizzle) {
  case CU_TENSOR_MAP_SWIZZLE_NONE:
    return 0;
  case CU_TENSOR_MAP_SWIZZLE_32B:
    return 32;
  case CU_TENSOR_MAP_SWIZZLE_64B:
    return 64;
  default:
    return 128;
  }
}

static bool areOptionsValid(const Tensor &tensor) {
  return unsigned(tensor.interleave) <= CU_TENSOR_MAP_INTERLEAVE_32B &&
         // The modes with other atoms came with compute capability 10.0.
         unsigned(tensor.swizzle) <= CU_TENSOR_MAP_SWIZZLE_128B &&
         unsigned(tensor.promotion) <= CU_TENSOR_MAP_L2_PROMOTION_L2_256B &&
         unsigned(tensor.fill) <= CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA &&
         (tensor.fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE || isFloat(tensor.type)) &&
         (tensor.interleave != CU_TENSOR_MAP_INTERLEAVE_32B ||
          tensor.swizzle == CU_TENSOR_MAP_SWIZZLE_32B);
}

/// The documented conditions, and the common part of the description.
static CUresult describe(const CUtensorMap *place, const Tensor &tensor, TensorMap &map) {
  if (uintptr_t(place) % 64 || !bitsOf(tensor.type) || !areOptionsValid(tensor))
    return CUDA_ERROR_INVALID_VALUE;
  const bool isInterleaved = tensor.interleave != CU_TENSOR_MAP_INTERLEAVE_NONE;
  if (!tensor.rank || tensor.rank > TensorMap::kMaxRank || (isInterleaved && tensor.rank < 3))
    return CUDA_ERROR_INVALID_VALUE;
  const unsigned unit = tensor.interleave == CU_TENSOR_MAP_INTERLEAVE_32B ? 32 : 16;
  if (!tensor.address || uintptr_t(tensor.address) % unit || !tensor.dims ||
      !tensor.elementStrides || (tensor.rank > 1 && !tensor.strides))
    return CUDA_ERROR_INVALID_VALUE;
  map.rank = uint8_t(tensor.rank);
  map.elementBits = uint8_t(bitsOf(tensor.type));
  map.dataType = exec::TensorType(tensor.type);
  map.address = uintptr_t(tensor.address);
  for (unsigned i = 0; i < tensor.rank; ++i) {
    if (!tensor.dims[i] || tensor.dims[i] > (1ull << 32))
      return CUDA_ERROR_INVALID_VALUE;
    map.lastIndex[i] = uint32_t(tensor.dims[i] - 1);
    if (!tensor.elementStrides[i] || tensor.elementStrides[i] > 8)
      return CUDA_ERROR_INVALID_VALUE;
    map.elementStride[i] = uint8_t(tensor.elementStrides[i]);
  }
  for (unsigned i = 0; i + 1 < tensor.rank; ++i) {
    if (tensor.strides[i] % unit || tensor.strides[i] >= (1ull << 40))
      return CUDA_ERROR_INVALID_VALUE;
    map.stride[i] = tensor.strides[i];
  }
  map.interleave = uint8_t(tensor.interleave);
  map.swizzle = uint8_t(tensor.swizzle);
  map.promotion = uint8_t(tensor.promotion);
  map.fill = uint8_t(tensor.fill);
  return CUDA_SUCCESS;
}

/// A row of a box is a whole number of 16 bytes, and without interleaving no longer than its
/// swizzle.
static bool isRowValid(const Tensor &tensor, uint64_t elements) {
  uint64_t bytes = elements * bitsOf(tensor.type) / 8;
  unsigned span =
      tensor.interleave == CU_TENSOR_MAP_INTERLEAVE_NONE ? swizzleSpan(tensor.swizzle) : 0;
  return bytes % 16 == 0 && (!span || bytes <= span);
}

static void write(const TensorMap &map, CUtensorMap *to) { std::memcpy(to, &map, sizeof map); }

CUresult cuTensorMapEncodeTiled(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                                cuuint32_t tensorRank, void *globalAddress,
                                const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                const cuuint32_t *boxDim, const cuuint32_t *elementStrides,
                                CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion l2Promotion,
                                CUtensorMapFloatOOBfill oobFill) {
  Tensor tensor{tensorDataType, tensorRank, globalAddress, globalDim,   globalStrides,
                elementStrides, interleave, swizzle,       l2Promotion, oobFill};
  TensorMap map;
  if (CUresult result = describe(tensorMap, tensor, map))
    return result;
  if (!boxDim)
    return CUDA_ERROR_INVALID_VALUE;
  for (unsigned i = 0; i < tensorRank; ++i) {
    if (!boxDim[i] || boxDim[i] > 256)
      return CUDA_ERROR_INVALID_VALUE;
    map.box[i] = uint16_t(boxDim[i]);
  }
  if (!isRowValid(tensor, boxDim[0]))
    return CUDA_ERROR_INVALID_VALUE;
  write(map, tensorMap);
  return CUDA_SUCCESS;
}

/// Corners and pixels, which have to fit into so many bits by the number of spatial dimensions.
static CUresult describePixels(const Tensor &tensor, const int *lower, const int *upper,
                               unsigned count, cuuint32_t channels, cuuint32_t pixels,
                               TensorMap &map) {
  static constexpr int kLimits[] = {0, 32768, 128, 16};
  if (tensor.rank < 3 || channels > 256 || pixels > 1024 || !channels || !pixels ||
      !isRowValid(tensor, channels))
    return CUDA_ERROR_INVALID_VALUE;
  int limit = kLimits[tensor.rank - 2];
  for (unsigned i = 0; i < count; ++i) {
    if (lower[i] < -limit || lower[i] >= limit || upper[i] < -limit || upper[i] >= limit)
      return CUDA_ERROR_INVALID_VALUE;
    map.lowerCorner[i] = int16_t(lower[i]);
    map.upperCorner[i] = int16_t(upper[i]);
  }
  map.channelsPerPixel = uint16_t(channels);
  map.pixelsPerColumn = uint16_t(pixels);
  return CUDA_SUCCESS;
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap *tensorMap, CUtensorMapDataType tensorDataType,
                                 cuuint32_t tensorRank, void *globalAddress,
                                 const cuuint64_t *globalDim, const cuuint64_t *globalStrides,
                                 const int *pixelBoxLowerCorner, const int *pixelBoxUpperCorner,
                                 cuuint32_t channelsPerPixel, cuuint32_t pixelsPerColumn,
                                 const cuuint32_t *elementStrides, CUtensorMapInterleave interleave,
                                 CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2Promotion,
                                 CUtensorMapFloatOOBfill oobFill) {
  Tensor tensor{tensorDataType, tensorRank, globalAddress, globalDim,   globalStrides,
                elementStrides, interleave, swizzle,       l2Promotion, oobFill};
  TensorMap map;
  map.mode = TensorMap::Mode::Im2col;
  if (CUresult result = describe(tensorMap, tensor, map))
    return result;
  if (!pixelBoxLowerCorner || !pixelBoxUpperCorner)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult result =
          describePixels(tensor, pixelBoxLowerCorner, pixelBoxUpperCorner,
                         std::max(tensorRank, 2u) - 2, channelsPerPixel, pixelsPerColumn, map))
    return result;
  write(map, tensorMap);
  return CUDA_SUCCESS;
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *tensorMap, void *globalAddress) {
  TensorMap map;
  std::memcpy(&map, tensorMap, sizeof map);
  const unsigned unit = map.interleave == CU_TENSOR_MAP_INTERLEAVE_32B ? 32 : 16;
  if (map.magic != TensorMap::kMagic || !globalAddress || uintptr_t(globalAddress) % unit)
    return CUDA_ERROR_INVALID_VALUE;
  map.address = uintptr_t(globalAddress);
  write(map, tensorMap);
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver
