// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What racecheck found in a launch: pairs of places whose accesses race.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <tuple>

#include "exec/calls/Observer.h"

namespace anywarp::insight {

struct HazardPair {
  uint32_t first, second; ///< sites; `first` was executed first
  bool isWrite[2];
  bool isSame = false; ///< both write the same value
  bool operator<(const HazardPair &o) const {
    return std::tie(first, second, isWrite[0], isWrite[1], isSame) <
           std::tie(o.first, o.second, o.isWrite[0], o.isWrite[1], o.isSame);
  }
};

/// One race, as `--racecheck-report hazard` tells it, byte by byte.
struct Sighting {
  HazardPair pair;
  uint32_t threads[2]; ///< of the block, or of the cluster
  uint64_t address;    ///< of four bytes
  uint8_t bytes;       ///< a mask
  bool isShared, isAsync, isBetweenWarps;
  const exec::Event &event; ///< of the second access
};
using TellSighting = std::function<void(const Sighting &)>;

struct HazardCount {
  uint64_t count = 0; ///< bytes times pairs of threads
  bool betweenWarps = false, isAsync = false, lacksProxy = false;
};

/// Two accesses that synchronise instead of racing. Volatile ones of shared memory are what old
/// code hopes to do without barriers by: they only go along with those that are strong.
constexpr bool areSynchronising(bool isStrong, bool isVolatile, bool isOtherStrong,
                                bool isOtherVolatile, bool isShared) {
  if (isShared && !isStrong && !isOtherStrong)
    return false;
  return (isStrong || isVolatile) && (isOtherStrong || isOtherVolatile);
}

using Hazards = std::map<HazardPair, HazardCount>;

} // namespace anywarp::insight
