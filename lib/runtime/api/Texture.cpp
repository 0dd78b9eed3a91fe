// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Texture objects.
#include "runtime/core/Driver.h"
#include "runtime/records/LayoutCast.h"
#include "runtime/records/ResourceRecord.h"

namespace anywarp::runtime {

/// Filtering needs values that can be averaged: floats, or small integers read as such.
static cudaError_t checkReading(const cudaResourceDesc &resource, const cudaTextureDesc &texture) {
  cudaChannelFormatDesc channels;
  if (cudaError_t error = channelsOf(resource, channels))
    return error;
  const bool isInteger =
      channels.f == cudaChannelFormatKindSigned || channels.f == cudaChannelFormatKindUnsigned;
  const bool normalized = texture.readMode == cudaReadModeNormalizedFloat;
  if (!isInteger) // floats are what they are, fractions are read as such
    return normalized == (channels.f == cudaChannelFormatKindFloat) ? cudaErrorInvalidNormSetting
                                                                    : cudaSuccess;
  const bool isFloat = normalized && channels.x <= 16;
  if (texture.filterMode == cudaFilterModeLinear && !isFloat)
    return cudaErrorInvalidFilterSetting;
  return normalized && !isFloat ? cudaErrorInvalidNormSetting : cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *pTexObject,
                                    const struct cudaResourceDesc *pResDesc,
                                    const struct cudaTextureDesc *pTexDesc,
                                    const struct cudaResourceViewDesc *pResViewDesc) {
  if (!pResDesc)
    return cudaErrorInvalidValue;
  CUDA_RESOURCE_DESC resource;
  if (cudaError_t error = toDriver(*pResDesc, resource))
    return error;
  if (!pTexDesc)
    return cudaErrorInvalidValue;
  // A view reads the memory in its own format; but what is filtered goes by that of the memory
  // (seen).
  const bool isView = pResViewDesc && pResViewDesc->format != cudaResViewFormatNone;
  if (cudaError_t error = checkReading(*pResDesc, *pTexDesc))
    if (!isView || error == cudaErrorInvalidFilterSetting)
      return error;
  const CUDA_TEXTURE_DESC texture = toDriver(*pTexDesc);
  return toError(cu().cuTexObjectCreate(layoutCast<CUtexObject>(pTexObject), &resource, &texture,
                                        layoutCast<CUDA_RESOURCE_VIEW_DESC>(pResViewDesc)));
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *pResDesc,
                                             cudaTextureObject_t texObject) {
  CUDA_RESOURCE_DESC resource;
  if (CUresult result = cu().cuTexObjectGetResourceDesc(&resource, texObject))
    return toError(result);
  toRuntime(resource, *pResDesc);
  return cudaSuccess;
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *pTexDesc,
                                            cudaTextureObject_t texObject) {
  CUDA_TEXTURE_DESC texture;
  if (CUresult result = cu().cuTexObjectGetTextureDesc(&texture, texObject))
    return toError(result);
  *pTexDesc = toRuntime(texture);
  return cudaSuccess;
}

} // namespace anywarp::runtime
