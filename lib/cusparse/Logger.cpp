// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The logger. Levels: 0 off, 1 errors, 2 traces, 3 hints, 4 information, 5 calls (manual, section
// "Logging"). Settings also come from CUSPARSE_LOG_LEVEL, CUSPARSE_LOG_MASK and CUSPARSE_LOG_FILE.
#include "cusparse/Logger.h"

#include <cstdlib>
#include <mutex>
#include <unistd.h>

#include "cusparse/Api.h"

namespace anywarp::cusparse {
namespace {

struct Logger {
  Logger() {
    if (const char *level = std::getenv("CUSPARSE_LOG_LEVEL"))
      mask = (1 << std::atoi(level)) - 1;
    if (const char *text = std::getenv("CUSPARSE_LOG_MASK"))
      mask = std::atoi(text);
    if (const char *path = std::getenv("CUSPARSE_LOG_FILE")) {
      // %i stands for the process.
      std::string name = path;
      if (size_t at = name.find("%i"); at != name.npos)
        name.replace(at, 2, std::to_string(::getpid()));
      file = std::fopen(name.c_str(), "w");
    }
  }
  std::mutex mutex; ///< guards what follows
  cusparseLoggerCallback_t callback = nullptr;
  FILE *file = nullptr;
  int mask = 0; ///< bit L - 1: level L
  bool isDisabled = false;
};
Logger &logger() {
  static Logger &it = *new Logger;
  return it;
}

} // namespace

void log(LogLevel level, const char *function, const std::string &message) {
  cusparseLoggerCallback_t callback;
  {
    std::unique_lock lock(logger().mutex);
    if (logger().isDisabled || !(logger().mask >> (int(level) - 1) & 1))
      return;
    callback = logger().callback;
    FILE *file = logger().file ? logger().file : callback ? nullptr : stdout;
    if (file) {
      std::fprintf(file, "[cuSPARSE][%s] %s\n", function, message.c_str());
      std::fflush(file);
    }
  }
  if (callback)
    callback(int(level), function, message.c_str());
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
  std::unique_lock lock(logger().mutex);
  logger().mask = mask;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseLoggerForceDisable() {
  std::unique_lock lock(logger().mutex);
  logger().isDisabled = true;
  return CUSPARSE_STATUS_SUCCESS;
}

} // namespace anywarp::cusparse
