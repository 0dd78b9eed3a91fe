// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Another legal order in which the blocks and threads of one grid run, drawn from a seed: CUDA
// promises none but that of barriers. Kernels compiled for it (KernelInfo::Interruptible) have
// pieces of one thread, which change at accesses to memory. One worker runs the grid, so that the
// seed gives the same order again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace anywarp::exec {

class Schedule {
public:
  explicit Schedule(uint64_t seed);
  /// For the next grid, as ANYWARP_SCHEDULE asks for; none: the usual order.
  static std::optional<Schedule> ofNextGrid();
  static bool isAskedFor();

  /// Whether another thread runs before the access that the running one is about to do.
  bool interrupts() { return next() % interval_ == 0; }
  /// Blocks, or clusters, that are in flight at once.
  uint32_t unitsInFlight() const { return unitsInFlight_; }
  /// The unit that starts as number `start` of `units`: each comes once.
  uint64_t unitAt(uint64_t start, uint64_t units) const;
  /// Below `end`, which is not 0.
  uint64_t below(uint64_t end) { return next() % end; }
  void shuffle(std::span<uint32_t> order);

private:
  uint64_t next();
  uint64_t state_;
  uint64_t key_;
  uint32_t interval_;      ///< one of so many accesses is interrupted
  uint32_t unitsInFlight_; ///< 1 to kMostInFlight
};

} // namespace anywarp::exec
