// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long a launch would take on an H200, out of its counts. What keeps it busy longest is its
// bound. Modelled: what caches save is not known here.
#pragma once

#include "ncu/Totals.h"

namespace anywarp::ncu {

struct Estimate {
  /// Nanoseconds that each part of the GPU is busy, or that the warps of a multiprocessor wait.
  enum Part : uint8_t {
    Issue,
    Arithmetic,
    L1,
    Shared,
    Texture,
    L2,
    Memory,
    Atomics,
    Tensor,
    Latency
  };
  static constexpr unsigned kParts = Latency + 1;
  static constexpr uint64_t kMultiprocessors = 132; ///< of an H100, too
  double part[kParts] = {};
  double whole = 0; ///< with the launch itself
  Part bound() const;
  static const char *toString(Part part);
  static Estimate of(const tool::KernelRecord &kernel, const Totals &totals);
};

} // namespace anywarp::ncu
