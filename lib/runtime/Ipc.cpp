// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory and events shared between processes.
#include "runtime/Alike.h"
#include "runtime/Driver.h"

namespace anywarp::runtime {

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event) {
  return toError(cu().cuIpcGetEventHandle(alike<CUipcEventHandle>(handle), event));
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t *event, cudaIpcEventHandle_t handle) {
  return toError(cu().cuIpcOpenEventHandle(event, alikeValue<CUipcEventHandle>(handle)));
}

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, void *devPtr) {
  return toError(cu().cuIpcGetMemHandle(alike<CUipcMemHandle>(handle), address(devPtr)));
}

cudaError_t cudaIpcOpenMemHandle(void **devPtr, cudaIpcMemHandle_t handle, unsigned int flags) {
  return toError(
      cu().cuIpcOpenMemHandle(addresses(devPtr), alikeValue<CUipcMemHandle>(handle), flags));
}

cudaError_t cudaIpcCloseMemHandle(void *devPtr) {
  return toError(cu().cuIpcCloseMemHandle(address(devPtr)));
}

} // namespace anywarp::runtime
