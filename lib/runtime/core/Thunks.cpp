// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions of libcudart, generated from spec/runtime. Those that Registration.cpp and
// Init.cpp define themselves are the Raw rows.
#include "runtime/core/Entry.h"

#define AW_EXPORT __attribute__((visibility("default")))

namespace entry = anywarp::runtime::entry;
namespace runtime = anywarp::runtime;

extern "C" {
#include "runtime/Thunks.inc"
}

// Sizes of the records that cross the boundary.
#include "runtime/LayoutChecks.inc"
