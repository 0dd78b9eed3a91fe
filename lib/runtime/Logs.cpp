// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver's error log.
#include "runtime/Alike.h"
#include "runtime/Driver.h"

namespace anywarp::runtime {

cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t callbackFunc, void *userData,
                                     cudaLogsCallbackHandle *callback_out) {
  // The callbacks differ only in the name of the level's enum.
  return toError(cu().cuLogsRegisterCallback(reinterpret_cast<CUlogsCallback>(callbackFunc),
                                             userData, callback_out));
}

cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle callback) {
  return toError(cu().cuLogsUnregisterCallback(callback));
}

cudaError_t cudaLogsCurrent(cudaLogIterator *iterator_out, unsigned int flags) {
  return toError(cu().cuLogsCurrent(iterator_out, flags));
}

cudaError_t cudaLogsDumpToFile(cudaLogIterator *iterator, const char *pathToFile,
                               unsigned int flags) {
  return toError(cu().cuLogsDumpToFile(iterator, pathToFile, flags));
}

cudaError_t cudaLogsDumpToMemory(cudaLogIterator *iterator, char *buffer, size_t *size,
                                 unsigned int flags) {
  return toError(cu().cuLogsDumpToMemory(iterator, buffer, size, flags));
}

} // namespace anywarp::runtime
