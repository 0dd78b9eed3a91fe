// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bulk copies here are done at once, on a GPU some time after they were asked for. Their mbarrier
// hears of them late: when somebody has asked for its phase in vain, or arrives. So racecheck sees
// who does not wait for them.
#pragma once

#include <unordered_map>

#include "exec/MbarrierAbi.h"

namespace anywarp::insight {

/// Used by one thread at a time.
class HeldCopies {
public:
  /// A copy of so many bytes is about to tell the mbarrier at `address` that they have come.
  void hold(uint64_t address, uint64_t bytes) {
    exec::MbarrierWord::expect(address, bytes);
    held_[address] += bytes;
  }
  void release(uint64_t address) {
    auto it = held_.find(address);
    if (it == held_.end())
      return;
    const uint64_t bytes = it->second;
    held_.erase(it);
    exec::MbarrierWord::complete(address, bytes);
  }
  /// The object is another one from now on.
  void forget(uint64_t address) { held_.erase(address); }

private:
  std::unordered_map<uint64_t, uint64_t> held_; ///< bytes, by mbarrier
};

} // namespace anywarp::insight
