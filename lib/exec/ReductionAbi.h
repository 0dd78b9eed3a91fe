// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What generated code and engine agree on about reductions that a worker delays (aw_reduce): which
// there are, and where they belong. Standalone.
#pragma once

#include <cstdint>

namespace anywarp::exec {

/// Operations on integers whose order does not show.
enum class Reduction : uint32_t { Add, And, Or, Xor, Min, Max, UMin, UMax };
constexpr unsigned kReductions = 8;

/// Where one operation's last reduction of a single value is delayed: generated code combines the
/// next one for `address` with `*value` itself. No aligned access has the address that means none.
struct RecentReduction {
  uint64_t address = ~uint64_t(0);
  void *value = nullptr;
  uint64_t isUsed = 0; ///< generated code sets it
};

/// A stretch of memory, each word of which has a value here: generated code combines a row of lanes
/// with `values` at the same offsets itself.
struct DenseReductions {
  static constexpr uint64_t kMaxBytes = 4096;
  uint64_t low = 0, bytes = 0; ///< 0 bytes: there is none
  void *values = nullptr;      ///< one word more: lanes that take no part write to it
  uint64_t isUsed = 0;         ///< generated code sets it
};

/// Every byte that a delayed reduction is for lies in [low, high); nothing is delayed: low > high.
struct PendingReductions {
  uint64_t low = ~uint64_t(0), high = 0;
  RecentReduction recent[kReductions]; ///< by Reduction
  DenseReductions dense[kReductions];  ///< by Reduction; one at most has bytes
};

/// The word `what` of aw_reduce.
constexpr uint64_t reductionWord(Reduction reduction, unsigned bytes, uint32_t lanes) {
  return uint64_t(reduction) | uint64_t(bytes) << 8 | uint64_t(lanes) << 32;
}

} // namespace anywarp::exec
