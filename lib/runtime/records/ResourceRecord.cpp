// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion of resource and texture descriptors.
#include "runtime/records/ResourceRecord.h"

#include "runtime/core/Driver.h"
#include "runtime/records/ArrayFormat.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

cudaError_t toDriver(const cudaResourceDesc &desc, CUDA_RESOURCE_DESC &to) {
  to = {};
  to.resType = static_cast<CUresourcetype>(desc.resType);
  to.flags = desc.flags;
  ArrayFormat format;
  switch (desc.resType) {
  case cudaResourceTypeArray:
    if (!desc.res.array.array)
      return cudaErrorInvalidResourceHandle;
    to.res.array.hArray = toDriver(desc.res.array.array);
    return cudaSuccess;
  case cudaResourceTypeMipmappedArray:
    if (!desc.res.mipmap.mipmap)
      return cudaErrorInvalidResourceHandle;
    to.res.mipmap.hMipmappedArray = toDriver(desc.res.mipmap.mipmap);
    return cudaSuccess;
  case cudaResourceTypeLinear:
    if (!toDriver(desc.res.linear.desc, format))
      return cudaErrorInvalidChannelDescriptor;
    to.res.linear.devPtr = address(desc.res.linear.devPtr);
    to.res.linear.format = format.format;
    to.res.linear.numChannels = format.channels;
    to.res.linear.sizeInBytes = desc.res.linear.sizeInBytes;
    return cudaSuccess;
  case cudaResourceTypePitch2D:
    if (!toDriver(desc.res.pitch2D.desc, format))
      return cudaErrorInvalidChannelDescriptor;
    to.res.pitch2D.devPtr = address(desc.res.pitch2D.devPtr);
    to.res.pitch2D.format = format.format;
    to.res.pitch2D.numChannels = format.channels;
    to.res.pitch2D.width = desc.res.pitch2D.width;
    to.res.pitch2D.height = desc.res.pitch2D.height;
    to.res.pitch2D.pitchInBytes = desc.res.pitch2D.pitchInBytes;
    return cudaSuccess;
  }
  return cudaErrorInvalidValue;
}

void toRuntime(const CUDA_RESOURCE_DESC &desc, cudaResourceDesc &to) {
  to = {};
  to.resType = static_cast<cudaResourceType>(desc.resType);
  to.flags = desc.flags;
  switch (to.resType) {
  case cudaResourceTypeArray:
    to.res.array.array = reinterpret_cast<cudaArray_t>(desc.res.array.hArray);
    break;
  case cudaResourceTypeMipmappedArray:
    to.res.mipmap.mipmap = reinterpret_cast<cudaMipmappedArray_t>(desc.res.mipmap.hMipmappedArray);
    break;
  case cudaResourceTypeLinear:
    to.res.linear.devPtr = reinterpret_cast<void *>(desc.res.linear.devPtr);
    to.res.linear.desc = toRuntime({desc.res.linear.format, desc.res.linear.numChannels});
    to.res.linear.sizeInBytes = desc.res.linear.sizeInBytes;
    break;
  case cudaResourceTypePitch2D:
    to.res.pitch2D.devPtr = reinterpret_cast<void *>(desc.res.pitch2D.devPtr);
    to.res.pitch2D.desc = toRuntime({desc.res.pitch2D.format, desc.res.pitch2D.numChannels});
    to.res.pitch2D.width = desc.res.pitch2D.width;
    to.res.pitch2D.height = desc.res.pitch2D.height;
    to.res.pitch2D.pitchInBytes = desc.res.pitch2D.pitchInBytes;
    break;
  }
}

CUDA_TEXTURE_DESC toDriver(const cudaTextureDesc &desc) {
  CUDA_TEXTURE_DESC to = {};
  for (int i = 0; i < 3; ++i)
    to.addressMode[i] = static_cast<CUaddress_mode>(desc.addressMode[i]);
  to.filterMode = static_cast<CUfilter_mode>(desc.filterMode);
  to.flags = (desc.readMode == cudaReadModeElementType ? CU_TRSF_READ_AS_INTEGER : 0) |
             (desc.normalizedCoords ? CU_TRSF_NORMALIZED_COORDINATES : 0) |
             (desc.sRGB ? CU_TRSF_SRGB : 0) |
             (desc.disableTrilinearOptimization ? CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION : 0) |
             (desc.seamlessCubemap ? CU_TRSF_SEAMLESS_CUBEMAP : 0);
  to.maxAnisotropy = desc.maxAnisotropy;
  to.mipmapFilterMode = static_cast<CUfilter_mode>(desc.mipmapFilterMode);
  to.mipmapLevelBias = desc.mipmapLevelBias;
  to.minMipmapLevelClamp = desc.minMipmapLevelClamp;
  to.maxMipmapLevelClamp = desc.maxMipmapLevelClamp;
  for (int i = 0; i < 4; ++i)
    to.borderColor[i] = desc.borderColor[i];
  return to;
}

/// The border's colour is not told (seen).
cudaTextureDesc toRuntime(const CUDA_TEXTURE_DESC &desc) {
  cudaTextureDesc to = {};
  for (int i = 0; i < 3; ++i)
    to.addressMode[i] = static_cast<cudaTextureAddressMode>(desc.addressMode[i]);
  to.filterMode = static_cast<cudaTextureFilterMode>(desc.filterMode);
  to.readMode =
      desc.flags & CU_TRSF_READ_AS_INTEGER ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
  to.normalizedCoords = (desc.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  to.sRGB = (desc.flags & CU_TRSF_SRGB) != 0;
  to.disableTrilinearOptimization = (desc.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
  to.seamlessCubemap = (desc.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
  to.maxAnisotropy = desc.maxAnisotropy;
  to.mipmapFilterMode = static_cast<cudaTextureFilterMode>(desc.mipmapFilterMode);
  to.mipmapLevelBias = desc.mipmapLevelBias;
  to.minMipmapLevelClamp = desc.minMipmapLevelClamp;
  to.maxMipmapLevelClamp = desc.maxMipmapLevelClamp;
  return to;
}

cudaError_t channelsOf(const cudaResourceDesc &desc, cudaChannelFormatDesc &channels) {
  switch (desc.resType) {
  case cudaResourceTypeLinear:
    channels = desc.res.linear.desc;
    return cudaSuccess;
  case cudaResourceTypePitch2D:
    channels = desc.res.pitch2D.desc;
    return cudaSuccess;
  case cudaResourceTypeArray:
    return runtime::cudaGetChannelDesc(&channels, desc.res.array.array);
  case cudaResourceTypeMipmappedArray: {
    cudaArray_t level;
    if (cudaError_t error = runtime::cudaGetMipmappedArrayLevel(&level, desc.res.mipmap.mipmap, 0))
      return error;
    return runtime::cudaGetChannelDesc(&channels, level);
  }
  }
  return cudaErrorInvalidValue;
}

} // namespace anywarp::runtime
