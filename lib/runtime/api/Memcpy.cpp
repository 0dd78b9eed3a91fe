// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of linear memory, and copies with a list of operations.
#include "runtime/core/Devices.h"
#include "runtime/core/Driver.h"
#include "runtime/records/CopyRecord.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind) {
  switch (kind) {
  case cudaMemcpyHostToDevice:
    return toError(cu().cuMemcpyHtoD(address(dst), src, count));
  case cudaMemcpyDeviceToHost:
    return toError(cu().cuMemcpyDtoH(dst, address(src), count));
  case cudaMemcpyDeviceToDevice:
    return toError(cu().cuMemcpyDtoD(address(dst), address(src), count));
  case cudaMemcpyHostToHost:
  case cudaMemcpyDefault:
    return toError(cu().cuMemcpy(address(dst), address(src), count));
  }
  return count ? cudaErrorInvalidMemcpyDirection : cudaSuccess; // (seen)
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, enum cudaMemcpyKind kind,
                            cudaStream_t stream) {
  switch (kind) {
  case cudaMemcpyHostToDevice:
    return toError(cu().cuMemcpyHtoDAsync(address(dst), src, count, stream));
  case cudaMemcpyDeviceToHost:
    return toError(cu().cuMemcpyDtoHAsync(dst, address(src), count, stream));
  case cudaMemcpyDeviceToDevice:
    return toError(cu().cuMemcpyDtoDAsync(address(dst), address(src), count, stream));
  case cudaMemcpyHostToHost:
  case cudaMemcpyDefault:
    return toError(cu().cuMemcpyAsync(address(dst), address(src), count, stream));
  }
  return count ? cudaErrorInvalidMemcpyDirection : cudaSuccess; // (seen)
}

static cudaError_t contextsOf(int dstDevice, int srcDevice, CUcontext &to, CUcontext &from) {
  if (cudaError_t error = primaryContext(dstDevice, to))
    return error;
  return primaryContext(srcDevice, from);
}

cudaError_t cudaMemcpyPeer(void *dst, int dstDevice, const void *src, int srcDevice, size_t count) {
  CUcontext to, from;
  if (cudaError_t error = contextsOf(dstDevice, srcDevice, to, from))
    return count ? error : cudaSuccess; // (seen)
  return toError(cu().cuMemcpyPeer(address(dst), to, address(src), from, count));
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dstDevice, const void *src, int srcDevice,
                                size_t count, cudaStream_t stream) {
  CUcontext to, from;
  if (cudaError_t error = contextsOf(dstDevice, srcDevice, to, from))
    return count ? error : cudaSuccess; // (seen)
  return toError(cu().cuMemcpyPeerAsync(address(dst), to, address(src), from, count, stream));
}

static bool isEmpty(const cudaExtent &extent) {
  return !extent.width || !extent.height || !extent.depth;
}

/// Does a copy that the driver has as a `Record`.
template <typename Record, typename Parms, typename Copy>
static cudaError_t copyBox(const Parms *p, Copy copy) {
  if (!p)
    return cudaErrorInvalidValue;
  if (isEmpty(p->extent))
    return cudaSuccess;
  Record record;
  if (cudaError_t error = toDriver(*p, record))
    return error;
  return toError(copy(&record));
}

cudaError_t cudaMemcpyBatchAsync(void *const *dsts, const void *const *srcs, const size_t *sizes,
                                 size_t count, struct cudaMemcpyAttributes *attrs,
                                 size_t *attrsIdxs, size_t numAttrs, cudaStream_t stream) {
  // The driver only reads the lists, though its prototype does not say so.
  return toError(cu().cuMemcpyBatchAsync(
      (CUdeviceptr *)dsts, (CUdeviceptr *)srcs, const_cast<size_t *>(sizes), count,
      layoutCast<CUmemcpyAttributes>(attrs), attrsIdxs, numAttrs, stream));
}

#include "runtime/bodies/Memcpy.inc"

} // namespace anywarp::runtime
