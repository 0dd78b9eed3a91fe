// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device printf: formatting by CUDA's rules, and the buffer between kernels and standard output.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/Mutex.h"

namespace anywarp::exec {

/// What kernels printed and nobody has seen yet: filled when grids end, written to stdout by
/// whoever synchronises. Thread-safe; owned by the driver's context.
class PrintfBuffer {
public:
  void append(std::string_view text);
  /// Writes everything to C's stdout and flushes that.
  void flush();

private:
  static constexpr size_t kLimit = 1 << 20; ///< beyond it the buffer empties itself
  void flushLocked() AW_REQUIRES(mutex_);

  Mutex mutex_;
  std::string text_ AW_GUARDED_BY(mutex_);
  std::atomic<bool> isEmpty_{true}; ///< most kernels print nothing: asked without the lock
};

/// Appends to `out` what printf would print. `arguments` is a packed buffer: each argument at its
/// natural alignment, integers of at least 4 bytes, floating point as double. The result is CUDA's:
/// the number of arguments, -1 for a null format.
/// Reads the caller's memory: a bad %s pointer faults here, with `out` intact.
uint32_t formatPrintf(std::string &out, const char *format, const void *arguments);

} // namespace anywarp::exec
