// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLASLt's logger (manual, section "Logging"). Settings also come from CUBLASLT_LOG_LEVEL,
// CUBLASLT_LOG_MASK and CUBLASLT_LOG_FILE.
#include "cublaslt/Api.h"
#include "support/Options.h"

namespace anywarp::cublaslt {

library::Log &log() {
  static auto &one = *[] {
    const Options &options = Options::get();
    return new library::Log({"[cublasLt][Error] ", "[cublasLt][Trace] "}, options.cublasltLogLevel,
                            options.cublasltLogMask, options.cublasltLogFile);
  }();
  return one;
}

cublasStatus_t cublasLtLoggerSetCallback(cublasLtLoggerCallback_t callback) {
  if (callback)
    log().setCallback([callback](const library::Log::Message &call) {
      callback(call.level, call.function, call.line.c_str());
    });
  else
    log().setCallback({});
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerSetFile(FILE *file) {
  log().setFile(file);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerOpenFile(const char *logFile) {
  // No name: nothing changes (seen).
  return !logFile || log().openFile(logFile) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}
cublasStatus_t cublasLtLoggerSetLevel(int level) {
  return log().setLevel(level) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INVALID_VALUE;
}
cublasStatus_t cublasLtLoggerSetMask(int mask) {
  log().setMask(mask);
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtLoggerForceDisable() {
  log().disable();
  return CUBLAS_STATUS_SUCCESS;
}

} // namespace anywarp::cublaslt
