// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution control: launches of kernels and host functions.
#include "runtime/core/Launch.h"

#include "runtime/core/Driver.h"
#include "runtime/core/Registry.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

cudaError_t launchKernel(CUkernel kernel, dim3 gridDim, dim3 blockDim, void **args,
                         size_t sharedMem, cudaStream_t stream) {
  if (sharedMem > UINT32_MAX)
    return cudaErrorInvalidValue;
  // The driver takes a kernel where a function of the current context is expected.
  return toError(cu().cuLaunchKernel(reinterpret_cast<CUfunction>(kernel), gridDim.x, gridDim.y,
                                     gridDim.z, blockDim.x, blockDim.y, blockDim.z,
                                     static_cast<unsigned>(sharedMem), stream, args, nullptr));
}

cudaError_t cudaLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
                             size_t sharedMem, cudaStream_t stream) {
  CUkernel kernel;
  if (cudaError_t error = Registry::get().kernel(func, kernel))
    return error;
  return launchKernel(kernel, gridDim, blockDim, args, sharedMem, stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
                                        size_t sharedMem, cudaStream_t stream) {
  CUkernel kernel;
  if (cudaError_t error = Registry::get().kernel(func, kernel))
    return error;
  if (sharedMem > UINT32_MAX)
    return cudaErrorInvalidValue;
  return toError(cu().cuLaunchCooperativeKernel(
      reinterpret_cast<CUfunction>(kernel), gridDim.x, gridDim.y, gridDim.z, blockDim.x, blockDim.y,
      blockDim.z, static_cast<unsigned>(sharedMem), stream, args));
}

CUlaunchConfig toDriver(const cudaLaunchConfig_t &config) {
  CUlaunchConfig to = {};
  to.gridDimX = config.gridDim.x;
  to.gridDimY = config.gridDim.y;
  to.gridDimZ = config.gridDim.z;
  to.blockDimX = config.blockDim.x;
  to.blockDimY = config.blockDim.y;
  to.blockDimZ = config.blockDim.z;
  to.sharedMemBytes = static_cast<unsigned>(config.dynamicSmemBytes);
  to.hStream = config.stream;
  to.attrs = layoutCast<CUlaunchAttribute>(config.attrs);
  to.numAttrs = config.numAttrs;
  return to;
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **args) {
  if (!config || config->dynamicSmemBytes > UINT32_MAX)
    return cudaErrorInvalidValue;
  CUkernel kernel;
  if (cudaError_t error = Registry::get().kernel(func, kernel))
    return error;
  const CUlaunchConfig to = toDriver(*config);
  const CUresult result =
      cu().cuLaunchKernelEx(&to, reinterpret_cast<CUfunction>(kernel), args, nullptr);
  return toError(result);
}

} // namespace anywarp::runtime
