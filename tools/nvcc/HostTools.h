// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The programs that nvcc starts (g++, ar, the linked program) and its temporary files.
#pragma once

#include <string>
#include <vector>

namespace anywarp::nvcc {

/// Runs `command` and waits. The exit code; 127 if it could not be started (a message is printed).
int runCommand(const std::vector<std::string> &command);

/// What host code is to see of the host compiler.
struct HostCompiler {
  std::string version; ///< of a g++, "12.2.0"; else empty
  std::string folder;  ///< of its own files (crtbegin.o), by which Clang finds its C++ library
};
/// Asks the program; empty members if it is no g++.
HostCompiler askHostCompiler(const std::string &program);

bool exists(const std::string &path);

/// True if `name`, a path or a name that PATH leads to, can be run.
bool isProgram(const std::string &name);

/// `command` as one line that a shell reads back.
std::string quoted(const std::vector<std::string> &command);

/// Keeps the standard input as a source file that calls itself "<stdin>"; several passes read it.
/// False after a message.
bool storeStandardInput(const std::string &path);

/// A folder for intermediate files, removed with everything in it at the end of the program.
class TemporaryFolder {
public:
  ~TemporaryFolder();
  /// The path of a new file name; empty if the folder cannot be made (a message is printed).
  std::string file(const std::string &name);
  /// Another file to remove, which may not come to be.
  void adopt(const std::string &path) { files_.push_back(path); }
  /// Empty if it has not been needed.
  const std::string &folder() const { return path_; }

private:
  std::string path_;
  std::vector<std::string> files_;
};

} // namespace anywarp::nvcc
