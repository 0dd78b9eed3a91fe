// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Processes, what the host compiler is, and temporary files.
#include "HostTools.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
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

/// What the program writes to standard error, in English; its standard output is dropped.
static std::string messagesOf(const std::vector<std::string> &command) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return {};
  std::vector<char *> argv, environment;
  for (const std::string &word : command)
    argv.push_back(const_cast<char *>(word.c_str()));
  argv.push_back(nullptr);
  for (char **entry = environ; *entry; ++entry)
    if (strncmp(*entry, "LC_ALL=", 7) != 0)
      environment.push_back(*entry);
  environment.push_back(const_cast<char *>("LC_ALL=C"));
  environment.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t pid;
  const int error = posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environment.data());
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t n; !error && (n = read(ends[0], buffer, sizeof buffer)) != 0;)
    if (n > 0)
      text.append(buffer, size_t(n));
    else if (errno != EINTR)
      break;
  close(ends[0]);
  while (!error && waitpid(pid, nullptr, 0) < 0 && errno == EINTR)
    ;
  return text;
}

HostCompiler askHostCompiler(const std::string &program) {
  const std::string text = messagesOf({program, "-v"});
  auto after = [&](const std::string &key, const char *end) -> std::string {
    size_t at = text.find("\n" + key);
    if (at == std::string::npos)
      return {};
    at += key.size() + 1;
    return text.substr(at, text.find_first_of(end, at) - at);
  };
  HostCompiler compiler;
  compiler.version = after("gcc version ", " \n");
  std::string wrapper = after("COLLECT_LTO_WRAPPER=", "\n");
  std::string folder = wrapper.substr(0, wrapper.rfind('/'));
  if (size_t at = folder.find("/libexec/"); at != std::string::npos)
    folder.replace(at, 9, "/lib/");
  if (!folder.empty() && access((folder + "/crtbegin.o").c_str(), R_OK) == 0)
    compiler.folder = folder;
  return compiler;
}

bool exists(const std::string &path) { return access(path.c_str(), F_OK) == 0; }

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
