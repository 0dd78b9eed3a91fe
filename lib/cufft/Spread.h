// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How an array lies on several devices (manual, section "Multiple GPU Data Organization"). In
// natural order each device has a part along the slowest dimension: of the batch, else of the first
// axis. Shuffled, which is what a transform of one item leaves, each has a part along the second
// axis. An item of one axis keeps its order.
#pragma once

#include "cufft/Request.h"

namespace anywarp::cufft {

struct Spread {
  int64_t items = 1, rows = 1, columns = 1; ///< batch, first axis, second axis
  int64_t bytes = 0;                        ///< of what one column has in one row
  bool isLine = false;                      ///< one axis: `columns` are its numbers

  /// One side of a request, with contiguous numbers. In place, real lines have the room of their
  /// complex ones.
  static Spread of(const Request &request, bool isOutput, bool isInPlace);

  int64_t total() const { return items * rows * columns * bytes; }
  /// A part as a rectangle of the whole array.
  struct Part {
    int64_t offset, width, height, pitch; ///< bytes; lines for `height`
    int64_t size() const { return width * height; }
  };
  Part part(int index, int count, bool isShuffled) const;
};

} // namespace anywarp::cufft
