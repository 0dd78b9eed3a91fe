// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The logger (cuSOLVER's manual: cusolverDnLogger…, CUSOLVER_LOG_LEVEL, CUSOLVER_LOG_MASK,
// CUSOLVER_LOG_FILE). It tells errors and, if asked, every call.
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string>

#include "cusolver/Api.h"
#include "support/Options.h"

namespace anywarp::cusolver {
namespace {

constexpr int kError = 1, kApiTrace = 5, kMostLevel = 5; // the manual's levels

/// Bits of the levels up to one.
int maskOf(int level) { return (1 << level) - 1; }

struct Logger {
  std::atomic<int> mask{0};
  std::atomic<bool> isDisabled{false};
  std::mutex mutex; ///< guards what follows
  FILE *file = stdout;
  FILE *opened = nullptr; ///< by us
  cusolverDnLoggerCallback_t callback = nullptr;

  Logger() {
    const Options &options = Options::get();
    mask = options.cusolverLogMask.empty() ? maskOf(std::atoi(options.cusolverLogLevel.c_str()))
                                           : std::atoi(options.cusolverLogMask.c_str());
    if (!options.cusolverLogFile.empty())
      (void)open(options.cusolverLogFile.c_str());
  }
  bool open(const char *path) {
    FILE *found = std::fopen(path, "w");
    if (!found)
      return false;
    std::lock_guard lock(mutex);
    if (opened)
      std::fclose(opened);
    file = opened = found;
    return true;
  }
};
Logger &logger() {
  static auto &instance = *new Logger;
  return instance;
}

} // namespace

void logCall(const char *symbol, cusolverStatus_t status, const char *reason) {
  Logger &log = logger();
  const int level = status ? kError : kApiTrace;
  const int mask = log.mask.load(std::memory_order_relaxed);
  if (log.isDisabled.load(std::memory_order_relaxed) || !((mask >> (level - 1)) & 1))
    return;
  std::string message = statusName(status);
  if (reason)
    message += std::string(": ") + reason;
  std::lock_guard lock(log.mutex);
  if (log.callback) {
    log.callback(level, symbol, message.c_str());
  } else if (log.file) {
    std::fprintf(log.file, "[cuSOLVER][%s] %s: %s\n", status ? "Error" : "Api", symbol,
                 message.c_str());
    std::fflush(log.file);
  }
}

cusolverStatus_t cusolverDnLoggerSetCallback(cusolverDnLoggerCallback_t callback) {
  std::lock_guard lock(logger().mutex);
  logger().callback = callback;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnLoggerSetFile(FILE *file) {
  std::lock_guard lock(logger().mutex);
  logger().file = file;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnLoggerOpenFile(const char *path) {
  return path && logger().open(path) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
}
cusolverStatus_t cusolverDnLoggerSetLevel(int level) {
  if (level < 0 || level > kMostLevel)
    return CUSOLVER_STATUS_INVALID_VALUE;
  logger().mask = maskOf(level);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnLoggerSetMask(int mask) {
  logger().mask = mask;
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnLoggerForceDisable() {
  logger().isDisabled = true;
  return CUSOLVER_STATUS_SUCCESS;
}

} // namespace anywarp::cusolver
