// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Versions, the thread's last error, names and texts of errors.
#include "runtime/core/Devices.h"
#include "runtime/core/Driver.h"
#include "runtime/core/Entry.h"
#include "support/Trace.h"

namespace anywarp::runtime {

cudaError_t cudaRuntimeGetVersion(int *runtimeVersion) {
  *runtimeVersion = CUDART_VERSION;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *driverVersion) {
  // No driver is no error here: the answer is version 0.
  *driverVersion = 0;
  return driver().legacy.cuDriverGetVersion(driverVersion) == CUDA_SUCCESS ||
                 driver().status == cudaErrorInsufficientDriver
             ? cudaSuccess
             : driver().status;
}

const char *cudaGetErrorName(cudaError_t error) {
  switch (static_cast<int>(error)) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return #name;
#include "runtime/Errors.inc"
#undef AW_ERROR
  }
  return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error) {
  switch (static_cast<int>(error)) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return text;
#include "runtime/Errors.inc"
#undef AW_ERROR
  }
  return "unrecognized error code";
}

} // namespace anywarp::runtime

using anywarp::runtime::entry::Scope;

static void show(const char *symbol, cudaError_t result) {
  if (Scope::isTraced())
    anywarp::trace("runtime",
                   std::string(symbol) + "() = " + anywarp::runtime::cudaGetErrorName(result));
}

// These two return the last error and must not become it, so they stand outside the generated
// frame.
extern "C" {

__attribute__((visibility("default"))) cudaError_t CUDARTAPI cudaGetLastError(void) {
  const cudaError_t error = Scope::lastError();
  Scope::lastError() = cudaSuccess;
  show("cudaGetLastError", error);
  Scope::tellFailed("cudaGetLastError", error);
  return error;
}

__attribute__((visibility("default"))) cudaError_t CUDARTAPI cudaPeekAtLastError(void) {
  show("cudaPeekAtLastError", Scope::lastError());
  return Scope::lastError();
}

} // extern "C"
