// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Places: sets of processors to which grids can be bound (NUMA nodes). Set before the first grid,
// constant afterwards.
#pragma once

#include <sched.h>
#include <vector>

namespace anywarp::exec {

class Places {
public:
  static const std::vector<std::vector<unsigned>> &get();
  /// The calling thread runs on that place's processors until the object ends.
  class Stay {
  public:
    explicit Stay(int place);
    ~Stay();
    Stay(const Stay &) = delete;

  private:
    std::vector<cpu_set_t> before_; ///< empty: nothing was changed
  };
  /// Binds the calling thread for good.
  static void settle(unsigned place);
};

} // namespace anywarp::exec
