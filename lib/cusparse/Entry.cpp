// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions: generated from spec/cusparse.
#include "cusparse/Api.h"
#include "library/Call.h"

namespace anywarp::cusparse {
#include "cusparse/LayoutChecks.inc"
#include "cusparse/Library.inc"
const library::Library kLibrary{"cusparse", kSonames};
} // namespace anywarp::cusparse

#define AW_EXPORT extern "C" __attribute__((visibility("default")))
#include "cusparse/Entries.inc"
