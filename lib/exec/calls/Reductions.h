// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions to global memory that one worker has combined and not yet given to memory: a table by
// address, one entry to a place. The first reduction for an address is refused: generated code does
// it at once, so that a bad address faults where it belongs. Kernels that hardly ever come back to
// an address are refused for a while. Addresses that lie close together, as a histogram's, get an
// array in which generated code combines without a call.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "exec/ReductionAbi.h"

namespace anywarp::exec {

class Reductions : public PendingReductions {
public:
  /// Null: no memory.
  static std::unique_ptr<Reductions> create();

  /// Combines the values of lanes with what is delayed for their addresses (`what`: reductionWord).
  /// Answers the lanes that were refused.
  uint32_t add(uint64_t what, const uint64_t *addresses, const void *values);
  bool isPending() const { return low < high; }
  /// Gives memory all that is delayed.
  void settle();
  /// Forgets it: the grid has failed.
  void discard();
  /// What was learnt of another kernel does not count for this one.
  void begin(const void *kernel);

private:
  static constexpr unsigned kEntries = 4096;
  static constexpr uint64_t kEmpty = ~uint64_t(0);
  struct Entry {
    uint64_t tag; ///< address, Reduction in the bits above
    uint64_t value;
  };

  template <typename T, Reduction R>
  uint32_t addLanes(uint32_t lanes, const uint64_t *addresses, const T *values);
  template <typename T, Reduction R> void replace(Entry &entry, uint64_t address);
  void give(const Entry &entry);
  void remember(Reduction reduction, uint64_t address);
  void openDense(Reduction reduction);
  void giveDense();
  void forget();
  bool isRefusing(uint32_t lanes);
  void count(uint32_t lanes, uint32_t refused);

  Entry entries_[kEntries];
  uint16_t used_[kEntries]; ///< entries in use
  alignas(64) std::byte denseValues_[DenseReductions::kMaxBytes + sizeof(uint64_t)];
  DenseReductions *dense_ = nullptr; ///< the one that has bytes
  uint32_t kinds_ = 0;               ///< a bit for each Reduction since nothing was delayed
  unsigned rows_ = 0; ///< that were combined here since then, or since the array was made
  unsigned usedCount_ = 0;
  unsigned bytes_ = 4;                ///< of a value
  uint32_t tried_ = 0, combined_ = 0; ///< since the last judgement
  uint32_t refuse_ = 0;               ///< how many more
  const void *kernel_ = nullptr;
};

} // namespace anywarp::exec
