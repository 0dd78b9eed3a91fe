// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory and semaphores of other interfaces.
#include "runtime/core/Driver.h"
#include "runtime/records/ArrayFormat.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

static CUexternalMemory toDriver(cudaExternalMemory_t memory) {
  return reinterpret_cast<CUexternalMemory>(memory);
}

cudaError_t cudaExternalMemoryGetMappedMipmappedArray(
    cudaMipmappedArray_t *mipmap, cudaExternalMemory_t extMem,
    const struct cudaExternalMemoryMipmappedArrayDesc *mipmapDesc) {
  if (!mipmapDesc)
    return cudaErrorInvalidValue;
  ArrayFormat format;
  if (!toDriver(mipmapDesc->formatDesc, format))
    return cudaErrorInvalidChannelDescriptor;
  CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC desc = {};
  desc.offset = mipmapDesc->offset;
  desc.arrayDesc.Width = mipmapDesc->extent.width;
  desc.arrayDesc.Height = mipmapDesc->extent.height;
  desc.arrayDesc.Depth = mipmapDesc->extent.depth;
  desc.arrayDesc.Format = format.format;
  desc.arrayDesc.NumChannels = format.channels;
  desc.arrayDesc.Flags = mipmapDesc->flags;
  desc.numLevels = mipmapDesc->numLevels;
  return toError(cu().cuExternalMemoryGetMappedMipmappedArray(
      reinterpret_cast<CUmipmappedArray *>(mipmap), toDriver(extMem), &desc));
}

} // namespace anywarp::runtime
