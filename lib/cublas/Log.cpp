// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The log.
#include "cublas/Log.h"

#include <atomic>
#include <cstdio>
#include <mutex>

#include "cublas/Api.h"
#include "support/Options.h"

namespace anywarp::cublas {
namespace {

struct Destinations {
  std::mutex mutex; ///< guards what follows
  bool toOutput = false, toError = false;
  std::FILE *file = nullptr;
};
Destinations &destinations() {
  static auto &all = *new Destinations;
  return all;
}
std::atomic<cublasLogCallback> callback{nullptr};

/// On: bit 0 by configuration, bit 1 by a function of the program.
std::atomic<int> &state() {
  static std::atomic<int> on{0};
  static const bool isRead = [] {
    const Options &options = Options::get();
    if (options.cublasLog == "1") {
      const std::string &to = options.cublasLogDestination;
      const bool isStream = to == "stdout" || to == "stderr";
      std::lock_guard lock(destinations().mutex);
      destinations().toOutput = to == "stdout";
      destinations().toError = to == "stderr";
      destinations().file = isStream || to.empty() ? nullptr : std::fopen(to.c_str(), "a");
      on = 1;
    }
    return true;
  }();
  (void)isRead;
  return on;
}

} // namespace

bool isLogged() { return state().load(std::memory_order_relaxed) != 0; }

void log(const std::string &line) {
  const std::string text = "I! cuBLAS (v13.1) function " + line + "\n";
  if (cublasLogCallback call = callback.load())
    call(text.c_str());
  if (!(state() & 1))
    return;
  Destinations &to = destinations();
  std::lock_guard lock(to.mutex);
  for (std::FILE *file : {to.toOutput ? stdout : nullptr, to.toError ? stderr : nullptr, to.file})
    if (file) {
      std::fputs(text.c_str(), file);
      std::fflush(file);
    }
}

cublasStatus_t cublasLoggerConfigure(int logIsOn, int logToStdOut, int logToStdErr,
                                     const char *logFileName) {
  std::atomic<int> &on = state();
  Destinations &to = destinations();
  std::lock_guard lock(to.mutex);
  if (to.file)
    std::fclose(to.file);
  to.file = nullptr;
  to.toOutput = logToStdOut;
  to.toError = logToStdErr;
  if (logIsOn && logFileName && !(to.file = std::fopen(logFileName, "a")))
    return CUBLAS_STATUS_INVALID_VALUE;
  on = (on & 2) | (logIsOn ? 1 : 0);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasSetLoggerCallback(cublasLogCallback userCallback) {
  callback = userCallback;
  std::atomic<int> &on = state();
  on = (on & 1) | (userCallback ? 2 : 0);
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetLoggerCallback(cublasLogCallback *userCallback) {
  *userCallback = callback;
  return CUBLAS_STATUS_SUCCESS;
}

} // namespace anywarp::cublas
