// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One grid while it runs: which blocks are still to be handed out, whether it must stop, what was
// printed. Lives on the stack of the thread that called runGrid; workers that attached hold it
// alive. Unit: what is handed out as one piece of work, a block, a part of one or a cluster.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "exec/Launch.h"
#include "exec/grid/BlockOrder.h"
#include "support/Mutex.h"

namespace anywarp::exec {

class BlockRun;
class Worker;

/// What one block printed, as far as one worker holds it.
struct OutputSegment {
  uint64_t block; ///< linear index
  std::string text;
};

class Grid {
public:
  Grid(const Kernel &kernel, const LaunchState &launch, const LaunchOptions &options,
       unsigned participants);

  const Kernel &kernel;
  const LaunchOptions &options;
  LaunchState launch; ///< completed: what generated code sees

  uint64_t blocks() const { return blocks_; }
  uint64_t units() const { return units_; }
  uint32_t blocksPerUnit() const { return blocksPerUnit_; }
  uint32_t partsPerBlock() const { return partsPerBlock_; }
  bool isResident() const { return resident_; }
  bool startsInOrder() const { return startsInOrder_; }
  const BlockOrder &order() const { return order_; }
  unsigned participants() const { return participants_; }
  size_t frameStride() const { return frameStride_; }

  /// There are few blocks for the participants, and the kernel allows them to share one.
  bool isDivisible() const;
  /// Makes units of parts of blocks. Before anything is handed out, if isDivisible().
  void divideBlocks();
  /// Units below which handing out costs more than it gains.
  void setLeastChunk(uint64_t units) { leastChunk_ = units; }
  /// Units that are handed out at once at most; setLeastChunk wins.
  void setMostChunk(uint64_t units) { mostChunk_ = units; }
  /// Hands out the next units, fewer at a time towards the end. False: none left, or stopped.
  bool take(uint64_t &first, uint64_t &count);
  /// Hands out one unit.
  bool takeOne(uint64_t &unit);
  bool hasMore() const {
    return unitsTaken() < units_ || hasReturned_.load(std::memory_order_relaxed);
  }
  /// Units handed out so far.
  uint64_t unitsTaken() const { return next_.load(std::memory_order_relaxed); }
  /// Units that were handed out and will be again, one at a time.
  void giveBack(uint64_t first, uint64_t count);

  /// A unit that takeOne() gave has ended.
  void unitEnded() { endedUnits_.fetch_add(1, std::memory_order_release); }
  /// Blocks have come to the barrier of a cooperative grid and all others have ended: who waits for
  /// whom. Else empty. (A block that arrived and ended without waiting would count twice.)
  std::string lostBarrier() const;

  bool isStopped() const { return stop_.load(std::memory_order_relaxed); }
  /// Stops the grid; the first reason stays.
  void stop(FaultInfo fault);
  void stop(Status status);

  /// Takes over what a worker's blocks printed. `now`: passes it on at once, because it is much.
  void addOutput(std::vector<OutputSegment> &segments, bool now);
  /// After the last participant left: delivers the output and tells how it went.
  LaunchResult finish();

private:
  /// Units below which the last ones to end differ much.
  uint64_t wantedUnits() const { return 8 * participants_; }
  void deliver() AW_REQUIRES(mutex_);
  bool takeReturned(uint64_t &unit);

  uint64_t blocks_, units_;
  uint32_t blocksPerUnit_, partsPerBlock_ = 1;
  unsigned participants_;
  bool resident_;
  bool startsInOrder_; ///< units: those of kernels that wait for other blocks always do
  BlockOrder order_;
  size_t frameStride_;
  uint64_t leastChunk_ = 1, mostChunk_ = ~uint64_t(0);

  alignas(64) uint32_t workspace_[16] = {}; ///< LaunchState::gridWorkspace
  alignas(64) std::atomic<uint64_t> next_{0};
  std::atomic<uint64_t> endedUnits_{0};
  alignas(64) std::atomic<bool> stop_{false};
  std::atomic<bool> hasReturned_{false}; ///< returned_ is not empty
  Mutex mutex_;
  std::vector<std::pair<uint64_t, uint64_t>>
      returned_ AW_GUARDED_BY(mutex_); ///< first unit and end of each range
  LaunchResult result_ AW_GUARDED_BY(mutex_);
  std::vector<OutputSegment> segments_ AW_GUARDED_BY(mutex_);
};

} // namespace anywarp::exec
