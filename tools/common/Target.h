// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts the program that a tool looks at, with our libraries first and with what the libraries are
// to record.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace anywarp::tool {

/// A file in a private folder; both go with the object.
class RecordFile {
public:
  RecordFile();
  ~RecordFile();
  RecordFile(const RecordFile &) = delete;
  /// Empty if the folder could not be made.
  const std::string &path() const { return path_; }

private:
  std::string folder_, path_;
};

struct Target {
  std::vector<std::string> command;
  std::vector<std::pair<std::string, std::string>> environment; ///< added to the caller's
  std::string outputFile; ///< its standard output goes there; empty: where ours goes
  std::function<void(int process)> whenStarted;
};

struct TargetEnd {
  bool started = false;
  int status = 0; ///< as a shell shows it: 128 + the signal's number
  int process = 0;
};
/// Runs it to its end. Signals from the keyboard reach the target only.
TargetEnd runTarget(const Target &target);

/// The environment that records `what` ("work,kernels") into `file`. A CPU device is chosen unless
/// the caller's environment has chosen devices.
std::vector<std::pair<std::string, std::string>> recordingEnvironment(const std::string &what,
                                                                      const std::string &file);

/// The file that a shell would start for `program`; empty if there is none.
std::string findProgram(const std::string &program);

/// `name` as source code has it, "fill(int *, int)"; as it is if it is not mangled.
std::string demangle(const std::string &name);

} // namespace anywarp::tool
