// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What racecheck found in a launch: pairs of places whose accesses race.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>

namespace anywarp::insight {

struct HazardPair {
  uint32_t first, second; ///< sites; `first` was executed first
  bool isWrite[2];
  bool operator<(const HazardPair &o) const {
    return std::tie(first, second, isWrite[0], isWrite[1]) <
           std::tie(o.first, o.second, o.isWrite[0], o.isWrite[1]);
  }
};

struct HazardCount {
  uint64_t count = 0; ///< bytes times pairs of threads
  bool betweenWarps = false, isAsync = false;
};

using Hazards = std::map<HazardPair, HazardCount>;

} // namespace anywarp::insight
