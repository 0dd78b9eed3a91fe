// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the profilers read (tools/ncu, tools/nsys): events of the process, a line of JSON each,
// appended to the file that ANYWARP_RECORD_FILE names. Several libraries and processes may write to
// one file: lines are written whole. Off unless ANYWARP_RECORD says what is wanted. Every member
// may be called by any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "support/Mutex.h"

namespace anywarp {

/// One line: {"kind":"…", …}.
class RecordLine {
public:
  explicit RecordLine(std::string_view kind);
  RecordLine &add(std::string_view name, std::string_view text);
  RecordLine &add(std::string_view name, const char *text) {
    return add(name, std::string_view(text));
  }
  RecordLine &add(std::string_view name, uint64_t number);
  RecordLine &addReal(std::string_view name, double number);
  /// `json` is written as it is.
  RecordLine &addRaw(std::string_view name, std::string_view json);
  /// The whole line, for Recording::add.
  std::string finish() && { return std::move(text_) + "}\n"; }

  /// `text` between quotes.
  static std::string quote(std::string_view text);

private:
  std::string text_;
};

class Recording {
public:
  /// Null where nothing is recorded.
  static Recording *get();

  bool hasCalls() const { return calls_; }     ///< of API functions
  bool hasWork() const { return work_; }       ///< grids, copies, fills and their times
  bool hasKernels() const { return kernels_; } ///< what the threads of kernels execute

  void add(std::string_view line);
  /// Writes what was kept back.
  void flush();

  /// Nanoseconds of the clock that all records have.
  static uint64_t now();
  static uint64_t thread();

private:
  Recording();
  void write(std::string_view bytes);

  bool calls_, work_, kernels_;
  int file_ = -1;
  Mutex mutex_;
  std::string kept_ AW_GUARDED_BY(mutex_);
};

/// The call of an API function that is under way.
class CallRecording {
public:
  CallRecording() : start_(isOn() ? Recording::now() : 0) {}
  void end(const char *name, bool isDriver, int64_t result) const {
    if (start_)
      write(name, isDriver, result);
  }

private:
  static bool isOn() {
    static const bool on = Recording::get() && Recording::get()->hasCalls();
    return on;
  }
  void write(const char *name, bool isDriver, int64_t result) const;
  uint64_t start_;
};

} // namespace anywarp
