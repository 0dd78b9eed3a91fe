// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The option arrays of cuModuleLoadDataEx, cuLibraryLoadData and cuLink*: read once, and written
// back when the call ends (logs and the lengths of what was written there).
#pragma once

#include <chrono>
#include <string>

#include "driver/base/Api.h"

namespace anywarp::driver {

class JitOptions {
public:
  /// CUDA_ERROR_INVALID_VALUE for options that do not exist and values that are none.
  CUresult read(unsigned count, const CUjit_option *options, void **values);

  /// What the caller gets to see; cut to the size of the caller's buffers by finish().
  std::string infoLog, errorLog;
  unsigned optLevel = 4;
  bool debug = false;
  bool verbose = false;
  unsigned target = 0; ///< compute capability asked for, 0: the device's

  /// The caller gave a buffer for the error log.
  bool keepsErrors() const { return errorBuffer_ && errorSize_; }

  /// Writes the logs, their lengths and the time since read().
  void finish();

private:
  void **values_ = nullptr;
  char *infoBuffer_ = nullptr, *errorBuffer_ = nullptr;
  size_t infoSize_ = 0, errorSize_ = 0;
  int infoSizeIndex_ = -1, errorSizeIndex_ = -1, timeIndex_ = -1;
  std::chrono::steady_clock::time_point start_;
};

} // namespace anywarp::driver
