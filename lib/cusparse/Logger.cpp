// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE's logger (manual, section "Logging"). Settings also come from CUSPARSE_LOG_LEVEL,
// CUSPARSE_LOG_MASK and CUSPARSE_LOG_FILE.
#include "cusparse/Api.h"
#include "support/Options.h"

namespace anywarp::cusparse {

library::Log &log() {
  static auto &one = *[] {
    const Options &options = Options::get();
    return new library::Log({"[cuSPARSE][Error] ", "[cuSPARSE][Trace] "}, options.cusparseLogLevel,
                            options.cusparseLogMask, options.cusparseLogFile);
  }();
  return one;
}

cusparseStatus_t cusparseLoggerSetCallback(cusparseLoggerCallback_t callback) {
  if (callback)
    log().setCallback([callback](const library::Log::Message &call) {
      callback(call.level, call.function, call.line.c_str());
    });
  else
    log().setCallback({});
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseLoggerSetFile(FILE *file) {
  log().setFile(file);
  return CUSPARSE_STATUS_SUCCESS;
}
/// A null name: back to standard output, as seen.
cusparseStatus_t cusparseLoggerOpenFile(const char *logFile) {
  if (!logFile)
    return cusparse::cusparseLoggerSetFile(nullptr);
  return log().openFile(logFile) ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE;
}
cusparseStatus_t cusparseLoggerSetLevel(int level) {
  return log().setLevel(level) ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE;
}
cusparseStatus_t cusparseLoggerSetMask(int mask) {
  log().setMask(mask);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseLoggerForceDisable() {
  log().disable();
  return CUSPARSE_STATUS_SUCCESS;
}

} // namespace anywarp::cusparse
