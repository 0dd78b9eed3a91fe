// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the commands of all streams of the process, each as soon as everything it waits for has
// ended.
//
// Who runs a command: a thread that waits for it takes it, or what stands before it, and runs it
// itself. So an empty launch and its synchronisation never leave the thread. A thread that gives
// brief work runs that, too. Executors, threads of the scheduler, run the rest. When all are busy
// and a command is ready, another one is started, so that commands that wait for each other's
// effects get on. At a fast pace one idle executor looks for work every kNap instead of being woken
// for each.
//
// One lock guards all queues. It is held for list operations only, never while a command runs
// (instant ones aside).
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <span>
#include <vector>

#include "driver/stream/Command.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class Context;
class Stream;

class Scheduler {
public:
  /// `executors`: most threads of its own.
  explicit Scheduler(unsigned executors) : limit_(executors) {}

  /// Appends `command` to its stream. It waits for everything before it in the stream, for what the
  /// rules of the legacy default stream say, and for `after`.
  void enqueue(Ref<Command> command, Stream &stream, const std::vector<Ref<Command>> &after = {});
  /// Appends `command` to the first stream. It waits for what is in the others, too, and what they
  /// get later waits for it. `runsHere`: if nothing stands before it, the calling thread runs it
  /// before any executor does; it may answer kUnfinished.
  void enqueue(const Ref<Command> &command, std::span<Stream *const> streams,
               std::vector<Ref<Command>> after, bool runsHere);

  enum class AtOnce : uint8_t {
    Busy, ///< something stands before it: nothing was done
    Ended,
    Left ///< it answered kUnfinished, and is the first stream's now
  };
  /// If nothing stands before it, the calling thread runs the command for all the streams; their
  /// younger work waits for it. The streams live until it returns: to destroy one meanwhile is the
  /// program's mistake.
  AtOnce runIfIdle(Ref<Command> command, std::span<Stream *const> streams);

  /// `command`, which cannot have begun, waits for `by` too: for work that makes work in its turn.
  void delay(Command &command, const Ref<Command> &by);

  /// Of a short command that the calling thread has enqueued. If nothing stands before it, it has
  /// ended at the return, and so before what the thread gives to other streams later. The manuals
  /// promise no such order, but a GPU shows it and programs count on it.
  void endIfReady(Command &command);
  /// Returns when the command has ended; takes part in running what it needs.
  void wait(Command &command);
  /// The same for everything that is in the stream, or in any stream of the context, now.
  void wait(Stream &stream);
  void wait(Context &context);
  /// The same, but nothing that the program may rely on.
  void waitUnnoticed(Context &context);
  /// The same for everything.
  void waitForAll();
  /// Does `work` while no command is in any stream: what other threads enqueue waits for it, so
  /// that `work` must not.
  void whileIdle(const std::function<void()> &work);

  /// True if nothing that is in the stream is unfinished.
  bool isIdle(Stream &stream);
  /// True if the command has ended: what a call tells the program.
  static bool isDone(const Command &command);
  /// The last unfinished command of the stream, of each of the context's streams.
  Ref<Command> last(Stream &stream);
  std::vector<Ref<Command>> last(Context &context);
  /// True if what is enqueued in the stream now comes after the end of `command`.
  bool comesAfter(Stream &stream, const Command &command);
  /// True while the command is in a stream.
  bool isEnqueued(const Command &command);
  /// The streams that the context has now.
  std::vector<Ref<Stream>> streams(Context &context);

  /// A stream enters and leaves the list of its context's streams.
  void addStream(Stream &stream);
  void removeStream(Stream &stream);

  /// Waits until no command is unfinished, at most `limit`, then ends the executors. Commands that
  /// still run after that are left to the end of the process.
  void shutDown(std::chrono::milliseconds limit);
  /// True once commands that wait for something outside should give up.
  bool isStopping() const { return stopping_.load(std::memory_order_relaxed); }
  /// The command that the calling thread runs; null if none.
  static const Command *running();
  /// True in a thread of the scheduler.
  static bool isExecutor();

private:
  // The lock is held when one of these is called and when it returns. Some let it go in between.
  static void noteOrder(Command &command, Stream &stream, const std::vector<Ref<Command>> &after);
  void block(Command &command, const Ref<Command> &by) AW_REQUIRES(mutex_);
  void append(Ref<Command> command, Stream &stream, const std::vector<Ref<Command>> &after)
      AW_REQUIRES(mutex_);
  bool isFree(const Stream &stream) const AW_REQUIRES(mutex_);
  void makeReady(Stream &stream) AW_REQUIRES(mutex_);
  void runBrief(Stream &stream) AW_REQUIRES(mutex_);
  void note(Stream &stream) AW_REQUIRES(mutex_);
  void settle() AW_REQUIRES(mutex_);
  void offer() AW_REQUIRES(mutex_);
  void runFirst(Stream &stream, bool goesOn) AW_REQUIRES(mutex_);
  CUresult runOutside(Command &command, const Context &context) AW_REQUIRES(mutex_);
  void leaveUnfinished(Stream &stream) AW_REQUIRES(mutex_);
  void waitLocked(Command &command) AW_REQUIRES(mutex_);
  Ref<Stream> end(Command &command, CUresult result) AW_REQUIRES(mutex_);
  void finish(Command &command, CUresult result) AW_REQUIRES(mutex_);
  void drop() AW_REQUIRES(mutex_);
  Stream *pick() AW_REQUIRES(mutex_);
  Stream *runnableFor(Stream &stream) AW_REQUIRES(mutex_);
  void callExecutor(bool atOnce) AW_REQUIRES(mutex_);
  static void *threadMain(void *scheduler);
  void executorLoop();
  void rest() AW_REQUIRES(mutex_);

  static constexpr std::chrono::microseconds kNap{50};
  /// How long a thread that waits watches before it sleeps.
  static constexpr std::chrono::microseconds kSpin{20};
  /// Naps without any work before an executor sleeps until it is woken.
  static constexpr unsigned kNaps = 20;
  /// The same after a sleep, until it has run something: a nap costs 20 us in a virtual machine.
  static constexpr unsigned kNapsWoken = 2;

  Mutex mutex_;        ///< guards everything below and the queues of all streams
  Condition work_;     ///< for executors
  Condition finished_; ///< for threads that wait
  std::vector<Stream *>
      ready_ AW_GUARDED_BY(mutex_); ///< streams whose first command can run, oldest first
  std::vector<Stream *>
      unsettled_ AW_GUARDED_BY(mutex_); ///< streams whose first command is to be looked at
  std::vector<Ref<Counted>>
      ended_ AW_GUARDED_BY(mutex_); ///< commands and streams to be released without the lock
  const unsigned limit_;
  unsigned executors_ AW_GUARDED_BY(mutex_) = 0, idle_ AW_GUARDED_BY(mutex_) = 0;
  unsigned napping_ AW_GUARDED_BY(mutex_) = 0, waiters_ AW_GUARDED_BY(mutex_) = 0;
  unsigned naps_ AW_GUARDED_BY(mutex_) = 0;             ///< in a row without work
  std::vector<Stream *> streams_ AW_GUARDED_BY(mutex_); ///< all there are
  uint64_t unfinished_ AW_GUARDED_BY(mutex_) = 0;
  bool goesOn_ AW_GUARDED_BY(mutex_) = false; ///< in runFirst: its caller takes or offers more
  std::atomic<uint64_t> endings_{0};          ///< commands that have ended
  uint64_t offers_ AW_GUARDED_BY(mutex_) = 0; ///< commands that executors could have run
  std::atomic<bool> stopping_{false};
};

} // namespace anywarp::driver
