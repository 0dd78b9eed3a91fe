// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fork, memory files for the results, waitpid.
#include "support/os/Isolate.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/Environment.h"
#include "support/os/PrivateFile.h"

namespace anywarp {

std::string contentsOf(int file) {
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

/// Clang's recursion follows the nesting of the source. The kernel gives the memory as it is used.
static constexpr size_t kStackSize = size_t(512) << 20;

/// Calls `work` on a stack that deep nesting does not exhaust, or on this one if there is none.
static void onLargeStack(const std::function<void()> &work) {
  pthread_attr_t attributes;
  pthread_t thread;
  auto run = [](void *argument) -> void * {
    (*static_cast<const std::function<void()> *>(argument))();
    return nullptr;
  };
  bool isStarted =
      pthread_attr_init(&attributes) == 0 &&
      pthread_attr_setstacksize(&attributes, kStackSize) == 0 &&
      pthread_create(&thread, &attributes, run, const_cast<std::function<void()> *>(&work)) == 0;
  if (isStarted)
    pthread_join(thread, nullptr);
  else
    work();
}

std::unique_ptr<Child> Child::start(const std::function<int(ChildOutput &)> &work) {
  auto child = std::unique_ptr<Child>(new Child);
  child->dataFile_ = memfd_create("pass-data", MFD_CLOEXEC);
  child->messageFile_ = memfd_create("pass-messages", MFD_CLOEXEC);
  int life[2];
  if (child->dataFile_ < 0 || child->messageFile_ < 0 || pipe2(life, O_CLOEXEC) != 0)
    return nullptr;
  child->endOfLife_ = life[0];
  int pid = fork();
  if (pid != 0)
    close(life[1]); // the child's copy closes with it
  if (pid < 0)
    return nullptr;
  if (pid == 0) {
    // A compiler that is killed takes its passes with it. The signal comes with the end of the
    // thread that called, which waits for the child anyway.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (isPrivileged())
      clearenv();             // Clang reads variables, such as CPATH
    FileSizeLimitFails guard; // memory files have sizes, too
    // The large stack is a thread, and glibc's heaps of threads grow page by page.
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_TOP_PAD, 1 << 20);
    ChildOutput output;
    output.files = {child->dataFile_, child->messageFile_, life[1]};
    output.leave = [&](int code) {
      if (!writeAll(child->dataFile_, output.data) ||
          !writeAll(child->messageFile_, output.messages))
        code = 1;
      // In case the parent's own handling of SIGCHLD takes the exit status.
      auto last = char(code);
      (void)!write(life[1], &last, 1);
      _exit(code);
    };
    onLargeStack([&] { output.leave(work(output)); });
  }
  child->pid_ = pid;
  return child;
}

bool Child::waitFor(int milliseconds) {
  if (pid_ < 0)
    return true;
  pollfd ready = {endOfLife_, POLLIN, 0};
  return poll(&ready, 1, milliseconds) > 0;
}

int Child::wait() {
  if (pid_ < 0)
    return exitCode_;
  int status = 0, waited;
  while ((waited = waitpid(pid_, &status, 0)) < 0 && errno == EINTR)
    ;
  pid_ = -1;
  char last;
  if (waited < 0) {
    exitCode_ = read(endOfLife_, &last, 1) == 1 ? static_cast<unsigned char>(last) : 1;
  } else if (WIFSIGNALED(status)) {
    exitCode_ = 128 + WTERMSIG(status);
    crash = std::string("the compiler pass ended with signal ") + strsignal(WTERMSIG(status));
  } else {
    exitCode_ = WEXITSTATUS(status);
  }
  output.data = contentsOf(dataFile_);
  output.messages = contentsOf(messageFile_);
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
  if (endOfLife_ >= 0)
    close(endOfLife_);
}

void becomeCompiler(int errors) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int number = 1; number < NSIG; ++number)
    signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);
  rlimit noCore = {0, 0};
  setrlimit(RLIMIT_CORE, &noCore);
  if (int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); file >= 0) {
    (void)!write(file, "1000", 4);
    close(file);
  }
  dup2(errors, STDERR_FILENO);
}

void closeAllBut(std::vector<int> files) {
  std::sort(files.begin(), files.end());
  unsigned first = STDERR_FILENO + 1;
  auto closeUpTo = [&](unsigned end) { // without `end`
    // Old kernels and some sandboxes do not know the call.
    if (first < end && close_range(first, end - 1, 0) != 0)
      for (unsigned file = first; file < std::min(end, 4096u); ++file)
        close(int(file));
  };
  for (const int file : files) {
    closeUpTo(unsigned(file));
    first = std::max(first, unsigned(file) + 1);
  }
  closeUpTo(~0u);
}

} // namespace anywarp
