// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Mutexes and locks that Clang's thread-safety analysis knows: a member says which mutex guards it,
// a function which one its caller holds, and the build fails where neither is so. With other
// compilers they are those of the standard library.
//
// A lambda is analysed by itself: one that runs under a lock of its function begins with
// `mutex.assertHeld()`, which does nothing.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <shared_mutex>

#if defined(__clang__)
#define AW_THREAD(attribute) __attribute__((attribute))
#else
#define AW_THREAD(attribute)
#endif
/// Of a member: only under that mutex.
#define AW_GUARDED_BY(mutex) AW_THREAD(guarded_by(mutex))
/// Of a pointer: so is what it points to.
#define AW_POINTS_TO_GUARDED_BY(mutex) AW_THREAD(pt_guarded_by(mutex))
/// Of a function: its callers hold the mutex, for reading at least.
#define AW_REQUIRES(...) AW_THREAD(requires_capability(__VA_ARGS__))
#define AW_REQUIRES_SHARED(...) AW_THREAD(requires_shared_capability(__VA_ARGS__))
/// Of a function that looks without the lock, for a reason that stands there.
#define AW_UNCHECKED AW_THREAD(no_thread_safety_analysis)

namespace anywarp {

/// STD: the standard library's.
template <typename Std> class AW_THREAD(capability("mutex")) AnyMutex : public Std {
public:
  void lock() AW_THREAD(acquire_capability()) { Std::lock(); }
  void unlock() AW_THREAD(release_capability()) { Std::unlock(); }
  void lock_shared() AW_THREAD(acquire_shared_capability()) { Std::lock_shared(); }
  void unlock_shared() AW_THREAD(release_shared_capability()) { Std::unlock_shared(); }
  void assertHeld() const AW_THREAD(assert_capability(this)) {}
};
using Mutex = AnyMutex<std::mutex>;
using SharedMutex = AnyMutex<std::shared_mutex>;

/// Holds a mutex while it lives.
template <typename M> class AW_THREAD(scoped_lockable) LockGuard {
public:
  explicit LockGuard(M &mutex) AW_THREAD(acquire_capability(mutex)) : mutex_(mutex) {
    mutex.lock();
  }
  ~LockGuard() AW_THREAD(release_capability()) { mutex_.unlock(); }
  LockGuard(const LockGuard &) = delete;
  LockGuard &operator=(const LockGuard &) = delete;

private:
  M &mutex_;
};

/// The same, for reading, together with others that read.
class AW_THREAD(scoped_lockable) SharedLock {
public:
  explicit SharedLock(SharedMutex &mutex) AW_THREAD(acquire_shared_capability(mutex))
      : mutex_(mutex) {
    mutex.lock_shared();
  }
  ~SharedLock() AW_THREAD(release_capability()) { mutex_.unlock_shared(); }
  SharedLock(const SharedLock &) = delete;
  SharedLock &operator=(const SharedLock &) = delete;

private:
  SharedMutex &mutex_;
};

/// May be let go before its end, and taken again.
template <typename M> class AW_THREAD(scoped_lockable) UniqueLock {
public:
  explicit UniqueLock(M &mutex) AW_THREAD(acquire_capability(mutex)) : mutex_(mutex) {
    mutex.lock();
  }
  ~UniqueLock() AW_THREAD(release_capability()) {
    if (isHeld_)
      mutex_.unlock();
  }
  UniqueLock(const UniqueLock &) = delete;
  UniqueLock &operator=(const UniqueLock &) = delete;
  void unlock() AW_THREAD(release_capability()) {
    mutex_.unlock();
    isHeld_ = false;
  }
  void lock() AW_THREAD(acquire_capability()) {
    mutex_.lock();
    isHeld_ = true;
  }

private:
  M &mutex_;
  bool isHeld_ = true;
};

/// Lets a thread that holds a mutex wait until another says that something has changed. There are
/// no predicates: a loop around wait() asks for what it waits for.
class Condition {
public:
  void wait(Mutex &mutex) AW_REQUIRES(mutex) {
    std::unique_lock<std::mutex> lock(mutex, std::adopt_lock);
    changed_.wait(lock);
    lock.release();
  }
  template <typename Clock, typename Duration>
  std::cv_status waitUntil(Mutex &mutex, const std::chrono::time_point<Clock, Duration> &until)
      AW_REQUIRES(mutex) {
    std::unique_lock<std::mutex> lock(mutex, std::adopt_lock);
    const std::cv_status status = changed_.wait_until(lock, until);
    lock.release();
    return status;
  }
  void notifyOne() { changed_.notify_one(); }
  void notifyAll() { changed_.notify_all(); }

private:
  std::condition_variable changed_;
};

} // namespace anywarp
