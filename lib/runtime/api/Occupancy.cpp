// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Occupancy. The driver computes it for kernel handles, too.
#include "runtime/core/Driver.h"
#include "runtime/core/Launch.h"
#include "runtime/core/Registry.h"

namespace anywarp::runtime {

/// Asks the driver about clusters of a kernel.
template <typename Ask>
static cudaError_t askClusters(const void *func, const cudaLaunchConfig_t *launchConfig, Ask ask) {
  if (!launchConfig || launchConfig->dynamicSmemBytes > UINT32_MAX)
    return cudaErrorInvalidValue;
  CUkernel kernel;
  if (cudaError_t error = Registry::get().kernel(func, kernel))
    return error;
  const CUlaunchConfig config = toDriver(*launchConfig);
  return toError(ask(reinterpret_cast<CUfunction>(kernel), &config));
}

#include "runtime/bodies/Occupancy.inc"

} // namespace anywarp::runtime
