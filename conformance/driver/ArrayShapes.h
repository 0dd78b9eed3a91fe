// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of one row, and the shape of square ones.
#pragma once

#include "Check.h"

inline CUarray makeLine(size_t width, CUarray_format format = CU_AD_FORMAT_UNSIGNED_INT8,
                        unsigned channels = 1) {
  CUDA_ARRAY_DESCRIPTOR line{};
  line.Width = width;
  line.Format = format;
  line.NumChannels = channels;
  CUarray array = nullptr;
  OK(cuArrayCreate(&array, &line));
  return array;
}

inline CUDA_ARRAY3D_DESCRIPTOR square(unsigned flags) {
  CUDA_ARRAY3D_DESCRIPTOR shape{};
  shape.Width = shape.Height = 256;
  shape.Format = CU_AD_FORMAT_UNSIGNED_INT8;
  shape.NumChannels = 4;
  shape.Flags = flags;
  return shape;
}
