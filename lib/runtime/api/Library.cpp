// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries loaded at run time, and their kernels.
#include "runtime/core/Devices.h"
#include "runtime/core/Driver.h"
#include "runtime/core/Registry.h"
#include "runtime/records/LayoutCast.h"

namespace anywarp::runtime {

cudaError_t cudaLibraryGetKernel(cudaKernel_t *pKernel, cudaLibrary_t library, const char *name) {
  if (CUresult result = cu().cuLibraryGetKernel(pKernel, library, name))
    return toError(result);
  Registry::get().noteHandle(*pKernel);
  return cudaSuccess;
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int numKernels,
                                        cudaLibrary_t lib) {
  if (CUresult result = cu().cuLibraryEnumerateKernels(kernels, numKernels, lib))
    return toError(result);
  unsigned int count = 0;
  if (CUresult result = cu().cuLibraryGetKernelCount(&count, lib))
    return toError(result);
  for (unsigned int i = 0; i < std::min(numKernels, count); ++i)
    if (kernels[i])
      Registry::get().noteHandle(kernels[i]);
  return cudaSuccess;
}

} // namespace anywarp::runtime
