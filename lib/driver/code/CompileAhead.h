// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels are compiled before they are launched, by processors that are idle: a program whose first
// kernel has to be compiled will most probably launch those that follow it in its text. What comes
// of it lies in the JIT's cache; a launch takes it from there, or waits for the compilation if that
// is under way. Nobody is told of failures: the launch fails in its turn.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <set>
#include <string>
#include <vector>

#include "driver/base/Object.h"
#include "driver/code/Program.h"
#include "exec/KernelAbi.h"

namespace anywarp::driver {

/// The class of blocks that a launch of `kernel` probably has, after one of another kernel of the
/// program had those of the class `seen`.
exec::BlockShape likelyShape(const ptx::Module &module, const ptx::Function &kernel,
                             const exec::BlockShape &seen);

/// The kernels of `module` to be compiled when `launched` is, in order. A bounded number: modules
/// of many kernels are libraries, of which a program uses few.
std::vector<const ptx::Function *> likelyKernels(const ptx::Module &module,
                                                 const ptx::Function &launched);

class CompileAhead {
public:
  static CompileAhead &get();
  /// `launched`, for blocks of the class `seen`, is about to be compiled for a launch. Once for
  /// each program.
  void follow(const Program &program, const ptx::Function &launched, const exec::BlockShape &seen);
  /// At the end of the process, before objects are destroyed that a compiler uses: forgets what was
  /// not begun, and waits for compilations under way to end, which they do at their next pass.
  void shutDown();

private:
  struct Job {
    std::shared_ptr<const Ref<const Program>> program; ///< one reference for all of a program
    const ptx::Function *kernel;
    exec::BlockShape shape;
  };
  static void *threadMain(void *self);
  void loop();
  void run(const Job &job) const;
  void joinLeaving(std::unique_lock<std::mutex> &lock);

  std::mutex mutex_; ///< guards everything below
  std::condition_variable ended_;
  std::set<std::string> followed_; ///< keys of programs
  std::deque<Job> jobs_;
  unsigned threads_ = 0;               ///< that look for jobs
  std::vector<pthread_t> leaving_;     ///< that will not any more
  std::atomic<bool> unwanted_ = false; ///< written under the lock
};

} // namespace anywarp::driver
