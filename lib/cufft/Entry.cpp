// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions: generated from spec/cufft.
#include "cufft/Api.h"
#include "library/Call.h"

namespace anywarp::cufft {
#include "cufft/LayoutChecks.inc"
#include "cufft/Library.inc"
const library::Library kLibrary{"cufft", kSonames};
} // namespace anywarp::cufft

#include "cufft/Entries.inc"
