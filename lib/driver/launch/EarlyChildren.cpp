// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One thread of the process looks after the parents that have such children, and gives those that
// go on for too long a thread for them.
#include "driver/launch/EarlyChildren.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <unistd.h>

#include "exec/memory/HostGuard.h"
#include "support/Mutex.h"
#include "support/os/Threads.h"

namespace anywarp::driver {

using Clock = std::chrono::steady_clock;
/// Parents that end by then see nothing of all this.
static constexpr auto kPatience = std::chrono::milliseconds(10);

class Attendant {
public:
  /// Never destroyed: its thread does not end.
  static Attendant &get() {
    static Attendant &attendant = *new Attendant;
    return attendant;
  }

  void add(EarlyChildren &children) {
    LockGuard lock(mutex_);
    waiting_.emplace_back(Clock::now() + kPatience, &children);
    if (process_ != getpid()) { // a child of fork has no threads
      const auto attendFor = [](void *self) -> void * { static_cast<Attendant *>(self)->attend(); };
      pthread_t thread;
      if (!startThread(thread, attendFor, this))
        return; // the children begin when their parent has ended
      pthread_detach(thread);
      process_ = getpid();
    }
    changed_.notifyAll();
  }
  void remove(const EarlyChildren &children) {
    LockGuard lock(mutex_);
    std::erase_if(waiting_, [&](const auto &entry) { return entry.second == &children; });
  }

private:
  [[noreturn]] void attend() {
    LockGuard lock(mutex_);
    while (true) {
      if (waiting_.empty()) {
        changed_.wait(mutex_);
      } else if (const auto [due, children] = waiting_.front(); Clock::now() < due) {
        changed_.waitUntil(mutex_, due);
      } else {
        waiting_.pop_front();
        children->start();
      }
    }
  }

  Mutex mutex_;
  Condition changed_;
  std::deque<std::pair<Clock::time_point, EarlyChildren *>>
      waiting_ AW_GUARDED_BY(mutex_);       ///< in the order of time
  pid_t process_ AW_GUARDED_BY(mutex_) = 0; ///< whose thread attends
};

void EarlyChildren::noted() {
  if (!isNoted_.exchange(true))
    Attendant::get().add(*this);
}

void EarlyChildren::start() {
  const auto runFor = [](void *self) -> void * {
    static_cast<EarlyChildren *>(self)->run();
    return nullptr;
  };
  hasThread_ = startThread(thread_, runFor, this);
}

void EarlyChildren::run() {
  exec::DeviceAccess access; // as in every command
  while (!isOver_.load() && result_ == CUDA_SUCCESS)
    if (!runNext_(result_))
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  if (result_ != CUDA_SUCCESS)
    parent_.stop(); // its threads may wait for the child that failed
}

CUresult EarlyChildren::finish() {
  if (!isNoted_.load())
    return CUDA_SUCCESS;
  Attendant::get().remove(*this);
  isOver_.store(true);
  if (hasThread_)
    pthread_join(thread_, nullptr);
  hasThread_ = false;
  return result_;
}

} // namespace anywarp::driver
