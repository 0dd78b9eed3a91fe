// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events of several processes.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "driver/base/SharedFile.h"

namespace anywarp::driver {

/// What an event with CU_EVENT_INTERPROCESS is to all processes: how often it was recorded, and the
/// last record that has ended. Lies in a file of one page.
class SharedEvent {
public:
  /// Null when the system refuses.
  static std::shared_ptr<SharedEvent> make();
  static std::shared_ptr<SharedEvent> open(const SharedFile &file);
  ~SharedEvent();

  SharedFile file() const;
  /// A record was enqueued; its number.
  uint64_t record();
  void complete(uint64_t number);
  uint64_t lastRecord() const { return state_->recorded.load(); }
  /// True once the record, or a later one, has ended, or the process that made it has gone.
  bool isDone(uint64_t number) const;
  /// Sleeps until it may be, a short time at most.
  void rest(uint64_t number) const;

private:
  struct State {
    std::atomic<uint64_t> recorded, completed;
    std::atomic<int32_t> recorder; ///< process of the last record
    std::atomic<uint32_t> changes; ///< counts completions; a futex
  };
  SharedEvent(int descriptor, State *state) : descriptor_(descriptor), state_(state) {}
  static std::shared_ptr<SharedEvent> map(int descriptor);

  const int descriptor_;
  State *const state_;
};

} // namespace anywarp::driver
