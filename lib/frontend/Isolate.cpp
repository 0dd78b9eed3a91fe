// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork, memory files for the results, waitpid.
#include "frontend/Isolate.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace anywarp::frontend {

static bool writeAll(int file, const std::string &text) {
  for (size_t done = 0; done < text.size();) {
    ssize_t n = write(file, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      return false;
    done += size_t(n);
  }
  return true;
}

static std::string readAll(int file) {
  struct stat info;
  std::string text;
  if (fstat(file, &info) != 0)
    return text;
  text.resize(size_t(info.st_size));
  size_t done = 0;
  while (done < text.size()) {
    ssize_t n = pread(file, text.data() + done, text.size() - done, off_t(done));
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      break;
    done += size_t(n);
  }
  text.resize(done);
  return text;
}

std::unique_ptr<Child> Child::start(const std::function<int(ChildOutput &)> &work) {
  auto child = std::unique_ptr<Child>(new Child);
  child->dataFile_ = memfd_create("pass-data", MFD_CLOEXEC);
  child->messageFile_ = memfd_create("pass-messages", MFD_CLOEXEC);
  if (child->dataFile_ < 0 || child->messageFile_ < 0)
    return nullptr;
  int pid = fork();
  if (pid < 0)
    return nullptr;
  if (pid == 0) {
    ChildOutput output;
    int code = work(output);
    if (!writeAll(child->dataFile_, output.data) || !writeAll(child->messageFile_, output.messages))
      code = 1;
    _exit(code);
  }
  child->pid_ = pid;
  return child;
}

int Child::wait() {
  if (pid_ < 0)
    return exitCode_;
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR)
    ;
  pid_ = -1;
  if (WIFSIGNALED(status)) {
    exitCode_ = 128 + WTERMSIG(status);
    crash = std::string("the compiler pass ended with signal ") + strsignal(WTERMSIG(status));
  } else {
    exitCode_ = WEXITSTATUS(status);
  }
  output.data = readAll(dataFile_);
  output.messages = readAll(messageFile_);
  return exitCode_;
}

void Child::stop() {
  if (pid_ >= 0) {
    kill(pid_, SIGKILL);
    wait();
  }
}

Child::~Child() {
  stop();
  if (dataFile_ >= 0)
    close(dataFile_);
  if (messageFile_ >= 0)
    close(messageFile_);
}

} // namespace anywarp::frontend
