// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A lock that its first thread takes without an atomic operation, which would wait for all of the
// thread's stores. When another thread comes, membarrier orders the two, and from then on it is a
// plain mutex.
#pragma once

#include <atomic>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>

#include "support/Mutex.h"

namespace anywarp::insight {

class AW_THREAD(capability("mutex")) BiasedLock {
public:
  BiasedLock() {
    static const bool isThere =
        syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
    isShared_.store(!isThere, std::memory_order_relaxed);
  }
  void lock() AW_THREAD(acquire_capability()) AW_UNCHECKED {
    if (isFirst()) {
      isInside_.store(true, std::memory_order_relaxed);
      std::atomic_signal_fence(std::memory_order_seq_cst);
      if (!isShared_.load(std::memory_order_acquire)) [[likely]]
        return;
      isInside_.store(false, std::memory_order_release);
    }
    mutex_.lock();
    if (isShared_.load(std::memory_order_relaxed))
      return awaitFirst();
    isShared_.store(true, std::memory_order_seq_cst);
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
    awaitFirst();
  }
  void unlock() AW_THREAD(release_capability()) AW_UNCHECKED {
    if (isInside_.load(std::memory_order_relaxed) && isFirst()) [[likely]]
      isInside_.store(false, std::memory_order_release);
    else
      mutex_.unlock();
  }

private:
  bool isFirst() {
    const void *const self = __builtin_thread_pointer(); // without a call, as thread_local has
    const void *first = first_.load(std::memory_order_relaxed);
    if (!first && first_.compare_exchange_strong(first, self))
      return true;
    return first == self;
  }
  /// It may still be at what it began before it was told.
  void awaitFirst() {
    while (!isFirst() && isInside_.load(std::memory_order_acquire))
      std::this_thread::yield();
  }
  std::atomic<const void *> first_{nullptr};
  std::atomic<bool> isInside_{false}, isShared_{false};
  Mutex mutex_;
};

} // namespace anywarp::insight
