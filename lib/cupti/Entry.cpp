// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions: generated from spec/cupti.
#include "cupti/Api.h"
#include "library/Call.h"

namespace anywarp::cupti {
#include "cupti/LayoutChecks.inc"
#include "cupti/Library.inc"
const library::Library kLibrary{"cupti", kSonames};
} // namespace anywarp::cupti

#define AW_EXPORT extern "C" __attribute__((visibility("default")))
#include "cupti/Entries.inc"
