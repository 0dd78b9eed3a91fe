// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The program that is watched: a process with our libraries first and ANYWARP_SANITIZER set, which
// appends records to a file (insight/Record.h).
#pragma once

#include <string>
#include <sys/types.h>

#include "compute-sanitizer/Options.h"

namespace anywarp::sanitizer {

/// A file for records, removed with the object.
class RecordFile {
public:
  RecordFile();
  ~RecordFile();
  RecordFile(const RecordFile &) = delete;
  bool isMade() const { return isMade_; }
  const std::string &path() const { return path_; }
  /// What was appended since the last call.
  std::string readOn();

private:
  std::string path_;
  size_t at_ = 0;
  bool isMade_ = false;
};

/// Another order for the program's kernels (exec/grid/Schedule.h).
struct Order {
  std::string schedule; ///< ANYWARP_SCHEDULE; empty: the usual order
  bool isQuiet = false; ///< what the program prints is dropped
};

/// The code of a process that could not be started, as of a wrong option.
inline constexpr int kBadUsage = 255;

/// Starts the program of the command line; negative if there can be no process.
pid_t startProgram(const Options &options, const RecordFile &records, const Order &order = {});

/// The exit code of an ended process, as a shell has it.
int exitCodeOf(int status);

} // namespace anywarp::sanitizer
