// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --schedule: runs the program in its usual order and in others, and tells which results differ.
// Results are what the program copies to the host, kernels that are stopped, and its exit code.
#pragma once

#include "compute-sanitizer/Report.h"

namespace anywarp::sanitizer {

/// The exit code of the run in the usual order.
int compareSchedules(const Options &options, Report &report);

} // namespace anywarp::sanitizer
