// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Resources of graphics interfaces, once registered.
#include "runtime/Alike.h"
#include "runtime/Driver.h"

namespace anywarp::runtime {

static CUgraphicsResource toDriver(cudaGraphicsResource_t resource) {
  return reinterpret_cast<CUgraphicsResource>(resource);
}

cudaError_t cudaGraphicsUnregisterResource(cudaGraphicsResource_t resource) {
  return toError(cu().cuGraphicsUnregisterResource(toDriver(resource)));
}

cudaError_t cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t resource, unsigned int flags) {
  return toError(cu().cuGraphicsResourceSetMapFlags(toDriver(resource), flags));
}

cudaError_t cudaGraphicsMapResources(int count, cudaGraphicsResource_t *resources,
                                     cudaStream_t stream) {
  return toError(cu().cuGraphicsMapResources(
      count, reinterpret_cast<CUgraphicsResource *>(resources), stream));
}

cudaError_t cudaGraphicsUnmapResources(int count, cudaGraphicsResource_t *resources,
                                       cudaStream_t stream) {
  return toError(cu().cuGraphicsUnmapResources(
      count, reinterpret_cast<CUgraphicsResource *>(resources), stream));
}

cudaError_t cudaGraphicsResourceGetMappedPointer(void **devPtr, size_t *size,
                                                 cudaGraphicsResource_t resource) {
  return toError(
      cu().cuGraphicsResourceGetMappedPointer(addresses(devPtr), size, toDriver(resource)));
}

cudaError_t cudaGraphicsSubResourceGetMappedArray(cudaArray_t *array,
                                                  cudaGraphicsResource_t resource,
                                                  unsigned int arrayIndex, unsigned int mipLevel) {
  return toError(cu().cuGraphicsSubResourceGetMappedArray(
      reinterpret_cast<CUarray *>(array), toDriver(resource), arrayIndex, mipLevel));
}

cudaError_t cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t *mipmappedArray,
                                                        cudaGraphicsResource_t resource) {
  return toError(cu().cuGraphicsResourceGetMappedMipmappedArray(
      reinterpret_cast<CUmipmappedArray *>(mipmappedArray), toDriver(resource)));
}

} // namespace anywarp::runtime
