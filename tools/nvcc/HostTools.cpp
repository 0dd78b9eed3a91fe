// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processes and temporary files.
#include "HostTools.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/Program.h"

extern char **environ;

namespace anywarp::nvcc {

int runCommand(const std::vector<std::string> &command) {
  std::vector<char *> argv;
  for (const std::string &word : command)
    argv.push_back(const_cast<char *>(word.c_str()));
  argv.push_back(nullptr);
  fflush(nullptr);
  pid_t pid;
  if (int error = posix_spawnp(&pid, argv[0], nullptr, nullptr, argv.data(), environ)) {
    fprintf(stderr, "nvcc fatal   : Could not start '%s': %s\n", argv[0], strerror(error));
    return 127;
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

bool isProgram(const std::string &name) {
  if (name.find('/') != std::string::npos)
    return access(name.c_str(), X_OK) == 0;
  const char *variable = getenv("PATH");
  std::string path = variable ? variable : "/usr/bin:/bin";
  for (size_t at = 0; at <= path.size();) {
    size_t end = std::min(path.find(':', at), path.size());
    if (access((path.substr(at, end - at) + "/" + name).c_str(), X_OK) == 0)
      return true;
    at = end + 1;
  }
  return false;
}

std::string quoted(const std::vector<std::string> &command) {
  std::string line;
  for (const std::string &word : command) {
    if (!line.empty())
      line += ' ';
    if (word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "_-+=./,:@%^") == std::string::npos &&
        !word.empty()) {
      line += word;
      continue;
    }
    line += '"';
    for (char c : word) {
      if (c == '"' || c == '\\' || c == '$' || c == '`')
        line += '\\';
      line += c;
    }
    line += '"';
  }
  return line;
}

bool storeStandardInput(const std::string &path) {
  std::string text;
  return !path.empty() && tool::readFile("nvcc", "-", text) &&
         tool::writeFile("nvcc", path, "#line 1 \"<stdin>\"\n" + text);
}

std::string TemporaryFolder::file(const std::string &name) {
  if (path_.empty()) {
    const char *base = getenv("TMPDIR");
    std::string pattern = std::string(base && *base ? base : "/tmp") + "/nvcc-XXXXXX";
    if (!mkdtemp(pattern.data())) {
      fprintf(stderr, "nvcc fatal   : Could not create a temporary folder '%s': %s\n",
              pattern.c_str(), strerror(errno));
      return {};
    }
    path_ = pattern;
  }
  files_.push_back(path_ + "/" + std::to_string(files_.size()) + "-" + name);
  return files_.back();
}

TemporaryFolder::~TemporaryFolder() {
  for (const std::string &file : files_)
    unlink(file.c_str());
  if (!path_.empty())
    rmdir(path_.c_str());
}

} // namespace anywarp::nvcc
