// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Entry points of the driver, and profiler control.
#include "runtime/core/Driver.h"
#include "runtime/core/Entry.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

cudaError_t cudaGetDriverEntryPointByVersion(const char *symbol, void **funcPtr,
                                             unsigned int cudaVersion, unsigned long long flags,
                                             enum cudaDriverEntryPointQueryResult *driverStatus) {
  // A program that calls the per-thread name of this function wants per-thread functions.
  constexpr unsigned long long chosen = cudaEnableLegacyStream | cudaEnablePerThreadDefaultStream;
  if (!(flags & chosen) && entry::Scope::isPerThreadDefault())
    flags |= cudaEnablePerThreadDefaultStream;
  CUdriverProcAddressQueryResult status = CU_GET_PROC_ADDRESS_SUCCESS;
  const CUresult result =
      cu().cuGetProcAddress(symbol, funcPtr, static_cast<int>(cudaVersion), flags, &status);
  if (driverStatus && result == CUDA_SUCCESS)
    *driverStatus = static_cast<enum cudaDriverEntryPointQueryResult>(status);
  return toError(result);
}

cudaError_t cudaGetDriverEntryPoint(const char *symbol, void **funcPtr, unsigned long long flags,
                                    enum cudaDriverEntryPointQueryResult *driverStatus) {
  return runtime::cudaGetDriverEntryPointByVersion(symbol, funcPtr, CUDART_VERSION, flags,
                                                   driverStatus);
}

} // namespace anywarp::runtime
