// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The manual's section "Profiler Control". A profiler that is attached would be told; there is
// none, and without one the calls do nothing on a GPU either.
#include "driver/process/CaptureRules.h"

namespace anywarp::driver {

CUresult cuProfilerStart() { return refuseUnsafe(); }
CUresult cuProfilerStop() { return refuseUnsafe(); }

} // namespace anywarp::driver
