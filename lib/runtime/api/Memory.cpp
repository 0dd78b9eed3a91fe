// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocation of device, host and managed memory; prefetch and advice.
#include "runtime/core/Devices.h"
#include "runtime/core/Driver.h"
#include "runtime/records/LayoutCast.h"

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
  size_t bytes;
  if (__builtin_mul_overflow(width, height, &bytes))
    return cudaErrorInvalidValue;
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

} // namespace anywarp::runtime
