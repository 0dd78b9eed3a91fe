// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Handles, texts, the log. A handle has no state of its own.
#include <atomic>
#include <cstdio>
#include <memory>
#include <mutex>

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

/// Who hears of calls: level 5 or mask bit 16 is the trace of calls.
struct Logger {
  std::mutex mutex; ///< guards what follows
  cublasLtLoggerCallback_t callback = nullptr;
  std::FILE *file = nullptr;
  bool ownsFile = false;
};
Logger &logger() {
  static auto &one = *new Logger;
  return one;
}
std::atomic<int> logLevel{0}, logMask{0};
std::atomic<bool> isLogDisabled{false};
constexpr int kApiTrace = 5, kApiTraceBit = 16;

void useFile(std::FILE *file, bool isOwned) {
  Logger &to = logger();
  std::lock_guard lock(to.mutex);
  if (to.ownsFile && to.file)
    std::fclose(to.file);
  to.file = file;
  to.ownsFile = isOwned;
}

} // namespace

bool isLive(cublasLtHandle_t handle) { return handle && handles().find(handle); }

bool isLogged() {
  return (logLevel.load(std::memory_order_relaxed) >= kApiTrace ||
          (logMask.load(std::memory_order_relaxed) & kApiTraceBit)) &&
         !isLogDisabled.load(std::memory_order_relaxed);
}

void log(const std::string &line) {
  Logger &to = logger();
  cublasLtLoggerCallback_t callback;
  {
    std::lock_guard lock(to.mutex);
    callback = to.callback;
    if (to.file) {
      std::fprintf(to.file, "[cublasLt][Trace] %s\n", line.c_str());
      std::fflush(to.file);
    } else if (!callback) {
      std::printf("[cublasLt][Trace] %s\n", line.c_str());
    }
  }
  if (callback)
    callback(kApiTrace, line.substr(0, line.find('(')).c_str(), line.c_str());
}

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
  cacheCapacity = capacity;
  return CUBLAS_STATUS_SUCCESS;
}
unsigned cublasLtDisableCpuInstructionsSetMask(unsigned mask) { return cpuMask.exchange(mask); }

cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t callback) {
  Logger &to = logger();
  std::lock_guard lock(to.mutex);
  to.callback = callback;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerSetFile(FILE *file) {
  useFile(file, false);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerOpenFile(const char *logFile) {
  std::FILE *file = logFile ? std::fopen(logFile, "a") : nullptr;
  if (!file)
    return CUBLAS_STATUS_INVALID_VALUE;
  useFile(file, true);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerSetLevel(int level) {
  logLevel = level;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerSetMask(int mask) {
  logMask = mask;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerForceDisable() {
  isLogDisabled = true;
  return CUBLAS_STATUS_SUCCESS;
}

} // namespace anywarp::cublaslt
