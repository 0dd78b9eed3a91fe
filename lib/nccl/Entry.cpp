// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions: generated from spec/nccl.
#include "library/Call.h"
#include "nccl/Api.h"

namespace anywarp::nccl {
#include "nccl/LayoutChecks.inc"
#include "nccl/Library.inc"
const library::Library kLibrary{"nccl", kSonames};
} // namespace anywarp::nccl

#define AW_EXPORT extern "C" __attribute__((visibility("default")))
#include "nccl/Entries.inc"
