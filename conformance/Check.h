// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all programs of conformance/ check with. A failed check prints its line and what was seen,
// and the program goes on. A folder's own header adds the names of its library's results.
#pragma once

#include <atomic>
#include <cstdio>
#include <functional>
#include <string>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>

inline std::atomic<int> failures = 0;
/// Output is seen even if the program is killed.
inline const int unbuffered = std::setvbuf(stdout, nullptr, _IOLBF, 1 << 16);

/// A value in a message. Headers of libraries whose results have names overload it.
template <typename T> std::string nameOf(T value) {
  if constexpr (std::is_pointer_v<T>)
    return std::to_string(reinterpret_cast<size_t>(value));
  else if constexpr (std::is_floating_point_v<T>)
    return std::to_string(value);
  else
    return std::to_string(static_cast<long long>(value));
}

/// The value is the expected one, which is converted to its type.
#define EQUAL(expected, value)                                                                     \
  do {                                                                                             \
    const auto given_ = (expected);                                                                \
    const auto seen_ = (value);                                                                    \
    const auto expected_ = static_cast<std::remove_const_t<decltype(seen_)>>(given_);              \
    if (!(seen_ == expected_)) {                                                                   \
      ++failures;                                                                                  \
      std::printf("%s:%d: %s\n    is %s, expected %s\n", __FILE__, __LINE__, #value,               \
                  std::string(nameOf(seen_)).c_str(), std::string(nameOf(expected_)).c_str());     \
    }                                                                                              \
  } while (0)
/// The call answers `expected`.
#define EXPECT(expected, call) EQUAL(expected, call)
#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      ++failures;                                                                                  \
      std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);                        \
    }                                                                                              \
  } while (0)

/// Runs `body` in a process of its own: for what cannot be undone. The library must not have been
/// used in this one.
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
  if (WIFSIGNALED(status)) {
    std::printf("%s: ended by signal %d\n", name, WTERMSIG(status));
    ++failures;
  } else if (WEXITSTATUS(status)) {
    std::printf("%s: failed\n", name);
    ++failures;
  }
}

/// The last line of main: prints the verdict and gives the exit code.
inline int finish(const char *name) {
  if (failures == 0)
    std::printf("%s: ok\n", name);
  else
    std::printf("%s: %d failures\n", name, failures.load());
  return failures != 0;
}
