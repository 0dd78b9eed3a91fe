// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The error log: a line for every call that failed and for what kernels were stopped by. The
// last 100 are kept; the program may read them, be called with each, or have them written to
// the file that CUDA_LOG_FILE names. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "driver/base/Api.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class Logs {
public:
  static Logs &get();
  /// Keeps the message and hands it to everybody who asked for it. Holds no lock while it does.
  void add(CUlogLevel level, std::string_view text);

  CUlogsCallbackHandle registerCallback(CUlogsCallback function, void *userData);
  bool unregisterCallback(CUlogsCallbackHandle handle);

  /// The number of the next message.
  CUlogIterator current() const;
  /// Messages from `from` on, a line each, oldest first; what does not go into `room` bytes is left
  /// out at the front and a line says so. `next` is the number of the next message. Empty although
  /// there are messages: not even the newest has room.
  std::string dump(CUlogIterator from, size_t room, CUlogIterator &next, bool &hasAny) const;

private:
  struct Callback {
    CUlogsCallback function;
    void *userData;
  };
  static constexpr size_t kKeptMessages = 100;

  mutable Mutex mutex_; ///< guards everything below
  std::deque<std::string> lines_ AW_GUARDED_BY(mutex_);
  CUlogIterator first_ AW_GUARDED_BY(mutex_) = 0; ///< number of the oldest line
  std::vector<std::pair<uint64_t, Callback>> callbacks_ AW_GUARDED_BY(mutex_); ///< by handle
  uint64_t nextHandle_ AW_GUARDED_BY(mutex_) = 1;
};

} // namespace anywarp::driver
