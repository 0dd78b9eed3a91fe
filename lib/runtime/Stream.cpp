// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams.
#include "runtime/Alike.h"
#include "runtime/DeviceTable.h"
#include "runtime/Driver.h"

namespace anywarp::runtime {

cudaError_t cudaStreamCreate(cudaStream_t *pStream) {
  return toError(cu().cuStreamCreate(pStream, CU_STREAM_DEFAULT));
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *pStream, unsigned int flags) {
  return toError(cu().cuStreamCreate(pStream, flags));
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *pStream, unsigned int flags, int priority) {
  return toError(cu().cuStreamCreateWithPriority(pStream, flags, priority));
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  // The default streams are nobody's to destroy.
  if (!stream || stream == cudaStreamLegacy || stream == cudaStreamPerThread)
    return cudaErrorInvalidResourceHandle;
  return toError(cu().cuStreamDestroy(stream));
}

cudaError_t cudaStreamGetPriority(cudaStream_t hStream, int *priority) {
  return toError(cu().cuStreamGetPriority(hStream, priority));
}

cudaError_t cudaStreamGetFlags(cudaStream_t hStream, unsigned int *flags) {
  return toError(cu().cuStreamGetFlags(hStream, flags));
}

cudaError_t cudaStreamGetId(cudaStream_t hStream, unsigned long long *streamId) {
  return toError(cu().cuStreamGetId(hStream, streamId));
}

cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int *device) {
  CUdevice handle;
  if (CUresult result = cu().cuStreamGetDevice(hStream, &handle))
    return toError(result);
  *device = DeviceTable::get().ordinalOf(handle);
  return cudaSuccess;
}

cudaError_t cudaCtxResetPersistingL2Cache() { return toError(cu().cuCtxResetPersistingL2Cache()); }

cudaError_t cudaStreamCopyAttributes(cudaStream_t dst, cudaStream_t src) {
  return toError(cu().cuStreamCopyAttributes(dst, src));
}

cudaError_t cudaStreamGetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
                                   cudaLaunchAttributeValue *value_out) {
  return toError(cu().cuStreamGetAttribute(hStream, static_cast<CUstreamAttrID>(attr),
                                           alike<CUstreamAttrValue>(value_out)));
}

cudaError_t cudaStreamSetAttribute(cudaStream_t hStream, cudaLaunchAttributeID attr,
                                   const cudaLaunchAttributeValue *value) {
  return toError(cu().cuStreamSetAttribute(hStream, static_cast<CUstreamAttrID>(attr),
                                           alike<CUstreamAttrValue>(value)));
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags) {
  return toError(cu().cuStreamWaitEvent(stream, event, flags));
}

namespace {
/// A callback on its way through the driver, whose callbacks take its own error type.
struct Callback {
  cudaStreamCallback_t function;
  void *userData;

  static void call(CUstream stream, CUresult status, void *self) {
    auto *callback = static_cast<Callback *>(self);
    callback->function(stream, toError(status), callback->userData);
    delete callback;
  }
};
} // namespace

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                  void *userData, unsigned int flags) {
  if (!callback)
    return cudaErrorInvalidValue;
  auto *passed = new Callback{callback, userData};
  const CUresult result = cu().cuStreamAddCallback(stream, &Callback::call, passed, flags);
  if (result != CUDA_SUCCESS)
    delete passed;
  return toError(result);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  return toError(cu().cuStreamSynchronize(stream));
}

cudaError_t cudaStreamQuery(cudaStream_t stream) { return toError(cu().cuStreamQuery(stream)); }

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *devPtr, size_t length,
                                     unsigned int flags) {
  return toError(cu().cuStreamAttachMemAsync(stream, address(devPtr), length, flags));
}

} // namespace anywarp::runtime
