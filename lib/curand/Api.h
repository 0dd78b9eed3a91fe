// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuRAND's host interface as this room sees it: one function for each Done row of spec/curand.
#pragma once

#include "curand.h"
#include "library/Side.h"

namespace anywarp::curand {
#include "curand/Declarations.inc"

extern const library::Library kLibrary;
const char *statusName(curandStatus_t status);
bool isLive(curandGenerator_t generator);
} // namespace anywarp::curand
