// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries loaded at run time, and their kernels.
#include "runtime/Alike.h"
#include "runtime/Devices.h"
#include "runtime/Driver.h"
#include "runtime/Registry.h"

namespace anywarp::runtime {

cudaError_t cudaLibraryLoadData(cudaLibrary_t *library, const void *code,
                                enum cudaJitOption *jitOptions, void **jitOptionsValues,
                                unsigned int numJitOptions, enum cudaLibraryOption *libraryOptions,
                                void **libraryOptionValues, unsigned int numLibraryOptions) {
  return toError(cu().cuLibraryLoadData(
      library, code, alike<CUjit_option>(jitOptions), jitOptionsValues, numJitOptions,
      alike<CUlibraryOption>(libraryOptions), libraryOptionValues, numLibraryOptions));
}

cudaError_t cudaLibraryLoadFromFile(cudaLibrary_t *library, const char *fileName,
                                    enum cudaJitOption *jitOptions, void **jitOptionsValues,
                                    unsigned int numJitOptions,
                                    enum cudaLibraryOption *libraryOptions,
                                    void **libraryOptionValues, unsigned int numLibraryOptions) {
  return toError(cu().cuLibraryLoadFromFile(
      library, fileName, alike<CUjit_option>(jitOptions), jitOptionsValues, numJitOptions,
      alike<CUlibraryOption>(libraryOptions), libraryOptionValues, numLibraryOptions));
}

cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
  return toError(cu().cuLibraryUnload(library));
}

cudaError_t cudaLibraryGetKernel(cudaKernel_t *pKernel, cudaLibrary_t library, const char *name) {
  if (CUresult result = cu().cuLibraryGetKernel(pKernel, library, name))
    return toError(result);
  Registry::get().noteHandle(*pKernel);
  return cudaSuccess;
}

cudaError_t cudaLibraryGetGlobal(void **dptr, size_t *bytes, cudaLibrary_t library,
                                 const char *name) {
  return toError(cu().cuLibraryGetGlobal(addresses(dptr), bytes, library, name));
}

cudaError_t cudaLibraryGetManaged(void **dptr, size_t *bytes, cudaLibrary_t library,
                                  const char *name) {
  return toError(cu().cuLibraryGetManaged(addresses(dptr), bytes, library, name));
}

cudaError_t cudaLibraryGetUnifiedFunction(void **fptr, cudaLibrary_t library, const char *symbol) {
  return toError(cu().cuLibraryGetUnifiedFunction(fptr, library, symbol));
}

cudaError_t cudaLibraryGetKernelCount(unsigned int *count, cudaLibrary_t lib) {
  return toError(cu().cuLibraryGetKernelCount(count, lib));
}

cudaError_t cudaLibraryEnumerateKernels(cudaKernel_t *kernels, unsigned int numKernels,
                                        cudaLibrary_t lib) {
  if (CUresult result = cu().cuLibraryEnumerateKernels(kernels, numKernels, lib))
    return toError(result);
  for (unsigned int i = 0; i < numKernels; ++i)
    if (kernels[i])
      Registry::get().noteHandle(kernels[i]);
  return cudaSuccess;
}

cudaError_t cudaKernelSetAttributeForDevice(cudaKernel_t kernel, enum cudaFuncAttribute attr,
                                            int value, int device) {
  CUdevice handle;
  if (cudaError_t error = deviceHandle(device, handle))
    return error;
  return toError(
      cu().cuKernelSetAttribute(static_cast<CUfunction_attribute>(attr), value, kernel, handle));
}

} // namespace anywarp::runtime
