// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles, texts. A handle has no state of its own.
#include <algorithm>
#include <atomic>
#include <bit>
#include <memory>

#include "blas/Backend.h"
#include "cublaslt/Api.h"
#include "library/Handles.h"
#include "library/Work.h"

struct cublasLtContext {};

namespace anywarp::cublaslt {
namespace {

library::Handles<cublasLtContext, cublasLtContext> &handles() {
  static auto &all = *new library::Handles<cublasLtContext, cublasLtContext>;
  return all;
}

std::atomic<size_t> cacheCapacity{8192};
std::atomic<unsigned> cpuMask{0};

} // namespace

bool isLive(cublasLtHandle_t handle) { return handle && handles().find(handle); }

cublasStatus_t cublasLtCreate(cublasLtHandle_t *lightHandle) {
  if (library::ensureContext() != CUDA_SUCCESS || !blas::isAvailable())
    return CUBLAS_STATUS_NOT_INITIALIZED;
  *lightHandle = handles().add(std::make_unique<cublasLtContext>());
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t lightHandle) {
  handles().remove(lightHandle);
  return CUBLAS_STATUS_SUCCESS;
}

const char *cublasLtGetStatusName(cublasStatus_t status) {
  switch (int(status)) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return #name;
#include "cublaslt/Errors.inc"
#undef AW_ERROR
  }
  return "unrecognized status";
}
const char *cublasLtGetStatusString(cublasStatus_t status) {
  switch (int(status)) {
#define AW_ERROR(name, number, text)                                                               \
  case number:                                                                                     \
    return text;
#include "cublaslt/Errors.inc"
#undef AW_ERROR
  }
  return "unrecognized status";
}

size_t cublasLtGetVersion() { return CUBLAS_VERSION; }
size_t cublasLtGetCudartVersion() { return 13000; }
cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int *value) {
  switch (type) {
  case MAJOR_VERSION:
    *value = CUBLAS_VER_MAJOR;
    return CUBLAS_STATUS_SUCCESS;
  case MINOR_VERSION:
    *value = CUBLAS_VER_MINOR;
    return CUBLAS_STATUS_SUCCESS;
  case PATCH_LEVEL:
    *value = CUBLAS_VER_PATCH;
    return CUBLAS_STATUS_SUCCESS;
  default:
    return CUBLAS_STATUS_INVALID_VALUE;
  }
}

// Choosing an algorithm takes no time here, so that nothing is kept in a cache.
cublasStatus_t cublasLtHeuristicsCacheGetCapacity(size_t *capacity) {
  *capacity = cacheCapacity;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtHeuristicsCacheSetCapacity(size_t capacity) {
  // A power of two, 32 at least (seen).
  cacheCapacity = capacity ? std::bit_ceil(std::max<size_t>(capacity, 32)) : 0;
  return CUBLAS_STATUS_SUCCESS;
}
unsigned cublasLtDisableCpuInstructionsSetMask(unsigned mask) { return cpuMask.exchange(mask); }

} // namespace anywarp::cublaslt
