// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stream-ordered allocator and its pools.
#include "runtime/Alike.h"
#include "runtime/Driver.h"

namespace anywarp::runtime {

cudaError_t cudaMallocAsync(void **devPtr, size_t size, cudaStream_t hStream) {
  if (!size) {
    *devPtr = nullptr;
    return cudaSuccess;
  }
  return toError(cu().cuMemAllocAsync(addresses(devPtr), size, hStream));
}

cudaError_t cudaMallocFromPoolAsync(void **ptr, size_t size, cudaMemPool_t memPool,
                                    cudaStream_t stream) {
  if (!size) {
    *ptr = nullptr;
    return cudaSuccess;
  }
  return toError(cu().cuMemAllocFromPoolAsync(addresses(ptr), size, memPool, stream));
}

cudaError_t cudaFreeAsync(void *devPtr, cudaStream_t hStream) {
  return toError(cu().cuMemFreeAsync(address(devPtr), hStream));
}

// A device of the driver is its ordinal; a wrong one is the driver's to judge.

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *memPool, int device) {
  return toError(cu().cuDeviceGetDefaultMemPool(memPool, device));
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *memPool, int device) {
  return toError(cu().cuDeviceGetMemPool(memPool, device));
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t memPool) {
  return toError(cu().cuDeviceSetMemPool(device, memPool));
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t memPool, size_t minBytesToKeep) {
  return toError(cu().cuMemPoolTrimTo(memPool, minBytesToKeep));
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value) {
  return toError(
      cu().cuMemPoolSetAttribute(memPool, static_cast<CUmemPool_attribute>(attr), value));
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t memPool, enum cudaMemPoolAttr attr, void *value) {
  return toError(
      cu().cuMemPoolGetAttribute(memPool, static_cast<CUmemPool_attribute>(attr), value));
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t memPool, const struct cudaMemAccessDesc *descList,
                                 size_t count) {
  return toError(cu().cuMemPoolSetAccess(memPool, alike<CUmemAccessDesc>(descList), count));
}

cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t memPool,
                                 struct cudaMemLocation *location) {
  return toError(cu().cuMemPoolGetAccess(alike<CUmemAccess_flags>(flags), memPool,
                                         alike<CUmemLocation>(location)));
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *memPool, const struct cudaMemPoolProps *poolProps) {
  return toError(cu().cuMemPoolCreate(memPool, alike<CUmemPoolProps>(poolProps)));
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t memPool) {
  return toError(cu().cuMemPoolDestroy(memPool));
}

cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t *memPool, struct cudaMemLocation *location,
                                     enum cudaMemAllocationType type) {
  return toError(cu().cuMemGetDefaultMemPool(memPool, alike<CUmemLocation>(location),
                                             static_cast<CUmemAllocationType>(type)));
}

cudaError_t cudaMemGetMemPool(cudaMemPool_t *memPool, struct cudaMemLocation *location,
                              enum cudaMemAllocationType type) {
  return toError(cu().cuMemGetMemPool(memPool, alike<CUmemLocation>(location),
                                      static_cast<CUmemAllocationType>(type)));
}

cudaError_t cudaMemSetMemPool(struct cudaMemLocation *location, enum cudaMemAllocationType type,
                              cudaMemPool_t memPool) {
  return toError(cu().cuMemSetMemPool(alike<CUmemLocation>(location),
                                      static_cast<CUmemAllocationType>(type), memPool));
}

cudaError_t cudaMemPoolExportToShareableHandle(void *shareableHandle, cudaMemPool_t memPool,
                                               enum cudaMemAllocationHandleType handleType,
                                               unsigned int flags) {
  return toError(cu().cuMemPoolExportToShareableHandle(
      shareableHandle, memPool, static_cast<CUmemAllocationHandleType>(handleType), flags));
}

cudaError_t cudaMemPoolImportFromShareableHandle(cudaMemPool_t *memPool, void *shareableHandle,
                                                 enum cudaMemAllocationHandleType handleType,
                                                 unsigned int flags) {
  return toError(cu().cuMemPoolImportFromShareableHandle(
      memPool, shareableHandle, static_cast<CUmemAllocationHandleType>(handleType), flags));
}

cudaError_t cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *exportData, void *ptr) {
  return toError(
      cu().cuMemPoolExportPointer(alike<CUmemPoolPtrExportData>(exportData), address(ptr)));
}

cudaError_t cudaMemPoolImportPointer(void **ptr, cudaMemPool_t memPool,
                                     struct cudaMemPoolPtrExportData *exportData) {
  return toError(cu().cuMemPoolImportPointer(addresses(ptr), memPool,
                                             alike<CUmemPoolPtrExportData>(exportData)));
}

} // namespace anywarp::runtime
