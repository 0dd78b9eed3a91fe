// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The threads that help with grids. A grid is offered in a slot; idle workers attach, run blocks
// and detach. They look for offers for some microseconds before they sleep. There is one pool in a
// process; its threads start with the first offer and never end.
// Own rather than oneTBB's: cooperative grids need threads that really run at once, a fault leaves
// a task by a jump, and the library must stay static and private inside libcuda.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

namespace anywarp::exec {

class Grid;

class WorkerPool {
public:
  static WorkerPool &get();
  /// Threads of the pool; the one that launches comes on top.
  unsigned helpers() const { return helpers_; }

  /// One grid's offer. The slot is the owner's until withdraw() returns.
  struct alignas(64) Slot {
    std::atomic<Grid *> grid{nullptr};
    std::atomic<uint32_t> users{0};  ///< workers that look at it or run it
    std::atomic<uint32_t> joined{0}; ///< workers that ran some of it
    std::atomic<bool> claimed{false};
    std::atomic<bool> ownerWaits{false};
    uint32_t limit = 0; ///< workers that may join
    int place = -1;     ///< whose workers may; -1: all
  };
  /// Shows the grid to the workers that are awake. Null: all slots are taken, run it alone.
  Slot *offer(Grid &grid, unsigned limit, int place);
  /// Wakes up to `count` sleeping workers.
  void wake(unsigned count);
  /// Takes the offer back and waits until no worker runs the grid. Tells how many had joined.
  unsigned withdraw(Slot &slot);

private:
  WorkerPool();
  void start();
  static void *threadMain(void *pool);
  void loop();
  bool serve(Slot &slot, int place);

  static constexpr unsigned kSlots = 64;
  Slot slots_[kSlots];
  unsigned helpers_;
  std::atomic<unsigned> begun_{0}; ///< threads
  std::once_flag started_;
  alignas(64) std::atomic<uint32_t> epoch_{0}; ///< counts offers; sleepers wait on it
  alignas(64) std::atomic<uint32_t> sleepers_{0};
  std::atomic<uint32_t> usedSlots_{0}; ///< slots ever used: those worth a look
};

} // namespace anywarp::exec
