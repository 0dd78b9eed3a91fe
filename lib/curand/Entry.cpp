// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions: generated from spec/curand.
#include "curand/Api.h"
#include "library/Call.h"

namespace anywarp::curand {
#include "curand/LayoutChecks.inc"
#include "curand/Library.inc"
const library::Library kLibrary{"curand", kSonames};
} // namespace anywarp::curand

#include "curand/Entries.inc"
