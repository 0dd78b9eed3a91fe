// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One piece of work in a stream: a launch, a copy, an event to be recorded. Commands of a stream
// end in order; a command may also wait for commands of other streams. Made by the thread that
// enqueues, run once by whichever thread the Scheduler picks, kept alive by events that refer to
// it.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "driver/base/Api.h"
#include "driver/base/Object.h"

namespace anywarp::driver {

class Stream;

/// Answered by a command that was told to try and could not end yet: it runs once more. Not a
/// result of the API.
inline constexpr CUresult kUnfinished = CUresult(1023);

/// Numbers of the last kernels that come before some point, by the stream's id (ManagedAccess.h).
using Clock = std::map<uint64_t, uint64_t>;

class Command : public Counted {
public:
  enum class Runs : uint8_t {
    Instantly,  ///< takes no time: run by whoever makes it ready, under the scheduler's lock
    Anywhere,   ///< by an executor or by a thread that waits for it
    OnExecutor, ///< calls the program: never in a thread of the program's
  };
  explicit Command(Runs runs) : runs_(runs) {}

  /// The work. `context` is CUDA_SUCCESS, or the error with which the context was lost: then the
  /// command only tidies up. What it answers becomes the context's sticky error if it is one.
  virtual CUresult run(CUresult context) = 0;

  /// Label of the work that the host must wait for before it touches exclusively owned managed
  /// memory. It is a kernel's name, a description of a copy, or an empty string for other such
  /// work. Null: the host need not wait.
  virtual const char *awaited() const { return nullptr; }

  bool isDone() const { return done_.load(std::memory_order_acquire); }
  /// What run answered; meant once isDone.
  CUresult result() const { return result_; }
  Stream *stream() const { return stream_.get(); }

private:
  friend class Scheduler;
  friend class ManagedAccess;
  enum class State : uint8_t { Queued, Ready, Running, Done };

  const Runs runs_;
  std::atomic<bool> done_{false};
  CUresult result_ = CUDA_SUCCESS;
  std::shared_ptr<const Clock> clock_; ///< what comes before its end; null: nobody asks
  uint64_t follows_ = 0; ///< the command before it (insight::Moment); set with the clock
  // Guarded by the scheduler's lock.
  State state_ = State::Queued;
  bool isWaitedFor_ = false;             ///< a thread sleeps until its end
  bool isBrief_ = false;                 ///< for threads that give the stream more work, too
  uint32_t blockers_ = 0;                ///< unfinished commands of other streams that it waits for
  std::vector<Ref<Command>> waitsFor_;   ///< these
  std::vector<Ref<Command>> successors_; ///< commands of other streams that wait for this one
  Ref<Stream> stream_;                   ///< while it is in one
};

/// Takes no time: ends when what it waits for has ended.
class Join final : public Command {
public:
  Join() : Command(Runs::Instantly) {}
  CUresult run(CUresult) override { return CUDA_SUCCESS; }
};

} // namespace anywarp::driver
