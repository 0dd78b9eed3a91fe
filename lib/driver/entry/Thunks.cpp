// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions of libcuda, generated from spec/driver.
#include "driver/entry/Entry.h"

#define AW_EXPORT __attribute__((visibility("default")))

namespace entry = anywarp::driver::entry;
namespace driver = anywarp::driver;
namespace sides = anywarp::driver::sides;

extern "C" {
#include "driver/Thunks.inc"
}

// Sizes of the records that cross the boundary.
#include "driver/LayoutChecks.inc"
