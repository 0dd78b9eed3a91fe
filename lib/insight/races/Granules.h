// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who used four bytes of memory lately, and when: what racecheck keeps of those with whom others
// may race.
#pragma once

#include "insight/races/Clocks.h"

namespace anywarp::insight {

struct Access {
  Epoch epoch;
  uint32_t site = 0;
  uint8_t bytes = 0; ///< of the granule
  bool isWrite = false, isStrong = false, isVolatile = false, isShared = false;
  bool isAsync = false, isBulk = false, hasValue = false;
  uint64_t value = 0;
};

/// Four bytes of shared memory: who used them lately. Each byte may have a writer of its own.
struct Granule {
  static constexpr unsigned kReads = 8, kWrites = 4;
  Access reads[kReads], writes[kWrites];
  uint8_t nextRead = 0, nextWrite = 0;
};

/// The same of global memory, where there is more of it.
struct GlobalGranule {
  Access reads[4], writes[4];
  uint8_t nextRead = 0, nextWrite = 0;
};

/// A cluster, as its epochs count.
struct ClusterShape {
  uint64_t id = ~uint64_t(0);
  uint32_t threads = 0, all = 0; ///< of a block, of the cluster

  uint32_t warpOf(uint32_t index) const {
    const uint32_t warps = (threads + 31) / 32;
    return index / threads * warps + index % threads / 32;
  }
};

/// `own`: what thread `index` of the cluster knows, or what somebody knew.
inline bool isBefore(const ClusterShape &cluster, const Epoch &earlier, const Clocks &own,
                     uint32_t index) {
  const bool isOwn = earlier.cluster == cluster.id;
  if (isOwn && earlier.thread == index)
    return true;
  const Clocks *known = &own;
  if (!isOwn) {
    auto it = known->others.find(earlier.cluster);
    if (it == known->others.end())
      return false;
    known = &it->second;
  }
  if (Clocks::at(known->threads, earlier.thread) >= earlier.clock)
    return true;
  if (earlier.thread >= cluster.all) // asynchronous
    return false;
  return Clocks::at(known->blocks, earlier.thread / cluster.threads) > earlier.block ||
         Clocks::at(known->warps, cluster.warpOf(earlier.thread)) > earlier.warp;
}

} // namespace anywarp::insight
