// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The logger. Levels: 0 off, 1 errors, 2 traces, 3 hints, 4 information, 5 calls (manual, section
// "Logging"). Settings also come from CUSPARSE_LOG_LEVEL, CUSPARSE_LOG_MASK and CUSPARSE_LOG_FILE.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string>
#include <unistd.h>

#include "cusparse/Api.h"
#include "support/Environment.h"

namespace anywarp::cusparse {
namespace {

constexpr int kErrors = 1, kCalls = 5;

struct Logger {
  Logger() {
    if (const char *level = readEnvironment("CUSPARSE_LOG_LEVEL"))
      mask = (1 << std::clamp(std::atoi(level), 0, 5)) - 1;
    if (const char *text = readEnvironment("CUSPARSE_LOG_MASK"))
      mask = std::atoi(text);
    if (const char *path = readEnvironment("CUSPARSE_LOG_FILE")) {
      std::string name = path; // %i stands for the process
      if (size_t at = name.find("%i"); at != name.npos)
        name.replace(at, 2, std::to_string(::getpid()));
      file = std::fopen(name.c_str(), "w");
    }
  }
  std::atomic<int> mask = 0; ///< bit L - 1: level L
  std::atomic<bool> isDisabled = false;
  std::mutex mutex; ///< guards what follows
  cusparseLoggerCallback_t callback = nullptr;
  FILE *file = nullptr;
};
Logger &logger() {
  static Logger &it = *new Logger;
  return it;
}

} // namespace

/// A callback runs without the lock: it may call cuSPARSE.
void log(const char *function, cusparseStatus_t status, const char *reason) {
  Logger &it = logger();
  const int mask = it.mask.load(std::memory_order_relaxed);
  if (!mask || it.isDisabled)
    return;
  const bool isError = status != CUSPARSE_STATUS_SUCCESS;
  const bool isHeard = mask >> (kErrors - 1) & 1 && isError;
  if (!isHeard && !(mask >> (kCalls - 1) & 1))
    return;
  const int level = isHeard ? kErrors : kCalls;
  std::string message = statusName(status);
  if (reason)
    message += std::string(": ") + reason;
  cusparseLoggerCallback_t callback;
  {
    std::unique_lock lock(it.mutex);
    callback = it.callback;
    if (FILE *file = it.file ? it.file : callback ? nullptr : stdout) {
      std::fprintf(file, "[cuSPARSE][%s] %s\n", function, message.c_str());
      std::fflush(file);
    }
  }
  if (callback)
    callback(level, function, message.c_str());
}

cusparseStatus_t cusparseLoggerSetCallback(cusparseLoggerCallback_t callback) {
  std::unique_lock lock(logger().mutex);
  logger().callback = callback;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseLoggerSetFile(FILE *file) {
  std::unique_lock lock(logger().mutex);
  logger().file = file;
  return CUSPARSE_STATUS_SUCCESS;
}
/// A null name: back to standard output, as seen.
cusparseStatus_t cusparseLoggerOpenFile(const char *logFile) {
  FILE *file = nullptr;
  if (logFile && !(file = std::fopen(logFile, "w")))
    return CUSPARSE_STATUS_INVALID_VALUE;
  return cusparse::cusparseLoggerSetFile(file);
}
cusparseStatus_t cusparseLoggerSetLevel(int level) {
  if (level < 0 || level > 5)
    return CUSPARSE_STATUS_INVALID_VALUE;
  return cusparse::cusparseLoggerSetMask((1 << level) - 1);
}
cusparseStatus_t cusparseLoggerSetMask(int mask) {
  logger().mask = mask;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseLoggerForceDisable() {
  logger().isDisabled = true;
  return CUSPARSE_STATUS_SUCCESS;
}

} // namespace anywarp::cusparse
