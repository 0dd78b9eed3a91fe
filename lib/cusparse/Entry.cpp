// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions: generated from spec/cusparse.
#include "cusparse/Api.h"

namespace anywarp::cusparse {
#include "cusparse/LayoutChecks.inc"
#include "cusparse/Library.inc"
const library::Library kLibrary{"cusparse", kSonames};
} // namespace anywarp::cusparse

#include "cusparse/Entries.inc"
