// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The file of --fdevice-time-trace: Clang's trace of each compiler pass, as one trace that
// chrome://tracing and Perfetto read.
#pragma once

#include <string>
#include <vector>

namespace anywarp::nvcc {

/// A pass and the file in which its trace is.
struct PassTrace {
  std::string name, file;
};

/// The path for the option's value: "-" stands for the output's name, ".json" is added.
std::string timeTracePath(const std::string &value, const std::string &output);

/// Writes one trace; a pass that came to nothing has none. False after a message.
bool writeTimeTrace(const std::string &path, const std::vector<PassTrace> &passes);

} // namespace anywarp::nvcc
