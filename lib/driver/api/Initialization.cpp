// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's sections "Initialization", "Version Management" and "Error Handling".
#include "driver/entry/Entry.h"
#include "driver/entry/Routing.h"
#include "driver/process/Process.h"

namespace anywarp::driver {

/// The version of the API that is served: that of the tables in spec/driver.
static constexpr int kDriverVersion = CUDA_VERSION;

CUresult cuInit(unsigned int) {
  Process::Neighbours neighbours;
  if (routing::hasBothDrivers())
    neighbours = {/*areListed=*/true, routing::vendorDevices(), routing::kHandleMark};
  return Process::initialize(neighbours);
}

CUresult cuGetErrorName(CUresult error, const char **pStr) {
  *pStr = entry::errorName(error);
  return *pStr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **pStr) {
  *pStr = entry::errorText(error);
  return *pStr ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

#include "driver/bodies/Initialization.inc"

} // namespace anywarp::driver
