// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Queues, dependences, executors.
#include "driver/stream/Scheduler.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <pthread.h>
#include <sys/prctl.h>
#include <unordered_set>
#include <utility>

#include "driver/context/Context.h"
#include "driver/process/Process.h"
#include "driver/stream/Stream.h"
#include "exec/arch/Processor.h"
#include "exec/memory/HostGuard.h"
#include "support/os/Threads.h"

namespace anywarp::driver {

static thread_local bool isExecutorThread = false;

bool Scheduler::isExecutor() { return isExecutorThread; }

static thread_local const Command *runningCommand = nullptr;

const Command *Scheduler::running() { return runningCommand; }

namespace {
/// A call of the program waits for something. When the scope ends, the program knows of its end.
class WaitScope {
public:
  template <typename Target> explicit WaitScope(const Target &target) {
    if (ManagedAccess::followsOrder())
      clock_ = Process::get().managed.clockOf(target);
  }
  explicit WaitScope(Clock clock) : clock_(std::move(clock)) {}
  ~WaitScope() {
    if (!clock_.empty())
      Process::get().managed.know(clock_);
  }
  WaitScope(const WaitScope &) = delete;

private:
  Clock clock_;
};
} // namespace

// -- Queues ---------------------------------------------------------------------------------------

void Scheduler::addStream(Stream &stream) {
  LockGuard lock(mutex_);
  stream.context().streams_.push_back(&stream);
  streams_.push_back(&stream);
}

void Scheduler::removeStream(Stream &stream) {
  LockGuard lock(mutex_);
  std::erase(stream.context().streams_, &stream);
  std::erase(streams_, &stream);
}

void Scheduler::block(Command &command, const Ref<Command> &by) {
  if (by->state_ == Command::State::Done)
    return;
  ++command.blockers_;
  command.waitsFor_.push_back(by);
  by->successors_.push_back(Ref<Command>(&command));
}

/// For the rules of managed memory: commands that have ended count, too.
void Scheduler::noteOrder(Command &command, Stream &stream,
                          const std::vector<Ref<Command>> &after) {
  std::vector<const Stream *> ordered;
  if (stream.isLegacy())
    std::copy_if(stream.context().streams_.begin(), stream.context().streams_.end(),
                 std::back_inserter(ordered),
                 [](const Stream *other) { return other->isBlocking(); });
  else if (stream.isBlocking())
    ordered.push_back(&stream.context().legacyStream());
  Process::get().managed.enter(command, stream, ordered, after);
}

/// At the end of the stream's queue; for the caller to settle.
void Scheduler::append(Ref<Command> command, Stream &stream,
                       const std::vector<Ref<Command>> &after) {
  assert(!command->stream_ && "a command is enqueued once");
  if (ManagedAccess::followsOrder())
    noteOrder(*command, stream, after);
  command->stream_ = Ref<Stream>(&stream);
  for (const Ref<Command> &other : after)
    block(*command, other);
  if (stream.isLegacy()) {
    for (Stream *other : stream.context().streams_)
      if (other->isBlocking() && !other->queue_.empty())
        block(*command, other->queue_.back());
  } else if (stream.isBlocking() && !stream.context().legacyStream().queue_.empty()) {
    block(*command, stream.context().legacyStream().queue_.back());
  }
  ++unfinished_;
  stream.queue_.push(std::move(command));
}

void Scheduler::enqueue(Ref<Command> command, Stream &stream,
                        const std::vector<Ref<Command>> &after) {
  LockGuard lock(mutex_);
  append(std::move(command), stream, after);
  if (stream.queue_.size() == 1) {
    note(stream);
    settle();
    drop();
  }
}

/// Nothing would stand before what the stream got now.
bool Scheduler::isFree(const Stream &stream) const {
  if (!stream.queue_.empty() || ManagedAccess::followsOrder())
    return false;
  if (stream.isLegacy())
    return std::all_of(
        stream.context().streams_.begin(), stream.context().streams_.end(),
        [](const Stream *other) { return !other->isBlocking() || other->queue_.empty(); });
  return !stream.isBlocking() || stream.context().legacyStream().queue_.empty();
}

/// Runs brief commands that the stream has, as far as they can be ended now.
void Scheduler::runBrief(Stream &stream) {
  while (!stream.queue_.empty()) {
    const Command *first = stream.queue_.front().get();
    if (!first->isBrief_ || first->state_ != Command::State::Ready)
      return;
    runFirst(stream, /*goesOn=*/false);
    if (!stream.queue_.empty() && stream.queue_.front().get() == first)
      return;
  }
}

void Scheduler::enqueue(const Ref<Command> &command, std::span<Stream *const> streams,
                        std::vector<Ref<Command>> after, bool runsHere) {
  assert(!streams.empty());
  Stream &first = *streams.front();
  const auto others = streams.subspan(1);
  LockGuard lock(mutex_);
  command->isBrief_ = runsHere;
  if (runsHere)
    runBrief(first);
  for (Stream *other : others)
    if (!isFree(*other)) {
      after.push_back(make<Join>());
      append(after.back(), *other, {});
      note(*other);
    }
  append(command, first, after);
  for (Stream *other : others)
    append(make<Join>(), *other, {command});
  if (runsHere && first.queue_.size() == 1 && !command->blockers_) {
    runFirst(first, /*goesOn=*/false);
    return;
  }
  note(first);
  settle();
  drop();
}

void Scheduler::delay(Command &command, const Ref<Command> &by) {
  LockGuard lock(mutex_);
  assert((command.state_ == Command::State::Queued || command.state_ == Command::State::Ready) &&
         "it cannot have begun");
  std::erase_if(command.waitsFor_,
                [](const Ref<Command> &c) { return c->state_ == Command::State::Done; });
  block(command, by);
}

bool Scheduler::isEnqueued(const Command &command) {
  LockGuard lock(mutex_);
  return bool(command.stream_);
}

bool Scheduler::comesAfter(Stream &stream, const Command &command) {
  LockGuard lock(mutex_);
  std::unordered_set<const Command *> seen;
  std::vector<const Command *> open;
  if (!stream.queue_.empty())
    open.push_back(stream.queue_.back().get());
  while (!open.empty()) { // each with everything before it in its stream
    const Command *last = open.back();
    open.pop_back();
    if (!last->stream_) // not enqueued yet, or done
      continue;
    const auto &queue = last->stream_->queue_;
    auto it = std::find_if(queue.rbegin(), queue.rend(),
                           [last](const Ref<Command> &c) { return c.get() == last; });
    for (; it != queue.rend() && seen.insert(it->get()).second; ++it) {
      if (it->get() == &command)
        return true;
      for (const Ref<Command> &other : (*it)->waitsFor_)
        open.push_back(other.get());
    }
  }
  return false;
}

/// The stream's first command is to be looked at by the next settle().
void Scheduler::note(Stream &stream) {
  if (stream.isUnsettled_)
    return;
  stream.isUnsettled_ = true;
  unsettled_.push_back(&stream);
}

/// Looks at the first commands of the noted streams, and at what follows from what it finds.
void Scheduler::settle() {
  for (size_t i = 0; i < unsettled_.size(); ++i) {
    Stream &stream = *unsettled_[i];
    stream.isUnsettled_ = false;
    if (stream.queue_.empty())
      continue;
    Command &command = *stream.queue_.front();
    if (command.state_ != Command::State::Queued || command.blockers_)
      continue;
    if (command.runs_ == Command::Runs::Instantly) {
      command.state_ = Command::State::Running;
      finish(command, command.run(stream.context().error()));
      continue;
    }
    makeReady(stream);
  }
  unsettled_.clear();
}

/// Whoever is free may run the stream's first command.
void Scheduler::makeReady(Stream &stream) {
  Command &command = *stream.queue_.front();
  command.state_ = Command::State::Ready;
  ready_.push_back(&stream);
  const bool isUrgent = command.runs_ == Command::Runs::OnExecutor;
  if (goesOn_ && !isUrgent)
    return;
  ++offers_;
  callExecutor(/*atOnce=*/isUrgent);
}

/// What is ready is not taken by the thread that made it so.
void Scheduler::offer() {
  ++offers_;
  callExecutor(/*atOnce=*/false);
  if (waiters_)
    finished_.notifyAll();
}

/// Bookkeeping of a command that has run; notes streams that may go on. The stream's queue still
/// has it.
Ref<Stream> Scheduler::end(Command &command, CUresult result) {
  Ref<Stream> owner = std::move(command.stream_);
  if (result != CUDA_SUCCESS)
    owner->context().lose(result);
  command.result_ = result;
  command.state_ = Command::State::Done;
  command.done_.store(true, std::memory_order_release);
  command.waitsFor_.clear();
  for (Ref<Command> &successor : command.successors_) {
    --successor->blockers_;
    if (successor->stream_ && successor->stream_->queue_.front() == successor)
      note(*successor->stream_);
    ended_.push_back(std::move(successor));
  }
  command.successors_.clear();
  --unfinished_;
  endings_.store(endings_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
  if (waiters_ && (!goesOn_ || command.isWaitedFor_ || !unfinished_))
    finished_.notifyAll();
  return owner;
}

/// The same, and the stream goes on.
void Scheduler::finish(Command &command, CUresult result) {
  Ref<Stream> owner = end(command, result);
  Stream &stream = *owner;
  ended_.push_back(stream.queue_.pop());
  if (!stream.queue_.empty())
    note(stream);
  ended_.push_back(std::move(owner));
}

/// Releases what has ended, without the lock: a last reference may free much.
void Scheduler::drop() {
  if (ended_.empty())
    return;
  std::vector<Ref<Counted>> ended;
  ended.swap(ended_);
  mutex_.unlock();
  ended.clear();
  mutex_.lock();
  if (ended_.empty())
    ended_.swap(ended); // keep the memory
}

// -- Running --------------------------------------------------------------------------------------

/// Runs it without the lock.
CUresult Scheduler::runOutside(Command &command, const Context &context) {
  command.state_ = Command::State::Running;
  const CUresult error = context.error();
  mutex_.unlock();
  CUresult result;
  {
    exec::DeviceAccess access;
    const Command *outer = std::exchange(runningCommand, &command);
    result = command.run(error);
    runningCommand = outer;
  }
  mutex_.lock();
  return result;
}

/// The stream's first command has tried; whoever is free goes on with it.
void Scheduler::leaveUnfinished(Stream &stream) {
  makeReady(stream);
  if (waiters_)
    finished_.notifyAll();
}

/// Runs the first command of a stream, which is ready. `goesOn`: the caller looks for more and
/// offers what it does not take, so that nobody else has to be woken for each of many commands.
void Scheduler::runFirst(Stream &stream, bool goesOn) {
  std::erase(ready_, &stream);
  Command &command = *stream.queue_.front(); // there until finish()
  const CUresult result = runOutside(command, stream.context());
  if (result == kUnfinished)
    leaveUnfinished(stream);
  goesOn_ = goesOn;
  if (result != kUnfinished)
    finish(command, result);
  settle();
  goesOn_ = false;
  drop();
}

Scheduler::AtOnce Scheduler::runIfIdle(Ref<Command> given, std::span<Stream *const> streams) {
  assert(!streams.empty() && !given->stream_);
  Stream &first = *streams.front();
  Command &command = *given;
  LockGuard lock(mutex_); // `given` is released after it
  for (const Stream *stream : streams)
    if (!isFree(*stream))
      return AtOnce::Busy;
  command.isBrief_ = true;
  command.stream_ = Ref<Stream>::adopt(&first); // the caller keeps it alive
  ++unfinished_;
  first.queue_.push(std::move(given));
  for (Stream *other : streams.subspan(1)) // what comes meanwhile stands behind it
    if (other->queue_.empty())             // the same may be named twice
      other->queue_.push(first.queue_.front());
  const CUresult result = runOutside(command, first.context());
  const bool isLeft = result == kUnfinished;
  if (isLeft) {
    first.retain();
    leaveUnfinished(first);
  } else {
    (void)end(command, result).detach();
  }
  for (Stream *stream : streams) {
    if (stream->queue_.empty() || stream->queue_.front().get() != &command)
      continue; // it was named twice
    if (!isLeft) {
      given = stream->queue_.pop();
      if (!stream->queue_.empty())
        note(*stream);
    } else if (stream != &first) {
      Ref<Command> join = make<Join>();
      join->stream_ = Ref<Stream>(stream);
      block(*join, Ref<Command>(&command));
      stream->queue_.front() = std::move(join);
      ++unfinished_;
    }
  }
  settle();
  drop();
  return isLeft ? AtOnce::Left : AtOnce::Ended;
}

/// The next command that this stream cannot do without and that can run here: the stream whose
/// first it is. Null: others are at work on it.
Stream *Scheduler::runnableFor(Stream &target) {
  Stream *stream = &target;
  while (!stream->queue_.empty()) {
    Command &first = *stream->queue_.front();
    switch (first.state_) {
    case Command::State::Ready:
      if (first.runs_ == Command::Runs::Anywhere)
        return stream;
      callExecutor(/*atOnce=*/true);
      return nullptr;
    case Command::State::Queued: {
      // No command waits for one that waits for it, so this walk ends.
      auto unfinished = std::find_if(first.waitsFor_.begin(), first.waitsFor_.end(),
                                     [](const Ref<Command> &c) { return c->stream_; });
      if (unfinished == first.waitsFor_.end())
        return nullptr;
      stream = (*unfinished)->stream_.get();
      break;
    }
    case Command::State::Running:
    case Command::State::Done:
      return nullptr;
    }
  }
  return nullptr;
}

void Scheduler::endIfReady(Command &command) {
  Ref<Command> keep(&command);
  LockGuard lock(mutex_);
  if (command.state_ != Command::State::Queued) // an executor may have begun it
    waitLocked(command);
}

void Scheduler::wait(Command &command) {
  WaitScope scope(command.clock_ ? *command.clock_ : Clock());
  if (command.isDone())
    return;
  Ref<Command> keep(&command);
  LockGuard lock(mutex_);
  waitLocked(command);
}

/// The caller keeps the command alive.
void Scheduler::waitLocked(Command &command) {
  bool hasRun = false; // what that made ready is not offered yet
  while (!command.isDone()) {
    if (Stream *stream = runnableFor(*command.stream_)) {
      if (hasRun && ready_.size() > 1)
        offer();
      runFirst(*stream, /*goesOn=*/true);
      hasRun = true;
      continue;
    }
    if (hasRun && !ready_.empty())
      offer();
    hasRun = false;
    // Others run it. What is nearly done is not worth a sleep.
    const uint64_t seen = endings_.load(std::memory_order_acquire), offered = offers_;
    mutex_.unlock();
    auto end = std::chrono::steady_clock::now() + kSpin;
    while (endings_.load(std::memory_order_acquire) == seen &&
           std::chrono::steady_clock::now() < end)
      exec::arch::pause();
    mutex_.lock();
    if (command.isDone() || endings_.load(std::memory_order_acquire) != seen || offers_ != offered)
      continue;
    ++waiters_;
    command.isWaitedFor_ = true;
    finished_.wait(mutex_);
    --waiters_;
  }
  if (hasRun && !ready_.empty())
    offer();
}

void Scheduler::wait(Stream &stream) {
  if (!ManagedAccess::followsOrder() && stream.queue_.wasEmpty())
    return;
  WaitScope scope(stream);
  Ref<Command> last; // released after the lock
  LockGuard lock(mutex_);
  if (stream.queue_.empty())
    return;
  last = stream.queue_.back();
  waitLocked(*last);
}

void Scheduler::wait(Context &context) {
  WaitScope scope(context);
  waitUnnoticed(context);
}

void Scheduler::waitUnnoticed(Context &context) {
  Ref<Command> last; // these are released after the lock
  std::vector<Ref<Command>> others;
  LockGuard lock(mutex_);
  for (Stream *stream : context.streams_) {
    if (stream->queue_.empty())
      continue;
    if (!last) // nearly always the only one
      last = stream->queue_.back();
    else
      others.push_back(stream->queue_.back());
  }
  if (last)
    waitLocked(*last);
  for (const Ref<Command> &command : others)
    waitLocked(*command);
}

void Scheduler::waitForAll() {
  WaitScope scope(ManagedAccess::followsOrder() ? Process::get().managed.clockOfAll() : Clock());
  std::vector<Ref<Command>> commands;
  {
    LockGuard lock(mutex_);
    for (Stream *stream : streams_)
      if (!stream->queue_.empty())
        commands.push_back(stream->queue_.back());
  }
  for (const Ref<Command> &command : commands)
    wait(*command);
}

void Scheduler::whileIdle(const std::function<void()> &work) {
  for (;;) {
    waitForAll();
    LockGuard lock(mutex_);
    if (std::all_of(streams_.begin(), streams_.end(),
                    [](const Stream *stream) { return stream->queue_.empty(); }))
      return work();
  }
}

bool Scheduler::isIdle(Stream &stream) {
  Clock clock;
  {
    LockGuard lock(mutex_);
    if (!stream.queue_.empty())
      return false;
    if (ManagedAccess::followsOrder())
      clock = Process::get().managed.clockOf(stream);
  }
  WaitScope scope(std::move(clock));
  return true;
}

bool Scheduler::isDone(const Command &command) {
  if (!command.isDone())
    return false;
  WaitScope scope(command.clock_ ? *command.clock_ : Clock());
  return true;
}

Ref<Command> Scheduler::last(Stream &stream) {
  LockGuard lock(mutex_);
  return stream.queue_.empty() ? nullptr : stream.queue_.back();
}

std::vector<Ref<Command>> Scheduler::last(Context &context) {
  LockGuard lock(mutex_);
  std::vector<Ref<Command>> commands;
  for (Stream *stream : context.streams_)
    if (!stream->queue_.empty())
      commands.push_back(stream->queue_.back());
  return commands;
}

std::vector<Ref<Stream>> Scheduler::streams(Context &context) {
  LockGuard lock(mutex_);
  std::vector<Ref<Stream>> found;
  for (Stream *stream : context.streams_)
    if (stream->retainIfAlive())
      found.push_back(Ref<Stream>::adopt(stream));
  return found;
}

// -- Executors ------------------------------------------------------------------------------------

/// The ready stream of the highest priority (the lowest number), the oldest of these.
Stream *Scheduler::pick() {
  auto best = std::min_element(ready_.begin(), ready_.end(),
                               [](Stream *a, Stream *b) { return a->priority() < b->priority(); });
  return best == ready_.end() ? nullptr : *best;
}

/// A command is ready: sees to it that an executor looks, soon or at once.
void Scheduler::callExecutor(bool atOnce) {
  if (napping_ && !atOnce)
    return;
  if (napping_ || idle_) {
    work_.notifyOne();
    return;
  }
  if (executors_ == limit_ || isStopping())
    return; // the next that is free takes it
  pthread_t thread;
  if (startThread(thread, threadMain, this)) {
    pthread_detach(thread);
    ++executors_;
  }
}

void *Scheduler::threadMain(void *scheduler) {
  isExecutorThread = true;
  pthread_setname_np(pthread_self(), "anywarp-stream");
  prctl(PR_SET_TIMERSLACK, 1000UL, 0UL, 0UL, 0UL); // naps of the length that was asked for
  static_cast<Scheduler *>(scheduler)->executorLoop();
  return nullptr;
}

void Scheduler::executorLoop() {
  LockGuard lock(mutex_);
  while (!isStopping()) {
    Stream *stream = pick();
    if (!stream) {
      rest();
      continue;
    }
    naps_ = 0;
    if (ready_.size() > 1)
      offer();
    runFirst(*stream, /*goesOn=*/true);
  }
  --executors_;
  finished_.notifyAll();
}

void Scheduler::rest() {
  if (!napping_ && naps_ < kNaps) {
    const uint64_t seen = offers_;
    ++napping_;
    work_.waitUntil(mutex_, std::chrono::steady_clock::now() + kNap);
    --napping_;
    naps_ = offers_ == seen ? naps_ + 1 : 0;
    return;
  }
  ++idle_;
  work_.wait(mutex_);
  --idle_;
  naps_ = kNaps - kNapsWoken;
  // Whoever gave the work may be about to wait for it, and then does it itself: no hurry, unless no
  // thread of the program may do it.
  const bool isUrgent = std::any_of(ready_.begin(), ready_.end(), [](const Stream *stream) {
    return stream->queue_.front()->runs_ == Command::Runs::OnExecutor;
  });
  if (napping_ || isUrgent)
    return;
  ++napping_;
  work_.waitUntil(mutex_, std::chrono::steady_clock::now() + kNap);
  --napping_;
}

void Scheduler::shutDown(std::chrono::milliseconds limit) {
  LockGuard lock(mutex_);
  auto end = std::chrono::steady_clock::now() + limit;
  if (!isExecutor()) {
    ++waiters_;
    while (unfinished_ && finished_.waitUntil(mutex_, end) != std::cv_status::timeout) {
    }
    --waiters_;
  }
  stopping_.store(true, std::memory_order_relaxed);
  work_.notifyAll();
  // An executor that calls exit() itself does not wait for itself.
  while (executors_ > (isExecutor() ? 1u : 0u) &&
         finished_.waitUntil(mutex_, end) != std::cv_status::timeout) {
  }
}

} // namespace anywarp::driver
