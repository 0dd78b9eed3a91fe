// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// racecheck: a grid and the kernels that its threads launch. A child comes behind what the thread
// that launches it knows at that time, and a tail launch behind all of the parent. Nothing of the
// parent comes behind a child, not even when it polls what the child writes, although a GPU may run
// the child meanwhile. Children of different streams are not ordered (programming guide, dynamic
// parallelism: memory model).
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "insight/Footprints.h"
#include "insight/Launched.h"
#include "insight/races/Granules.h"
#include "support/Mutex.h"

namespace anywarp::insight {

using GlobalGranules = std::unordered_map<uint64_t, GlobalGranule>; ///< by address / 4

/// Of one grid, whose sites outlive it. Thread-safe.
class Children : public std::enable_shared_from_this<Children> {
public:
  explicit Children(const SiteTable &sites) : sites_(sites) {}
  /// A thread of a cluster that knows this launches a kernel; null: so many are not followed.
  std::shared_ptr<Launched> add(Clocks known, ClusterShape cluster, uint64_t stream);
  /// With what it used of global memory.
  void parentEnded(GlobalGranules used, const TellRecord &tell);

private:
  struct Child {
    Clocks known;
    ClusterShape cluster;
    uint64_t stream = 0;
    std::shared_ptr<const Footprint> did; ///< null: it has not ended
  };
  class Begun;
  void childEnded(Child child, Footprints &all, const TellRecord &tell);
  void compare(const Child &child, const TellRecord &tell) AW_REQUIRES(mutex_);

  const SiteTable &sites_;
  Mutex mutex_;
  bool isOver_ AW_GUARDED_BY(mutex_) = false;
  GlobalGranules used_ AW_GUARDED_BY(mutex_);
  size_t count_ AW_GUARDED_BY(mutex_) = 0;
  std::vector<Child> over_ AW_GUARDED_BY(mutex_);    ///< have ended
  std::set<std::string> told_ AW_GUARDED_BY(mutex_); ///< pairs of places
};

} // namespace anywarp::insight
