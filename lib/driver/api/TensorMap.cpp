// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Tensor Map Object Management": what may be described, and the description.
#include <algorithm>
#include <cstring>
#include <span>

#include "driver/base/Api.h"
#include "exec/tensors/TensorMap.h"

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

/// A row of a box is a whole number of 16 bytes, and without interleaving no longer than its
/// swizzle.
static bool isRowValid(const Tensor &tensor, uint64_t elements) {
  uint64_t bytes = elements * bitsOf(tensor.type) / 8;
  unsigned span =
      tensor.interleave == CU_TENSOR_MAP_INTERLEAVE_NONE ? swizzleSpan(tensor.swizzle) : 0;
  return bytes % 16 == 0 && (!span || bytes <= span);
}

#include "driver/rules/TensorMap.inc"

/// The common part of the description.
static CUresult describe(const CUtensorMap *place, const Tensor &tensor, TensorMap &map) {
  if (CUresult result = checkTensor(place, tensor))
    return result;
  map.rank = uint8_t(tensor.rank);
  map.elementBits = uint8_t(bitsOf(tensor.type));
  map.dataType = exec::TensorType(tensor.type);
  map.address = uintptr_t(tensor.address);
  for (unsigned i = 0; i < tensor.rank; ++i) {
    map.lastIndex[i] = uint32_t(tensor.dims[i] - 1);
    map.elementStride[i] = uint8_t(tensor.elementStrides[i]);
  }
  std::copy_n(tensor.strides, tensor.rank - 1, map.stride);
  map.interleave = uint8_t(tensor.interleave);
  map.swizzle = uint8_t(tensor.swizzle);
  map.promotion = uint8_t(tensor.promotion);
  map.fill = uint8_t(tensor.fill);
  return CUDA_SUCCESS;
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
  if (CUresult result = checkTile(tensor, boxDim))
    return result;
  for (unsigned i = 0; i < tensorRank; ++i)
    map.box[i] = uint16_t(boxDim[i]);
  write(map, tensorMap);
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
  if (CUresult result = checkPixels(tensor, pixelBoxLowerCorner, pixelBoxUpperCorner,
                                    channelsPerPixel, pixelsPerColumn))
    return result;
  for (unsigned i = 0; i + 2 < tensorRank; ++i) {
    map.lowerCorner[i] = int16_t(pixelBoxLowerCorner[i]);
    map.upperCorner[i] = int16_t(pixelBoxUpperCorner[i]);
  }
  map.channelsPerPixel = uint16_t(channelsPerPixel);
  map.pixelsPerColumn = uint16_t(pixelsPerColumn);
  write(map, tensorMap);
  return CUDA_SUCCESS;
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *tensorMap, void *globalAddress) {
  TensorMap map;
  std::memcpy(&map, tensorMap, sizeof map);
  if (CUresult result = checkNewAddress(map, globalAddress))
    return result;
  map.address = uintptr_t(globalAddress);
  write(map, tensorMap);
  return CUDA_SUCCESS;
}

} // namespace anywarp::driver
