// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Occupancy. The driver computes it for kernel handles, too.
#include "runtime/core/Driver.h"
#include "runtime/core/Launch.h"
#include "runtime/core/Registry.h"

namespace anywarp::runtime {

static cudaError_t functionOf(const void *func, CUfunction &function) {
  CUkernel kernel;
  if (cudaError_t error = Registry::get().kernel(func, kernel))
    return error;
  function = reinterpret_cast<CUfunction>(kernel);
  return cudaSuccess;
}

cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, const void *func,
                                                 const cudaLaunchConfig_t *launchConfig) {
  if (!launchConfig || launchConfig->dynamicSmemBytes > UINT32_MAX)
    return cudaErrorInvalidValue;
  CUfunction function;
  if (cudaError_t error = functionOf(func, function))
    return error;
  const CUlaunchConfig config = toDriver(*launchConfig);
  return toError(cu().cuOccupancyMaxPotentialClusterSize(clusterSize, function, &config));
}

cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, const void *func,
                                           const cudaLaunchConfig_t *launchConfig) {
  if (!launchConfig || launchConfig->dynamicSmemBytes > UINT32_MAX)
    return cudaErrorInvalidValue;
  CUfunction function;
  if (cudaError_t error = functionOf(func, function))
    return error;
  const CUlaunchConfig config = toDriver(*launchConfig);
  return toError(cu().cuOccupancyMaxActiveClusters(numClusters, function, &config));
}

} // namespace anywarp::runtime
