// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS's log: each call to standard output, standard error, a file or the program's function.
// Settings by cublasLoggerConfigure, else by CUBLAS_LOGINFO_DBG and CUBLAS_LOGDEST_DBG.

#include "cublas/Api.h"
#include "support/Mutex.h"
#include "support/Options.h"

namespace anywarp::cublas {
namespace {

constexpr const char *kHead = "I! cuBLAS (v13.1) function ";

struct Logger {
  library::Log log{{kHead, kHead}};
  Mutex mutex;
  bool isOn AW_GUARDED_BY(mutex) = false;
  cublasLogCallback callback AW_GUARDED_BY(mutex) = nullptr;

  Logger() {
    const std::string &to = Options::get().cublasLogDestination;
    const bool isStream = to == "stdout" || to == "stderr" || to.empty();
    configure(Options::get().cublasLog == "1", to == "stdout", to == "stderr",
              isStream ? nullptr : to.c_str());
  }
  /// False: the file cannot be opened, and nothing changes.
  bool configure(bool on, bool toOutput, bool toError, const char *path) {
    LockGuard lock(mutex);
    std::vector<std::FILE *> files;
    std::FILE *opened = on && path ? std::fopen(path, "a") : nullptr;
    if (on && path && !opened)
      return false;
    for (std::FILE *file : {toOutput ? stdout : nullptr, toError ? stderr : nullptr, opened})
      if (on && file)
        files.push_back(file);
    log.setFiles(std::move(files), opened);
    isOn = on;
    update();
    return true;
  }
  void setCallback(cublasLogCallback function) {
    LockGuard lock(mutex);
    callback = function;
    if (function)
      log.setCallback(
          [function](const library::Log::Message &call) { function(call.text.c_str()); });
    else
      log.setCallback({});
    update();
  }
  void update() AW_REQUIRES(mutex) {
    log.setMask(isOn || callback ? library::Log::kEverything : 0);
  }
};
Logger &logger() {
  static auto &one = *new Logger;
  return one;
}

} // namespace

library::Log &log() { return logger().log; }

cublasStatus_t cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr,
                                     const char *logFileName) {
  return logger().configure(logIsOn, logToStdOut, logToStdErr, logFileName)
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_INVALID_VALUE;
}

cublasStatus_t cublasSetLoggerCallback(cublasLogCallback userCallback) {
  logger().setCallback(userCallback);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *userCallback) {
  LockGuard lock(logger().mutex);
  *userCallback = logger().callback;
  return CUBLAS_STATUS_SUCCESS;
}

} // namespace anywarp::cublas
