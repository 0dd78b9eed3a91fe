// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processes and files.
#include "HostTools.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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

static bool complain(const char *what, const std::string &path) {
  fprintf(stderr, "nvcc fatal   : Could not %s '%s': %s\n", what, path.c_str(), strerror(errno));
  return false;
}

bool writeFile(const std::string &path, std::string_view bytes) {
  if (path == "-")
    return fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && fflush(stdout) == 0;
  // Special files (/dev/null, /dev/stdout, pipes) are written to, not replaced.
  struct stat info;
  bool isPlain = stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode);
  std::string target = isPlain ? path + "." + std::to_string(getpid()) + ".tmp" : path;
  FILE *file = fopen(target.c_str(), "wb");
  if (!file)
    return complain("open output file", path);
  bool good = fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  good = fclose(file) == 0 && good;
  if (good && isPlain)
    good = rename(target.c_str(), path.c_str()) == 0;
  if (!good) {
    complain("write", path);
    if (isPlain)
      unlink(target.c_str());
  }
  return good;
}

bool readFile(const std::string &path, std::string &bytes) {
  FILE *file = fopen(path.c_str(), "rb");
  if (!file)
    return complain("open input file", path);
  char buffer[65536];
  bytes.clear();
  while (size_t n = fread(buffer, 1, sizeof buffer, file))
    bytes.append(buffer, n);
  bool good = !ferror(file);
  fclose(file);
  return good || complain("read", path);
}

std::string TemporaryFolder::file(const std::string &name) {
  if (path_.empty()) {
    const char *base = getenv("TMPDIR");
    std::string pattern = std::string(base && *base ? base : "/tmp") + "/nvcc-XXXXXX";
    if (!mkdtemp(pattern.data())) {
      complain("create a temporary folder", pattern);
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
