// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "insight/races/IntervalRows.h"

#include <algorithm>

#include "insight/races/Wide.h"

namespace anywarp::insight {
namespace {

/// How the addresses of lanes lie.
struct Shape {
  bool isStepped; ///< one element behind the other, with room for the lanes between
  bool isRising;  ///< each lane's element is behind those of the lanes before
  uint64_t bits;  ///< that any address has
};

/// No branches: the lanes are looked at together.
[[gnu::always_inline]] inline Shape shapeOf(const uint64_t *addresses, uint32_t lanes,
                                            uint64_t bytes, unsigned width) {
  const auto from = unsigned(__builtin_ctz(lanes));
  const uint64_t start = addresses[from] - from * bytes;
  uint64_t differs = 0, bits = 0;
  for (unsigned i = 0; i < width; ++i) {
    const uint64_t isThere = -uint64_t(lanes >> i & 1);
    differs |= (addresses[i] ^ (start + i * bytes)) & isThere;
    bits |= addresses[i] & isThere;
  }
  if (!differs)
    return {true, true, bits};
  uint64_t falls = 0; // of two that are both there
  for (unsigned i = 1; i < width; ++i)
    falls |= uint64_t(addresses[i] < addresses[i - 1] + bytes) & (lanes >> i & lanes >> (i - 1));
  // A gap of the lanes hides what is on both sides of it.
  const uint32_t moved = lanes >> from;
  return {false, !(falls & 1) && !(moved & (moved + 1)), bits};
}

Shape shapeOfAny(const uint64_t *addresses, uint32_t lanes, uint64_t bytes, unsigned width) {
  return width == 32 ? shapeOf(addresses, lanes, bytes, 32)
                     : shapeOf(addresses, lanes, bytes, width);
}

using ShapeFunction = Shape (*)(const uint64_t *, uint32_t, uint64_t, unsigned);

AW_WIDE Shape shapeOfWide(const uint64_t *addresses, uint32_t lanes, uint64_t bytes,
                          unsigned width) {
  return width == 32 ? shapeOf(addresses, lanes, bytes, 32)
                     : shapeOf(addresses, lanes, bytes, width);
}

const ShapeFunction shapeOfRow = canBeWide() ? shapeOfWide : shapeOfAny;

} // namespace

bool IntervalRows::take(const SharedRow &row, unsigned width, const uint64_t *addresses,
                        uint64_t window, uint64_t total) {
  if (isOver_ || row.bytes % 4 || count_ >= kMostRows)
    return false;
  const Shape shape = shapeOfRow(addresses, row.lanes, row.bytes, width);
  const auto from = unsigned(__builtin_ctz(row.lanes)),
             to = 31u - unsigned(__builtin_clz(row.lanes));
  const uint64_t low = addresses[from] - window, end = addresses[to] - window + row.bytes;
  if (!shape.isRising || shape.bits % 4 || low >= total || end > total)
    return false;
  const int64_t lane0 = int64_t(low) - int64_t(from) * row.bytes;
  const int64_t start = lane0 - int64_t(row.first) * row.bytes;
  const Range here{row.site, row.bytes, row.isWrite, shape.isStepped, start, low, end};
  Range *known = nullptr;
  for (Range &range : ranges_) {
    const bool isOfSite = range.site == here.site && range.isOwn == here.isOwn;
    if (isOfSite && (!here.isOwn || range.start == start)) {
      if (!here.isOwn && here.meets(range)) // perhaps another thread's
        return false;
      known = &range;
    } else if (here.meets(range)) {
      return false;
    }
  }
  if (known) {
    known->low = std::min(known->low, low);
    known->end = std::max(known->end, end);
  } else if (ranges_.size() < kMostRanges) {
    ranges_.push_back(here);
  } else {
    return false;
  }
  if (count_ == rows_.size())
    rows_.resize(2 * count_ + 64);
  rows_[count_++] = {row, here.isOwn, lane0};
  if (!here.isOwn)
    for (unsigned i = 0; i < 32; ++i)
      words_.push_back(i < width ? uint32_t(addresses[i] - window) : 0);
  return true;
}

} // namespace anywarp::insight
