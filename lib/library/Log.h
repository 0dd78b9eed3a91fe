// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The logger of a library: it tells calls with their arguments and status to a stream or to the
// program's function. One for each library that documents one. Any thread may call.
#pragma once

#include <atomic>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "support/Mutex.h"

namespace anywarp::library {

class Log {
public:
  /// The manuals' levels. Bit `level - 1` of a mask stands for a level.
  static constexpr int kError = 1, kCall = 5, kMostLevel = 5;
  static constexpr int kEverything = (1 << kMostLevel) - 1;

  /// What one call leads to.
  struct Message {
    int level;
    const char *function;
    const std::string &line; ///< "function(name=value, ...) = STATUS"
    const std::string &text; ///< the line as streams get it
  };
  using Callback = std::function<void(const Message &)>;

  /// How lines begin.
  struct Heads {
    const char *error, *call;
  };
  explicit Log(Heads heads) : heads_(heads) {}
  /// With the settings of the environment: LIBRARY_LOG_LEVEL, _LOG_MASK, _LOG_FILE. The mask
  /// outweighs the level. "%i" in the file's name stands for the process.
  Log(Heads heads, const std::string &level, const std::string &mask, const std::string &file);

  /// False: a call with that outcome needs no telling.
  bool hears(bool succeeded) const {
    const int mask = mask_.load(std::memory_order_relaxed);
    return mask && (mask & bit(kCall) || (!succeeded && mask & bit(kError)));
  }
  void tell(const char *function, bool succeeded, const std::string &line);

  /// Runs without a lock, so that it may call the library; empty: none.
  void setCallback(Callback callback);
  /// Null: standard output, unless there is a callback.
  void setFile(std::FILE *file);
  /// These and no others, not even standard output. `opened`, one of them or null, is closed when
  /// others follow.
  void setFiles(std::vector<std::FILE *> files, std::FILE *opened);
  /// False: the file cannot be opened, and nothing changes. `mode` as fopen has it.
  bool openFile(const char *path, const char *mode = "w");
  /// False: there is no such level.
  bool setLevel(int level);
  void setMask(int mask);
  /// For good: later settings change nothing.
  void disable();

private:
  static constexpr int bit(int level) { return 1 << (level - 1); }
  void use(std::vector<std::FILE *> files, std::FILE *opened, bool isOutputMeant);

  const Heads heads_;
  std::atomic<int> mask_{0};
  Mutex mutex_;
  bool isDisabled_ AW_GUARDED_BY(mutex_) = false;
  Callback callback_ AW_GUARDED_BY(mutex_);
  std::vector<std::FILE *> files_ AW_GUARDED_BY(mutex_);
  std::FILE *opened_ AW_GUARDED_BY(mutex_) = nullptr; ///< by us
  bool isOutputMeant_ AW_GUARDED_BY(mutex_) = true;   ///< where there is neither file nor callback
};

} // namespace anywarp::library
