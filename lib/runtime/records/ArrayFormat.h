// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Element formats of arrays: the runtime names bits of each channel and a kind, the driver a format
// and a number of channels.
#pragma once

#include "runtime/Api.h"

namespace anywarp::runtime {

struct ArrayFormat {
  CUarray_format format;
  unsigned int channels;
};

/// False if no array can have such elements.
bool toDriver(const cudaChannelFormatDesc &desc, ArrayFormat &format);

cudaChannelFormatDesc toRuntime(ArrayFormat format);

/// Bytes of one element; 0 for formats whose elements are no whole bytes (block compression).
size_t elementSize(ArrayFormat format);

/// The format of an existing array; also its extent and flags.
cudaError_t describe(cudaArray_const_t array, CUDA_ARRAY3D_DESCRIPTOR &descriptor);

} // namespace anywarp::runtime
