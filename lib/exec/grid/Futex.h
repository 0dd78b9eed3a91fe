// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Waiting for a word to change, without spinning and without a lock.
#pragma once

#include <atomic>
#include <climits>
#include <cstdint>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace anywarp::exec {

/// Sleeps while *word == expected; may return early.
inline void futexWait(std::atomic<uint32_t> &word, uint32_t expected) {
  syscall(SYS_futex, reinterpret_cast<uint32_t *>(&word), FUTEX_WAIT_PRIVATE, expected, nullptr,
          nullptr, 0);
}

/// Wakes up to `count` threads that sleep on `word`.
inline void futexWake(std::atomic<uint32_t> &word, unsigned count = INT_MAX) {
  syscall(SYS_futex, reinterpret_cast<uint32_t *>(&word), FUTEX_WAKE_PRIVATE, count, nullptr,
          nullptr, 0);
}

} // namespace anywarp::exec
