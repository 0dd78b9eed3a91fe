// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation of device, host and managed memory; prefetch and advice.
#include "runtime/Alike.h"
#include "runtime/Devices.h"
#include "runtime/Driver.h"

namespace anywarp::runtime {

cudaError_t cudaMalloc(void **devPtr, size_t size) {
  if (!size) {
    *devPtr = nullptr;
    return cudaSuccess;
  }
  return toError(cu().cuMemAlloc(addresses(devPtr), size));
}

cudaError_t cudaMallocManaged(void **devPtr, size_t size, unsigned int flags) {
  if (!size) {
    *devPtr = nullptr;
    return cudaSuccess;
  }
  return toError(cu().cuMemAllocManaged(addresses(devPtr), size, flags));
}

cudaError_t cudaMallocHost(void **ptr, size_t size) {
  return runtime::cudaHostAlloc(ptr, size, cudaHostAllocDefault);
}

cudaError_t cudaHostAlloc(void **pHost, size_t size, unsigned int flags) {
  if (!size) {
    *pHost = nullptr;
    return cudaSuccess;
  }
  return toError(cu().cuMemHostAlloc(pHost, size, flags));
}

cudaError_t cudaMallocPitch(void **devPtr, size_t *pitch, size_t width, size_t height) {
  if (!width || !height) {
    *devPtr = nullptr;
    *pitch = 0;
    return cudaSuccess;
  }
  // Rows are aligned for elements of any size.
  return toError(
      cu().cuMemAllocPitch(addresses(devPtr), pitch, width, height, /*ElementSizeBytes=*/4));
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pitchedDevPtr, struct cudaExtent extent) {
  size_t pitch = 0;
  void *pointer = nullptr;
  size_t rows;
  if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
    return cudaErrorMemoryAllocation;
  if (cudaError_t error = runtime::cudaMallocPitch(&pointer, &pitch, extent.width, rows))
    return error;
  *pitchedDevPtr = {pointer, pitch, extent.width, extent.height};
  return cudaSuccess;
}

/// A null pointer goes to the driver, too: even that call is refused while a stream captures
/// (seen).
cudaError_t cudaFree(void *devPtr) { return toError(cu().cuMemFree(address(devPtr))); }

cudaError_t cudaFreeHost(void *ptr) { return ptr ? toError(cu().cuMemFreeHost(ptr)) : cudaSuccess; }

cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags) {
  return toError(cu().cuMemHostRegister(ptr, size, flags));
}

cudaError_t cudaHostUnregister(void *ptr) { return toError(cu().cuMemHostUnregister(ptr)); }

cudaError_t cudaHostGetDevicePointer(void **pDevice, void *pHost, unsigned int flags) {
  return toError(cu().cuMemHostGetDevicePointer(addresses(pDevice), pHost, flags));
}

cudaError_t cudaHostGetFlags(unsigned int *pFlags, void *pHost) {
  return toError(cu().cuMemHostGetFlags(pFlags, pHost));
}

cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
  return toError(cu().cuMemGetInfo(free, total));
}

cudaError_t cudaMemPrefetchAsync(const void *devPtr, size_t count, struct cudaMemLocation location,
                                 unsigned int flags, cudaStream_t stream) {
  return toError(cu().cuMemPrefetchAsync(address(devPtr), count,
                                         alikeValue<CUmemLocation>(location), flags, stream));
}

cudaError_t cudaMemPrefetchBatchAsync(void **dptrs, size_t *sizes, size_t count,
                                      struct cudaMemLocation *prefetchLocs, size_t *prefetchLocIdxs,
                                      size_t numPrefetchLocs, unsigned long long flags,
                                      cudaStream_t stream) {
  return toError(cu().cuMemPrefetchBatchAsync(addresses(dptrs), sizes, count,
                                              alike<CUmemLocation>(prefetchLocs), prefetchLocIdxs,
                                              numPrefetchLocs, flags, stream));
}

cudaError_t cudaMemDiscardBatchAsync(void **dptrs, size_t *sizes, size_t count,
                                     unsigned long long flags, cudaStream_t stream) {
  return toError(cu().cuMemDiscardBatchAsync(addresses(dptrs), sizes, count, flags, stream));
}

cudaError_t cudaMemDiscardAndPrefetchBatchAsync(void **dptrs, size_t *sizes, size_t count,
                                                struct cudaMemLocation *prefetchLocs,
                                                size_t *prefetchLocIdxs, size_t numPrefetchLocs,
                                                unsigned long long flags, cudaStream_t stream) {
  return toError(cu().cuMemDiscardAndPrefetchBatchAsync(
      addresses(dptrs), sizes, count, alike<CUmemLocation>(prefetchLocs), prefetchLocIdxs,
      numPrefetchLocs, flags, stream));
}

cudaError_t cudaMemAdvise(const void *devPtr, size_t count, enum cudaMemoryAdvise advice,
                          struct cudaMemLocation location) {
  return toError(cu().cuMemAdvise(address(devPtr), count, static_cast<CUmem_advise>(advice),
                                  alikeValue<CUmemLocation>(location)));
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t dataSize,
                                     enum cudaMemRangeAttribute attribute, const void *devPtr,
                                     size_t count) {
  return toError(cu().cuMemRangeGetAttribute(
      data, dataSize, static_cast<CUmem_range_attribute>(attribute), address(devPtr), count));
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *dataSizes,
                                      enum cudaMemRangeAttribute *attributes, size_t numAttributes,
                                      const void *devPtr, size_t count) {
  return toError(cu().cuMemRangeGetAttributes(data, dataSizes,
                                              alike<CUmem_range_attribute>(attributes),
                                              numAttributes, address(devPtr), count));
}

} // namespace anywarp::runtime
