// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Execution control: launches of kernels and host functions.
#include "runtime/Launch.h"

#include "runtime/Alike.h"
#include "runtime/Devices.h"
#include "runtime/Driver.h"
#include "runtime/Registry.h"

namespace anywarp::runtime {

namespace {

bool exceeds(const dim3 &dims, CUdevice_attribute firstLimit) {
  const unsigned values[] = {dims.x, dims.y, dims.z};
  for (int i = 0; i < 3; ++i) {
    const int limit =
        currentDeviceAttribute(static_cast<CUdevice_attribute>(firstLimit + i));
    if (!values[i] || values[i] > static_cast<unsigned>(limit))
      return true;
  }
  return false;
}

/// The driver says INVALID_VALUE for whatever is wrong; the runtime tells a shape that the device can
/// never run from the rest.
cudaError_t launchError(CUresult result, const dim3 &grid, const dim3 &block) {
  if (result != CUDA_ERROR_INVALID_VALUE)
    return toError(result);
  const uint64_t threads = uint64_t(block.x) * block.y * block.z;
  const int limit = currentDeviceAttribute(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  if (exceeds(block, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X) ||
      exceeds(grid, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X) || threads > static_cast<uint64_t>(limit))
    return cudaErrorInvalidConfiguration;
  return cudaErrorInvalidValue;
}

/// A pointer that is neither stub nor handle is no device function for a launch.
cudaError_t kernelToLaunch(const void *func, CUkernel &kernel) {
  const cudaError_t error = Registry::get().kernel(func, kernel);
  return error == cudaErrorInvalidResourceHandle ? cudaErrorInvalidDeviceFunction : error;
}

} // namespace

cudaError_t launchKernel(CUkernel kernel, dim3 gridDim, dim3 blockDim, void **args,
                         size_t sharedMem, cudaStream_t stream) {
  if (sharedMem > UINT32_MAX)
    return cudaErrorInvalidValue;
  // The driver takes a kernel where a function of the current context is expected.
  const CUresult result = cu().cuLaunchKernel(
      reinterpret_cast<CUfunction>(kernel), gridDim.x, gridDim.y, gridDim.z, blockDim.x, blockDim.y,
      blockDim.z, static_cast<unsigned>(sharedMem), stream, args, nullptr);
  return result == CUDA_SUCCESS ? cudaSuccess : launchError(result, gridDim, blockDim);
}

cudaError_t cudaLaunchKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
                             size_t sharedMem, cudaStream_t stream) {
  CUkernel kernel;
  if (cudaError_t error = kernelToLaunch(func, kernel))
    return error;
  return launchKernel(kernel, gridDim, blockDim, args, sharedMem, stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void *func, dim3 gridDim, dim3 blockDim, void **args,
                                        size_t sharedMem, cudaStream_t stream) {
  CUkernel kernel;
  if (cudaError_t error = kernelToLaunch(func, kernel))
    return error;
  if (sharedMem > UINT32_MAX)
    return cudaErrorInvalidValue;
  const CUresult result = cu().cuLaunchCooperativeKernel(
      reinterpret_cast<CUfunction>(kernel), gridDim.x, gridDim.y, gridDim.z, blockDim.x, blockDim.y,
      blockDim.z, static_cast<unsigned>(sharedMem), stream, args);
  return result == CUDA_SUCCESS ? cudaSuccess : launchError(result, gridDim, blockDim);
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
  to.attrs = alike<CUlaunchAttribute>(config.attrs);
  to.numAttrs = config.numAttrs;
  return to;
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *config, const void *func, void **args) {
  if (!config || config->dynamicSmemBytes > UINT32_MAX)
    return cudaErrorInvalidValue;
  CUkernel kernel;
  if (cudaError_t error = kernelToLaunch(func, kernel))
    return error;
  const CUlaunchConfig to = toDriver(*config);
  const CUresult result =
      cu().cuLaunchKernelEx(&to, reinterpret_cast<CUfunction>(kernel), args, nullptr);
  return result == CUDA_SUCCESS ? cudaSuccess
                                : launchError(result, config->gridDim, config->blockDim);
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t fn, void *userData) {
  return toError(cu().cuLaunchHostFunc(stream, fn, userData));
}

} // namespace anywarp::runtime
