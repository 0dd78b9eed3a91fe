// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays for the programs about textures.
#pragma once

#include "Check.h"

inline CUarray makeArray(size_t width, size_t height, CUarray_format format, unsigned channels,
                         unsigned flags = 0, size_t depth = 0) {
  CUDA_ARRAY3D_DESCRIPTOR shape = {};
  shape.Width = width;
  shape.Height = height;
  shape.Depth = depth;
  shape.Format = format;
  shape.NumChannels = channels;
  shape.Flags = flags;
  CUarray array = nullptr;
  OK(cuArray3DCreate(&array, &shape));
  return array;
}

inline CUDA_RESOURCE_DESC resourceOf(CUarray array) {
  CUDA_RESOURCE_DESC resource = {};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  resource.res.array.hArray = array;
  return resource;
}

inline void fill(CUarray array, const void *host, size_t rowBytes, size_t rows) {
  CUDA_MEMCPY2D copy = {};
  copy.srcMemoryType = CU_MEMORYTYPE_HOST;
  copy.srcHost = host;
  copy.srcPitch = rowBytes;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array;
  copy.WidthInBytes = rowBytes;
  copy.Height = rows;
  OK(cuMemcpy2D(&copy));
}
