// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs about textures read with, and where to.
#pragma once

#include <vector>

#include "Check.h"

inline cudaResourceDesc resourceOf(cudaArray_t array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  return resource;
}

inline cudaTextureDesc reading(cudaTextureReadMode mode, cudaTextureFilterMode filter,
                               int normalized) {
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = how.addressMode[2] = cudaAddressModeClamp;
  how.filterMode = how.mipmapFilterMode = filter;
  how.readMode = mode;
  how.normalizedCoords = normalized;
  return how;
}

inline float *results;
inline std::vector<float> take(int count) {
  std::vector<float> host(count);
  OK(cudaMemcpy(host.data(), results, count * sizeof(float), cudaMemcpyDeviceToHost));
  return host;
}
