// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays and mipmapped arrays.
#include "runtime/core/Devices.h"
#include "runtime/core/Driver.h"
#include "runtime/records/ArrayFormat.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                   enum cudaChannelFormatKind f) {
  return {x, y, z, w, f};
}

static cudaError_t describe(const cudaChannelFormatDesc *desc, const cudaExtent &extent,
                            unsigned int flags, CUDA_ARRAY3D_DESCRIPTOR &descriptor) {
  if (!desc)
    return cudaErrorInvalidValue;
  ArrayFormat format;
  if (!toDriver(*desc, format))
    return cudaErrorInvalidChannelDescriptor;
  descriptor = {};
  descriptor.Width = extent.width;
  descriptor.Height = extent.height;
  descriptor.Depth = extent.depth;
  descriptor.Format = format.format;
  descriptor.NumChannels = format.channels;
  // The runtime's flags have the driver's values.
  descriptor.Flags = flags;
  return cudaSuccess;
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned int flags) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor;
  if (cudaError_t error = describe(desc, extent, flags, descriptor))
    return error;
  return toError(cu().cuArray3DCreate(reinterpret_cast<CUarray *>(array), &descriptor));
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc,
                            size_t width, size_t height, unsigned int flags) {
  if (!width) // whatever the format is (seen)
    return cudaErrorInvalidValue;
  return runtime::cudaMalloc3DArray(array, desc, {width, height, 0}, flags);
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmappedArray,
                                     const struct cudaChannelFormatDesc *desc,
                                     struct cudaExtent extent, unsigned int numLevels,
                                     unsigned int flags) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor;
  if (cudaError_t error = describe(desc, extent, flags, descriptor))
    return error;
  return toError(cu().cuMipmappedArrayCreate(reinterpret_cast<CUmipmappedArray *>(mipmappedArray),
                                             &descriptor, numLevels));
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor;
  if (cudaError_t error = describe(array, descriptor))
    return error;
  *desc = toRuntime({descriptor.Format, descriptor.NumChannels});
  return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent,
                             unsigned int *flags, cudaArray_t array) {
  CUDA_ARRAY3D_DESCRIPTOR descriptor;
  if (cudaError_t error = describe(array, descriptor))
    return error;
  if (desc)
    *desc = toRuntime({descriptor.Format, descriptor.NumChannels});
  if (extent)
    *extent = {descriptor.Width, descriptor.Height, descriptor.Depth};
  if (flags)
    *flags = descriptor.Flags;
  return cudaSuccess;
}

cudaError_t cudaArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *memoryRequirements,
                                           cudaArray_t array, int device) {
  CUdevice handle;
  if (deviceHandle(device, handle))
    return cudaErrorInvalidValue; // as of an array that has no requirements (seen)
  return toError(cu().cuArrayGetMemoryRequirements(
      layoutCast<CUDA_ARRAY_MEMORY_REQUIREMENTS>(memoryRequirements), toDriver(array), handle));
}

cudaError_t
cudaMipmappedArrayGetMemoryRequirements(struct cudaArrayMemoryRequirements *memoryRequirements,
                                        cudaMipmappedArray_t mipmap, int device) {
  CUdevice handle;
  if (deviceHandle(device, handle))
    return cudaErrorInvalidValue; // as of an array that has no requirements (seen)
  return toError(cu().cuMipmappedArrayGetMemoryRequirements(
      layoutCast<CUDA_ARRAY_MEMORY_REQUIREMENTS>(memoryRequirements), toDriver(mipmap), handle));
}

cudaError_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *maxWidthInElements,
                                                 const struct cudaChannelFormatDesc *fmtDesc,
                                                 int device) {
  CUdevice handle;
  if (cudaError_t error = deviceHandle(device, handle))
    return error;
  if (!fmtDesc)
    return cudaErrorInvalidValue;
  ArrayFormat format;
  if (!toDriver(*fmtDesc, format))
    return cudaErrorInvalidChannelDescriptor;
  return toError(cu().cuDeviceGetTexture1DLinearMaxWidth(maxWidthInElements, format.format,
                                                         format.channels, handle));
}

} // namespace anywarp::runtime
