// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver's records of texture and surface objects for the runtime's, and back.
#pragma once

#include "runtime/Api.h"

namespace anywarp::runtime {

cudaError_t toDriver(const cudaResourceDesc &desc, CUDA_RESOURCE_DESC &to);
void toRuntime(const CUDA_RESOURCE_DESC &desc, cudaResourceDesc &to);
CUDA_TEXTURE_DESC toDriver(const cudaTextureDesc &desc);
cudaTextureDesc toRuntime(const CUDA_TEXTURE_DESC &desc);

/// The element format that a texture reads from a resource.
cudaError_t channelsOf(const cudaResourceDesc &desc, cudaChannelFormatDesc &channels);

} // namespace anywarp::runtime
