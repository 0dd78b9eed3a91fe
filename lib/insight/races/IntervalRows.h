// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of shared memory that a block uses between two of its barriers. Most intervals need no
// comparison word by word: whatever two threads use lies in different ranges, or threads stay at
// words of their own. Nothing has to be kept of such an interval, as the next barrier ends all its
// accesses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace anywarp::insight {

/// What the lanes of a piece use at once.
struct SharedRow {
  uint32_t site, first; ///< the thread of lane 0
  uint32_t lanes, bytes;
  bool isWrite;
};

class IntervalRows {
public:
  /// A barrier of the block is behind all: a new interval.
  void begin() {
    ranges_.clear();
    count_ = 0;
    words_.clear();
    isOver_ = false;
  }
  /// Takes a row of `width` addresses from `window` on, of `total` bytes. False: it may race with
  /// what was taken, or is no row, and was not taken. No two of those that were taken race.
  bool take(const SharedRow &row, unsigned width, const uint64_t *addresses, uint64_t window,
            uint64_t total);
  /// Gives back what was taken, in its order, with the addresses of 32 lanes; takes no more until
  /// the next interval.
  template <typename Each> void end(uint64_t window, Each each) {
    isOver_ = true;
    uint64_t addresses[32];
    const uint32_t *words = words_.data();
    for (size_t row = 0; row < count_; ++row) {
      const Taken &taken = rows_[row];
      for (unsigned i = 0; i < 32; ++i)
        addresses[i] =
            window + (taken.isOwn ? uint64_t(taken.start + i * taken.row.bytes) : *words++);
      each(taken.row, addresses);
    }
    count_ = 0;
  }
  bool isOver() const { return isOver_; }

private:
  static constexpr size_t kMostRanges = 8, kMostRows = 1 << 12;
  /// What a site used so far, in bytes of the window.
  struct Range {
    uint32_t site, bytes;
    bool isWrite, isOwn; ///< isOwn: each thread has an element, `start` from its number
    int64_t start;
    uint64_t low, end;
    bool meets(const Range &other) const {
      return (isWrite || other.isWrite) && low < other.end && other.low < end &&
             !(isOwn && other.isOwn && start == other.start && bytes == other.bytes);
    }
  };
  struct Taken {
    SharedRow row;
    bool isOwn;
    int64_t start; ///< of lane 0
  };
  std::vector<Range> ranges_;
  std::vector<Taken> rows_; ///< the first `count_` of them
  size_t count_ = 0;
  std::vector<uint32_t> words_; ///< addresses of 32 lanes for each row that is not `isOwn`
  bool isOver_ = false;
};

} // namespace anywarp::insight
