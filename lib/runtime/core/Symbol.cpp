// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device variables by the address of their host shadow.
#include "runtime/core/Symbol.h"

#include "runtime/core/Driver.h"
#include "runtime/core/Registry.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

cudaError_t symbolRange(const void *symbol, size_t offset, size_t count, void *&start) {
  CUdeviceptr base = 0;
  size_t size = 0;
  if (cudaError_t error = Registry::get().locate(symbol, base, size))
    return error;
  if (offset > size || count > size - offset)
    return cudaErrorInvalidValue;
  start = reinterpret_cast<void *>(base + offset);
  return cudaSuccess;
}

static bool isInto(cudaMemcpyKind kind) {
  return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice ||
         kind == cudaMemcpyDefault;
}

static bool isOutOf(cudaMemcpyKind kind) {
  return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice ||
         kind == cudaMemcpyDefault;
}

/// Calls `copy` with the address of a symbol's bytes.
template <typename Copy>
static cudaError_t copySymbol(const void *symbol, size_t offset, size_t count, bool isOfKind,
                              Copy copy) {
  if (!count) // whatever the rest is (seen)
    return cudaSuccess;
  if (!isOfKind)
    return cudaErrorInvalidMemcpyDirection;
  void *place;
  if (cudaError_t error = symbolRange(symbol, offset, count, place))
    return error;
  return copy(place);
}

cudaError_t cudaGetSymbolAddress(void **devPtr, const void *symbol) {
  CUdeviceptr base = 0;
  size_t size = 0;
  if (cudaError_t error = Registry::get().locate(symbol, base, size))
    return error;
  if (!devPtr) // a symbol that is none is told first (seen)
    return cudaErrorInvalidValue;
  *devPtr = reinterpret_cast<void *>(base);
  return cudaSuccess;
}

cudaError_t cudaGetSymbolSize(size_t *size, const void *symbol) {
  CUdeviceptr base = 0;
  return Registry::get().locate(symbol, base, *size);
}

#include "runtime/bodies/Symbol.inc"

} // namespace anywarp::runtime
