// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a warp does one thing after the other: its instructions, and those that it waits for. Of the
// average warp, and of the one that goes wherever any warp goes. The second is guessed from the
// counts in the order of the text. What fewer warps do is a branch, what more do is a loop.
#pragma once

#include "ncu/Totals.h"

namespace anywarp::ncu {

struct Course {
  double instructions = 0;
  double loadWaits = 0; ///< for loads from global memory, one after the other
  double locals = 0, stores = 0, shared = 0, barriers = 0;
  double results = 0; ///< of global atomics
  double texels = 0, specials = 0;

  struct Both;
  static Both of(const tool::KernelRecord &kernel);

private:
  void add(const tool::InstructionRow &row, double times, double waits);
};

struct Course::Both {
  Course average, longest;
};

} // namespace anywarp::ncu
