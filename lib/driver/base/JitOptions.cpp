// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reading and answering of JIT options.
#include "driver/base/JitOptions.h"

#include <algorithm>
#include <cstring>

namespace anywarp::driver {

CUresult JitOptions::read(unsigned count, const CUjit_option *options, void **values) {
  start_ = std::chrono::steady_clock::now();
  if (count && (!options || !values))
    return CUDA_ERROR_INVALID_VALUE;
  values_ = values;
  for (unsigned i = 0; i < count; ++i) {
    // Scalars are stored in the pointer itself.
    auto number = unsigned(reinterpret_cast<uintptr_t>(values[i]));
    switch (options[i]) {
    case CU_JIT_WALL_TIME:
      timeIndex_ = int(i);
      break;
    case CU_JIT_INFO_LOG_BUFFER:
      infoBuffer_ = static_cast<char *>(values[i]);
      break;
    case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES:
      infoSize_ = number;
      infoSizeIndex_ = int(i);
      break;
    case CU_JIT_ERROR_LOG_BUFFER:
      errorBuffer_ = static_cast<char *>(values[i]);
      break;
    case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES:
      errorSize_ = number;
      errorSizeIndex_ = int(i);
      break;
    case CU_JIT_OPTIMIZATION_LEVEL:
      if (number > 4)
        return CUDA_ERROR_INVALID_VALUE;
      optLevel = number;
      break;
    case CU_JIT_TARGET:
      target = number & 0xffff;
      break;
    case CU_JIT_GENERATE_DEBUG_INFO:
      debug = number != 0;
      break;
    case CU_JIT_LOG_VERBOSE:
      verbose = number != 0;
      break;
    default:
      // The rest steers register allocation, caching on chip, linking of LTO code: nothing here to
      // steer. What does not exist is an error.
      if (unsigned(options[i]) >= CU_JIT_NUM_OPTIONS)
        return CUDA_ERROR_INVALID_VALUE;
      break;
    }
  }
  return CUDA_SUCCESS;
}

static size_t writeLog(const std::string &log, char *buffer, size_t size) {
  if (!buffer || !size)
    return 0;
  size_t length = std::min(log.size(), size - 1);
  std::memcpy(buffer, log.data(), length);
  buffer[length] = '\0';
  return length ? length + 1 : 0;
}

void JitOptions::finish() {
  size_t info = writeLog(infoLog, infoBuffer_, infoSize_);
  size_t errors = writeLog(errorLog, errorBuffer_, errorSize_);
  if (infoSizeIndex_ >= 0)
    values_[infoSizeIndex_] = reinterpret_cast<void *>(info);
  if (errorSizeIndex_ >= 0)
    values_[errorSizeIndex_] = reinterpret_cast<void *>(errors);
  if (timeIndex_ >= 0) {
    float ms =
        std::chrono::duration<float, std::milli>(std::chrono::steady_clock::now() - start_).count();
    std::memcpy(&values_[timeIndex_], &ms, sizeof ms);
  }
}

} // namespace anywarp::driver
