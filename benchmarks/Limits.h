// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the machine can do at most, measured once per run with the same number of threads as the
// forms.
#pragma once

namespace bench {

struct MachineLimits {
  double bandwidth = 0; ///< GB/s of a read-read-write stream from memory
  double flops = 0;     ///< GFLOP/s of independent single-precision FMAs
};

const MachineLimits &limits();

} // namespace bench
