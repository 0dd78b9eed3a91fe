// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the programs and libraries of this build or installation are, and how others are started.
#include "Places.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

namespace anywarp::tool {

fs::path binDir() { return fs::read_symlink("/proc/self/exe").parent_path(); }

fs::path libDir() {
  const fs::path lib = binDir().parent_path() / "lib";
  return fs::exists(lib / "libcuda.so.1") ? lib : lib / "anywarp";
}

void replaceBy(std::vector<std::string> command) {
  std::vector<char *> argv;
  for (std::string &word : command)
    argv.push_back(word.data());
  argv.push_back(nullptr);
  std::fflush(nullptr);
  execvp(argv[0], argv.data());
  fmt::print(stderr, "anywarp: cannot start {}: {}\n", command[0], std::strerror(errno));
  std::exit(127);
}

int runToEnd(std::vector<std::string> command) {
  pid_t child = fork();
  if (child < 0) {
    fmt::print(stderr, "anywarp: cannot fork: {}\n", std::strerror(errno));
    return 126;
  }
  if (child == 0)
    replaceBy(std::move(command));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

fs::path buildTree() {
  fs::path tree = binDir().parent_path();
  return fs::exists(tree / "CTestTestfile.cmake") ? tree : fs::path();
}

} // namespace anywarp::tool
