// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the calls that take several operations at once have in common.
#pragma once

#include <cstddef>

namespace anywarp::driver {

/// `many` groups of `count` operations, group i from `first[i]` up to the next one's start: the
/// first starts at 0. A second one that starts there, too, is passed over (seen on a GPU).
inline bool checkGroups(const size_t *first, size_t many, size_t count) {
  if (!first || !many || many > count || first[0] != 0)
    return false;
  for (size_t i = 1; i < many; ++i)
    if (first[i] < first[i - 1] || first[i] >= count)
      return false;
  return true;
}

} // namespace anywarp::driver
