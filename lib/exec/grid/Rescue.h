// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The last resort for grids whose blocks wait for each other although no analysis said so: on a GPU
// all of them may run at once. Where every thread of a grid has been in one block for long and
// blocks have not begun, further threads run those; the system's scheduler does the rest. Units
// that a stuck thread holds but has not begun are taken from it.
#pragma once

#include <atomic>
#include <cstdint>

#include "support/Mutex.h"

namespace anywarp::exec {

class Grid;

/// The units that one thread took from a grid to run one after the other. The owner goes on without
/// a lock; whoever takes units away makes every thread pass a memory barrier first ("the THE
/// protocol": Frigo, Leiserson and Randall, PLDI 1998; membarrier(2)). Of a single unit nothing can
/// be taken: its owner needs no lock at all.
class UnitsInHand {
public:
  /// By the owner: units first … first + count - 1, the first of them now.
  void begin(const Grid &grid, uint64_t first, uint64_t count);
  /// By the owner: goes on to the next unit. False: none is left.
  bool next() {
    uint64_t unit = at_.load(std::memory_order_relaxed) + 1;
    at_.store(unit, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    return unit < end_.load(std::memory_order_relaxed) || isLeft(unit);
  }
  /// By the owner: the rest, if there is any, will not be run.
  void drop();

  /// By others: the unit that is run now, for grids of this id; false if it is another's.
  bool unitOf(uint64_t gridId, uint64_t &unit) const;
  /// By others: some units have not begun.
  bool hasRest() const {
    return at_.load(std::memory_order_relaxed) + 1 < end_.load(std::memory_order_relaxed);
  }
  /// By others: takes all units of the grid that have not begun.
  bool steal(uint64_t gridId, uint64_t &first, uint64_t &count);

private:
  bool isLeft(uint64_t unit);
  void forget() AW_REQUIRES(mutex_);

  std::atomic<uint64_t> at_{0}, gridId_{0};
  std::atomic<uint64_t> end_{0}; ///< of a range of several units; 0: there is none
  Mutex mutex_;                  ///< guards the begin and the end of such a range, and steal()
};

/// A launch under way on one thread; whoever looks at its grid from outside is a visitor. Launches
/// are many and visits few: visitors make the barriers that both need (membarrier(2)).
class LaunchInView {
public:
  void begin(Grid &grid);
  /// Returns when no visitor is left.
  void end();
  /// Null: nothing is under way; else leave() must follow.
  Grid *visit();
  void leave();

private:
  std::atomic<Grid *> grid_{nullptr};
  std::atomic<uint32_t> visitors_{0};
};

class Worker;

/// Workers are known from their creation to their end. The first launch starts a thread that looks
/// at all of them from time to time, as long as anything runs.
void enlist(Worker &worker);
void strikeOff(Worker &worker);

} // namespace anywarp::exec
