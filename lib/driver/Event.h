// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An event: a place in a stream, set by its last record. Any thread may use it.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>

#include "driver/Command.h"
#include "driver/Context.h"

namespace anywarp::driver {

/// The command of cuEventRecord: notes when everything before it had ended.
class RecordEvent final : public Command {
public:
  using Clock = std::chrono::steady_clock;
  RecordEvent() : Command(Runs::Instantly) {}
  CUresult run(CUresult) override {
    time_ = Clock::now();
    return CUDA_SUCCESS;
  }
  /// Meant once the command has ended.
  Clock::time_point time() const { return time_; }

private:
  Clock::time_point time_;
};

class Event : public Object {
public:
  using Handle = CUevent;
  static constexpr Kind kKind = KindEvent;

  Event(Context &context, unsigned flags) : context_(&context), flags_(flags) {}

  Context &context() const { return *context_; }
  bool hasTiming() const { return !(flags_ & CU_EVENT_DISABLE_TIMING); }

  /// The last record; null if there was none.
  Ref<RecordEvent> recorded() const {
    std::lock_guard lock(mutex_);
    return recorded_;
  }
  void setRecorded(Ref<RecordEvent> command) {
    std::lock_guard lock(mutex_);
    recorded_ = std::move(command);
  }

private:
  const Ref<Context> context_;
  const unsigned flags_;
  mutable std::mutex mutex_; ///< guards recorded_
  Ref<RecordEvent> recorded_;
};

} // namespace anywarp::driver
