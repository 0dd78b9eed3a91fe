// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An event: a place in a stream, set by its last record. Any thread may use it.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>

#include "driver/context/Context.h"
#include "driver/stream/Command.h"
#include "driver/stream/SharedEvent.h"
#include "support/Mutex.h"

namespace anywarp::driver {

/// The command of cuEventRecord: notes when everything before it had ended.
class RecordEvent final : public Command {
public:
  using Clock = std::chrono::steady_clock;
  RecordEvent() : Command(Runs::Instantly) {}
  explicit RecordEvent(std::shared_ptr<SharedEvent> shared)
      : Command(Runs::Instantly), shared_(std::move(shared)), number_(shared_->record()) {}
  CUresult run(CUresult) override {
    time_ = Clock::now();
    if (shared_)
      shared_->complete(number_);
    return CUDA_SUCCESS;
  }
  /// Meant once the command has ended.
  Clock::time_point time() const { return time_; }

  /// Of an event of several processes: which record it is.
  uint64_t number() const { return number_; }

private:
  std::shared_ptr<SharedEvent> shared_;
  uint64_t number_ = 0;
  Clock::time_point time_;
};

struct EventCapture;

class Event : public Object {
public:
  using Handle = CUevent;
  static constexpr Kind kKind = KindEvent;

  Event(Context &context, unsigned flags, std::shared_ptr<SharedEvent> shared = nullptr)
      : context_(&context), flags_(flags), shared_(std::move(shared)) {}

  Context &context() const { return *context_; }
  /// What it is to other processes; null if it is none of theirs.
  const std::shared_ptr<SharedEvent> &shared() const { return shared_; }
  /// The number of the last record if another process made it and it has not ended; else 0.
  uint64_t foreignRecord() const;
  bool hasTiming() const { return !(flags_ & CU_EVENT_DISABLE_TIMING); }

  /// The last record; null if there was none.
  Ref<RecordEvent> recorded() const {
    LockGuard lock(mutex_);
    return recorded_;
  }
  void setRecorded(Ref<RecordEvent> command) {
    LockGuard lock(mutex_);
    recorded_ = std::move(command);
    captured_ = nullptr;
  }
  /// What the event stands for if it was last recorded in a capture; null if not.
  std::shared_ptr<EventCapture> captured() const {
    LockGuard lock(mutex_);
    return captured_;
  }
  void setCaptured(std::shared_ptr<EventCapture> captured) {
    LockGuard lock(mutex_);
    captured_ = std::move(captured);
  }

private:
  const Ref<Context> context_;
  const unsigned flags_;
  const std::shared_ptr<SharedEvent> shared_;
  mutable Mutex mutex_; ///< guards everything below
  Ref<RecordEvent> recorded_ AW_GUARDED_BY(mutex_);
  std::shared_ptr<EventCapture> captured_ AW_GUARDED_BY(mutex_);
};

/// The event of a handle, or why there is none.
CUresult findEvent(CUevent handle, Event *&event);

} // namespace anywarp::driver
