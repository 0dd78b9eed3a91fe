// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads for compilations that nobody waits for.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <pthread.h>
#include <vector>

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
    std::atomic<bool> unwanted = false;
    bool start(Background &all);
  };
  struct Start; ///< what a thread is given
  static void *threadMain(void *start);
  void loop(Crew &crew);
  void joinLeaving(std::unique_lock<std::mutex> &lock);

  std::mutex mutex_; ///< guards everything below; `unwanted` is written under it
  std::condition_variable ended_;
  Crew begun_, guesses_;
  std::vector<pthread_t> leaving_; ///< threads that look for jobs no more
  bool isEnding_ = false;
};

} // namespace anywarp::jit
