// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER's logger (manual, section "Logging"). Settings also come from CUSOLVER_LOG_LEVEL,
// CUSOLVER_LOG_MASK and CUSOLVER_LOG_FILE.
#include "cusolver/Api.h"
#include "support/Options.h"

namespace anywarp::cusolver {

library::Log &log() {
  static auto &one = *[] {
    const Options &options = Options::get();
    return new library::Log({"[cuSOLVER][Error] ", "[cuSOLVER][Trace] "}, options.cusolverLogLevel,
                            options.cusolverLogMask, options.cusolverLogFile);
  }();
  return one;
}

cusolverStatus_t cusolverDnLoggerSetCallback(cusolverDnLoggerCallback_t callback) {
  if (callback)
    log().setCallback([callback](const library::Log::Message &call) {
      callback(call.level, call.function, call.line.c_str());
    });
  else
    log().setCallback({});
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnLoggerSetFile(FILE *file) {
  log().setFile(file);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnLoggerOpenFile(const char *path) {
  return path && log().openFile(path) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
}
cusolverStatus_t cusolverDnLoggerSetLevel(int level) {
  return log().setLevel(level) ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_INVALID_VALUE;
}
cusolverStatus_t cusolverDnLoggerSetMask(int mask) {
  log().setMask(mask);
  return CUSOLVER_STATUS_SUCCESS;
}
cusolverStatus_t cusolverDnLoggerForceDisable() {
  log().disable();
  return CUSOLVER_STATUS_SUCCESS;
}

} // namespace anywarp::cusolver
