// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// racecheck between grids, copies and fills: which of each block of memory a command read and
// wrote, kept until others have come. Two commands race if neither comes before the other (Moment)
// and both use a byte that one of them writes.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "insight/Memory.h"
#include "insight/Moment.h"
#include "insight/Sites.h"
#include "support/Mutex.h"

namespace anywarp::insight {

/// What one command did. Used by one thread at a time.
class Footprint {
public:
  Moment moment;
  const SiteTable *sites = nullptr; ///< null: no kernel
  std::string what;                 ///< that it is instead
  HostFrames host;
  const char *when = "kernel launch time"; ///< that those are of
  bool startsOthers = false;               ///< lets programmatic dependents begin before it ends
  bool isOfHost = false;                   ///< an access of the host
  bool talksToHost = false; ///< synchronises in system scope, maybe with the host while it runs

  /// `isStrong`: races with no other access of the kind.
  struct How {
    uint32_t site;
    bool isWrite, isStrong;
  };
  /// A word of four bytes: those that were used, and by which site.
  struct Word {
    uint32_t site = 0;
    uint8_t bytes = 0;
    bool isStrong = false;
  };
  Word at(uintptr_t address, bool isWrite) const;
  void note(const Memory &memory, uintptr_t address, size_t bytes, How how);
  size_t bytes() const { return bytes_; }
  /// A block that the host touched, as `isTouched` says, holds words that were only used strongly:
  /// the host may have read or written those unseen.
  template <typename IsTouched> bool mayHaveToldHost(IsTouched isTouched) const;

private:
  friend class Footprints;
  /// Words of four bytes: 1 + the site that was first (kSite), bytes (kBytes), whether all accesses
  /// were strong (kStrong).
  struct Part {
    BlockRef block;
    std::vector<uint32_t> words[2]; ///< read, written; empty: none
  };
  Part *partOf(const Memory &memory, uintptr_t address);
  static bool hasStrong(const Part &part);
  bool hasStrongElsewhere_ = false; ///< in memory of no block
  std::map<uintptr_t, Part> parts_;
  Part *last_ = nullptr;
  size_t bytes_ = 0;
};

/// Of the commands of the process. Thread-safe.
class Footprints {
public:
  /// Tells `send` of each new race with a command that is not ordered with this one, and keeps it.
  /// `early`: what it did before it waited for the kernel before it in the stream, if it may have
  /// begun before the end of that; null: it was ordered.
  void add(std::shared_ptr<Footprint> now, const std::shared_ptr<Footprint> &early,
           const std::function<void(const Record &)> &send);

  /// The same of two that are known not to be ordered.
  void compareTwo(const Footprint &a, const Footprint &b,
                  const std::function<void(const Record &)> &send) {
    LockGuard lock(mutex_);
    compare(a, b, send);
  }

private:
  void compare(const Footprint &a, const Footprint &b,
               const std::function<void(const Record &)> &send) AW_REQUIRES(mutex_);
  bool mayAgree(const Footprint &kernel, const Footprint &host) const AW_REQUIRES(mutex_);
  Mutex mutex_;
  std::deque<std::shared_ptr<Footprint>> all_ AW_GUARDED_BY(mutex_);
  std::set<std::string> told_ AW_GUARDED_BY(mutex_); ///< pairs of places
  size_t bytes_ = 0;
};

} // namespace anywarp::insight
