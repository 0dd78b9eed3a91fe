// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of this folder check with. A failed check prints its line and what was seen,
// and the program goes on. Expectations were recorded on an H200 with NVIDIA's runtime 13.0.
#pragma once

#include <atomic>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

inline std::atomic<int> failures = 0;
/// Output is seen even if the program is killed.
inline const int unbuffered = std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);

/// For what NVIDIA's library does otherwise for reasons that ours has not: it crashes on handles
/// that it did not give out, and on some other junk.
inline bool onNvidia() {
  cudaDeviceProp properties;
  return cudaGetDeviceProperties(&properties, 0) == cudaSuccess &&
         !std::strncmp(properties.name, "NVIDIA", 6);
}

/// The call answers `expected`, and leaves it as the thread's last error.
#define EXPECT(expected, call)                                                                     \
  do {                                                                                             \
    cudaError_t seen_ = (call), last_ = cudaGetLastError();                                        \
    if (seen_ != (expected) || last_ != (expected)) {                                              \
      ++failures;                                                                                  \
      std::printf("%s:%d: %s\n    answers %s (last error %s), expected %s\n", __FILE__, __LINE__,  \
                  #call, cudaGetErrorName(seen_), cudaGetErrorName(last_),                         \
                  cudaGetErrorName(expected));                                                     \
    }                                                                                              \
  } while (0)
#define OK(call) EXPECT(cudaSuccess, call)

/// The two numbers are equal.
#define EQUAL(expected, value)                                                                     \
  do {                                                                                             \
    auto expected_ = (expected);                                                                   \
    auto value_ = (value);                                                                         \
    if (!(value_ == static_cast<decltype(value_)>(expected_))) {                                   \
      ++failures;                                                                                  \
      std::printf("%s:%d: %s\n    is %lld, expected %lld\n", __FILE__, __LINE__, #value,           \
                  (long long)value_, (long long)expected_);                                        \
    }                                                                                              \
  } while (0)
#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      ++failures;                                                                                  \
      std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);                        \
    }                                                                                              \
  } while (0)

/// Runs `body(0)` and `body(1)` at once, each on a thread of its own.
inline void onTwoThreads(const std::function<void(int)> &body) {
  std::thread first(body, 0), second(body, 1);
  first.join();
  second.join();
}

/// Runs `body` in a process of its own: for what cannot be undone. Nothing of the runtime may have
/// been called in this one.
inline void inChild(const char *name, const std::function<void()> &body) {
  std::fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    failures = 0;
    body();
    std::fflush(stdout);
    _exit(failures ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status)) {
    std::printf("%s: %s %d\n", name, WIFEXITED(status) ? "failed" : "ended by signal",
                WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
    ++failures;
  }
}

/// Last line of main.
inline int finish(const char *name) {
  std::printf("%s: %s\n", name, failures ? "FAILED" : "ok");
  return failures != 0;
}
