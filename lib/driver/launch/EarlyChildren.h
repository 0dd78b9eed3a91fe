// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work that the threads of a running grid launched, and that begins before its end. A GPU starts it
// at once, so that a parent may wait for what a child writes (seen, in every stream but that of
// tail launches). Here it waits for the parent's end, which keeps one order, unless that goes on
// for a while.
#pragma once

#include <atomic>
#include <functional>
#include <pthread.h>

#include "driver/base/Api.h"
#include "exec/Launch.h"

namespace anywarp::driver {

class EarlyChildren {
public:
  /// Runs the next piece, with everything below it, on any thread. False: there is none. Every
  /// launch makes one: it should hold no more than two words, which cost no allocation.
  using RunNext = std::function<bool(CUresult &)>;
  explicit EarlyChildren(RunNext runNext) : runNext_(std::move(runNext)) {}
  ~EarlyChildren() { (void)finish(); }

  /// There is one more. From any thread, while the parent runs.
  void noted();
  /// The parent has ended: no other begins. What went wrong with those that had begun.
  CUresult finish();

private:
  friend class Attendant;
  void start();
  void run();

  const RunNext runNext_;
  const exec::LaunchOfThread parent_; ///< made by the thread that launches it
  std::atomic<bool> isNoted_{false}, isOver_{false};
  pthread_t thread_{}; ///< set under the attendant's lock
  bool hasThread_ = false;
  CUresult result_ = CUDA_SUCCESS;
};

} // namespace anywarp::driver
