// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs about managed memory of devices without concurrentManagedAccess have: parts in
// processes of their own, which end well or by a fault.
#pragma once

#include <csignal>
#include <fcntl.h>

#include "Check.h"

inline bool isShared; ///< the device has concurrentManagedAccess

/// What a part of the program has: a kernel that spins until it is told to end, and managed memory.
struct Fixture {
  CUmodule module;
  CUfunction empty, increment, waitFor;
  CUstream s, t;
  CUdeviceptr flag = 0; ///< pinned
  CUdeviceptr p = 0;    ///< managed
  volatile unsigned *x;

  explicit Fixture(unsigned flags = CU_MEM_ATTACH_GLOBAL) {
    usePrimary();
    module = loadPtx(kIotaPtx + ".visible .global .attribute(.managed) .u32 shared = 5;\n");
    empty = kernelOf(module, "empty");
    increment = kernelOf(module, "increment");
    waitFor = kernelOf(module, "waitFor");
    OK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&t, CU_STREAM_NON_BLOCKING));
    void *pinned = nullptr;
    OK(cuMemHostAlloc(&pinned, 4, 0));
    flag = CUdeviceptr(pinned);
    OK(cuMemAllocManaged(&p, 10000, flags));
    x = reinterpret_cast<volatile unsigned *>(p);
    x[0] = 10;
    // What a first launch does is done.
    OK(launch1(empty, 1, 1, {}, s));
    CUdeviceptr other = 0;
    OK(cuMemAlloc(&other, 4));
    OK(launch1(increment, 1, 1, {&other}, s));
    OK(cuCtxSynchronize());
  }
  /// A kernel is at work in the stream from now on, until end().
  void begin(CUstream stream) {
    *reinterpret_cast<volatile unsigned *>(flag) = 0;
    OK(launch1(waitFor, 1, 1, {&flag}, stream));
  }
  void end() { *reinterpret_cast<volatile unsigned *>(flag) = 1; }
  /// Touches the memory while the kernel is at work.
  void touchAndEnd() {
    x[1] = x[0] + 1;
    end();
    OK(cuCtxSynchronize());
    EQUAL(11, x[1]);
  }
};

/// Runs it in a process of its own, which is to end well, or by a fault where memory is not shared.
inline void part(const char *name, bool isForbidden, const std::function<void()> &body) {
  std::fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    signal(SIGSEGV, SIG_DFL);
    if (isForbidden) // what is said of it is looked at elsewhere
      dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    alarm(60);
    failures = 0;
    body();
    std::fflush(stdout);
    _exit(failures ? 100 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  const int end = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  const int expected = isForbidden && !isShared ? SIGSEGV : 0;
  if (end != expected) {
    ++failures;
    std::printf("%s: ends with %d, expected %d\n", name, end, expected);
  }
}

template <typename Body> inline void forbidden(const char *name, Body body) {
  part(name, /*isForbidden=*/true, body);
}
template <typename Body> inline void allowed(const char *name, Body body) {
  part(name, /*isForbidden=*/false, body);
}

/// To be called first.
inline void askWhetherShared() {
  // The driver is for the children.
  pid_t child = fork();
  if (child == 0) {
    usePrimary();
    int value = -1;
    OK(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, 0));
    _exit(value);
  }
  int status = 0;
  waitpid(child, &status, 0);
  isShared = WIFEXITED(status) && WEXITSTATUS(status) == 1;
  std::printf("the memory is %s\n", isShared ? "shared" : "the device's while it works");
}
