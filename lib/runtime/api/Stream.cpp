// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Streams.
#include "runtime/core/DeviceTable.h"
#include "runtime/core/Driver.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

cudaError_t cudaStreamGetDevice(cudaStream_t hStream, int *device) {
  CUdevice handle;
  if (CUresult result = cu().cuStreamGetDevice(hStream, &handle))
    return toError(result);
  *device = DeviceTable::get().ordinalOf(handle);
  return cudaSuccess;
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

} // namespace anywarp::runtime
