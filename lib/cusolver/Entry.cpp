// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions: generated from spec/cusolver.
#include "cusolver/Api.h"

namespace anywarp::cusolver {
#include "cusolver/LayoutChecks.inc"
#include "cusolver/Library.inc"
const library::Library kLibrary{"cusolver", kSonames};
} // namespace anywarp::cusolver

#include "cusolver/Entries.inc"
