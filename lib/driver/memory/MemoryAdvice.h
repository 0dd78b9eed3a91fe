// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the program said of ranges of managed and pageable memory (cuMemAdvise, prefetches).
// There is one memory, near every device, so nothing moves; the calls that ask are answered
// from here. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

#include "driver/base/Api.h"
#include "support/Mutex.h"

namespace anywarp::driver {

class MemoryAdvice {
public:
  struct State {
    bool readMostly = false;
    uint64_t accessedBy = 0; ///< a bit for each device's ordinal
    CUmemLocation preferred{CU_MEM_LOCATION_TYPE_INVALID, 0};
    CUmemLocation prefetched{CU_MEM_LOCATION_TYPE_INVALID, 0};
  };

  /// Calls change(State &) for every part of [address, address + bytes).
  template <typename Change> void update(uintptr_t address, size_t bytes, Change change) {
    LockGuard lock(mutex_);
    split(address);
    split(address + bytes);
    for (auto it = from_.find(address); it->first < address + bytes; ++it)
      change(it->second);
  }
  /// Calls look(const State &) for every part of the range.
  template <typename Look> void visit(uintptr_t address, size_t bytes, Look look) const {
    LockGuard lock(mutex_);
    auto it = from_.upper_bound(address);
    look(it == from_.begin() ? State() : std::prev(it)->second);
    for (; it != from_.end() && it->first < address + bytes; ++it)
      look(it->second);
  }
  /// The memory is gone.
  void forget(uintptr_t address, size_t bytes);

private:
  void split(uintptr_t at) AW_REQUIRES(mutex_);

  mutable Mutex mutex_;                                   ///< guards from_
  std::map<uintptr_t, State> from_ AW_GUARDED_BY(mutex_); ///< each state holds up to the next key
};

/// True if the machine has the NUMA node.
bool isHostNode(int id);

} // namespace anywarp::driver
