// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Errors, versions, processes: what is not of one device.
#include <algorithm>
#include <cstring>
#include <cuda.h>
#include <fstream>
#include <string>

#include "nvml/Nvml.h"

namespace anywarp::nvml {

nvmlReturn_t copyText(const char *text, char *buffer, unsigned length) {
  if (!buffer)
    return NVML_ERROR_INVALID_ARGUMENT;
  const size_t size = std::strlen(text) + 1;
  if (length < size)
    return NVML_ERROR_INSUFFICIENT_SIZE;
  std::memcpy(buffer, text, size);
  return NVML_SUCCESS;
}

const char *nvmlErrorString(nvmlReturn_t result) {
  switch (static_cast<int>(result)) {
#define AW_ERROR(name, text)                                                                       \
  case name:                                                                                       \
    return text;
#include "nvml/Errors.inc"
#undef AW_ERROR
  }
  return "unknown error";
}

nvmlReturn_t nvmlSystemGetDriverVersion(char *version, unsigned int length) {
  return copyText(AW_VERSION, version, length);
}

nvmlReturn_t nvmlSystemGetNVMLVersion(char *version, unsigned int length) {
  return copyText(NVML_API_VERSION_STR "." AW_VERSION, version, length);
}

nvmlReturn_t nvmlSystemGetCudaDriverVersion(int *cudaDriverVersion) {
  *cudaDriverVersion = CUDA_VERSION;
  return NVML_SUCCESS;
}
nvmlReturn_t nvmlSystemGetCudaDriverVersion_v2(int *cudaDriverVersion) {
  return nvml::nvmlSystemGetCudaDriverVersion(cudaDriverVersion);
}

/// Unlike other texts this one is cut to the buffer.
nvmlReturn_t nvmlSystemGetProcessName(unsigned int pid, char *name, unsigned int length) {
  if (!name || !length)
    return NVML_ERROR_INVALID_ARGUMENT;
  std::ifstream file("/proc/" + std::to_string(pid) + "/cmdline", std::ios::binary);
  std::string text;
  if (!pid || !std::getline(file, text, '\0'))
    return NVML_ERROR_NOT_FOUND;
  const size_t size = std::min(text.size(), size_t(length) - 1);
  std::memcpy(name, text.data(), size);
  name[size] = 0;
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlUnitGetCount(unsigned int *unitCount) {
  *unitCount = 0;
  return NVML_SUCCESS;
}

nvmlReturn_t nvmlGetExcludedDeviceCount(unsigned int *deviceCount) {
  *deviceCount = 0;
  return NVML_SUCCESS;
}

} // namespace anywarp::nvml
