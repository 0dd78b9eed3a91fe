// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions: attributes, names, handles, occupancy.
#include "runtime/core/Devices.h"
#include "runtime/core/Driver.h"
#include "runtime/core/Launch.h"
#include "runtime/core/Registry.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *attr, const void *func) {
  CUkernel kernel;
  if (cudaError_t error = Registry::get().kernel(func, kernel))
    return error;
  CUfunction function; // of the context, so its error is told (seen)
  if (CUresult result = cu().cuKernelGetFunction(&function, kernel))
    return toError(result);
  const CUdevice device = currentDeviceHandle();
  CUresult failure = CUDA_SUCCESS;
  const auto get = [&](CUfunction_attribute attribute) {
    int value = 0;
    if (CUresult result = cu().cuKernelGetAttribute(&value, attribute, kernel, device))
      failure = result;
    return value;
  };
  *attr = {};
  attr->sharedSizeBytes = get(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
  attr->constSizeBytes = get(CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES);
  attr->localSizeBytes = get(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
  attr->maxThreadsPerBlock = get(CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  attr->numRegs = get(CU_FUNC_ATTRIBUTE_NUM_REGS);
  attr->ptxVersion = get(CU_FUNC_ATTRIBUTE_PTX_VERSION);
  attr->binaryVersion = get(CU_FUNC_ATTRIBUTE_BINARY_VERSION);
  attr->cacheModeCA = get(CU_FUNC_ATTRIBUTE_CACHE_MODE_CA);
  attr->maxDynamicSharedSizeBytes = get(CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
  attr->preferredShmemCarveout = get(CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT);
  attr->clusterDimMustBeSet = get(CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET);
  attr->requiredClusterWidth = get(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH);
  attr->requiredClusterHeight = get(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT);
  attr->requiredClusterDepth = get(CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH);
  attr->nonPortableClusterSizeAllowed = get(CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED);
  attr->clusterSchedulingPolicyPreference =
      get(CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE);
  return toError(failure);
}

cudaError_t cudaFuncSetAttribute(const void *func, enum cudaFuncAttribute attr, int value) {
  if (unsigned(attr) >= unsigned(cudaFuncAttributeMax)) // before the kernel is looked for (seen)
    return cudaErrorInvalidValue;
  CUkernel kernel;
  if (cudaError_t error = Registry::get().kernel(func, kernel))
    return error;
  return toError(cu().cuKernelSetAttribute(static_cast<CUfunction_attribute>(attr), value, kernel,
                                           currentDeviceHandle()));
}

cudaError_t cudaFuncSetSharedMemConfig(const void *func, enum cudaSharedMemConfig config) {
  CUkernel kernel;
  if (cudaError_t error = Registry::get().kernel(func, kernel))
    return error;
  CUfunction function;
  if (CUresult result = cu().cuKernelGetFunction(&function, kernel))
    return toError(result);
  return toError(cu().cuFuncSetSharedMemConfig(function, static_cast<CUsharedconfig>(config)));
}

cudaError_t cudaGetFuncBySymbol(cudaFunction_t *functionPtr, const void *symbolPtr) {
  CUkernel kernel;
  cudaError_t error = Registry::get().kernel(symbolPtr, kernel);
  // A kernel's handle is no symbol.
  if (error == cudaErrorInvalidResourceHandle || (error == cudaSuccess && kernel == symbolPtr))
    return cudaErrorInvalidDeviceFunction;
  if (error != cudaSuccess)
    return error;
  return toError(cu().cuKernelGetFunction(functionPtr, kernel));
}

cudaError_t cudaGetKernel(cudaKernel_t *kernelPtr, const void *entryFuncAddr) {
  if (!kernelPtr)
    return cudaErrorInvalidValue;
  if (cudaError_t error = Registry::get().kernel(entryFuncAddr, *kernelPtr))
    return error == cudaErrorInvalidResourceHandle ? cudaErrorInvalidDeviceFunction : error;
  Registry::get().noteHandle(*kernelPtr);
  return cudaSuccess;
}

} // namespace anywarp::runtime
