// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads for compilations that nobody waits for.
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <pthread.h>
#include <vector>

#include "support/Mutex.h"

namespace anywarp::jit {

class Background {
public:
  /// What a job is given becomes true when the process ends and it should, too.
  using Job = std::function<void(const std::atomic<bool> &unwanted)>;

  static Background &get();
  /// Begins a job. False: `most` that were begun so are under way, or there is no thread for it.
  bool begin(unsigned most, Job job);
  /// Jobs that nobody may ever need, in order, by at most so many threads at once.
  void guess(unsigned most, std::vector<Job> jobs);
  /// At the end of the process, before objects are destroyed that a compiler uses: forgets guesses,
  /// lets jobs that were begun end in `patience`, and waits for all threads.
  void shutDown(std::chrono::milliseconds patience);

private:
  struct Crew {
    std::deque<Job> jobs;
    unsigned threads = 0;
    std::atomic<bool> unwanted = false; ///< written under the lock, read without
  };
  struct Start; ///< what a thread is given
  static void *threadMain(void *start);
  bool start(bool isGuess) AW_REQUIRES(mutex_);
  void loop(bool isGuess);
  Crew &crew(bool isGuess) AW_REQUIRES(mutex_) { return isGuess ? guesses_ : begun_; }
  void joinLeaving() AW_REQUIRES(mutex_); ///< lets the mutex go in between

  Mutex mutex_;
  Condition ended_;
  Crew begun_ AW_GUARDED_BY(mutex_), guesses_ AW_GUARDED_BY(mutex_);
  std::vector<pthread_t> leaving_ AW_GUARDED_BY(mutex_); ///< threads that look for jobs no more
  bool isEnding_ AW_GUARDED_BY(mutex_) = false;
};

} // namespace anywarp::jit
