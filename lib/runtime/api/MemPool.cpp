// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The stream-ordered allocator and its pools.
#include "runtime/core/Driver.h"
#include "runtime/records/LayoutCast.h"

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

// A device of the driver is its ordinal; a wrong one is the driver's to judge.

} // namespace anywarp::runtime
