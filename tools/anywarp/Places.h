// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the programs and libraries of this build or installation are, and how others are started.
// Everything is found relative to the executable.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace anywarp::tool {

namespace fs = std::filesystem;

fs::path binDir();
/// Where our libraries are: in a build tree, or installed apart from other libcuda.so.
fs::path libDir();
/// The build tree this program lies in, empty when installed.
fs::path buildTree();

/// Becomes another program; ends with 127 if it cannot be started.
[[noreturn]] void replaceBy(std::vector<std::string> command);
/// Runs a command to its end; the exit status as a shell shows it.
int runToEnd(std::vector<std::string> command);

} // namespace anywarp::tool
