// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFT as this room sees it: one function for each Done row of spec/cufft.
#pragma once

#include "cufft.h"
#include "cufftXt.h"
#include "library/Side.h"

namespace anywarp::cufft {
#include "cufft/Declarations.inc"

extern const library::Library kLibrary;
const char *statusName(cufftResult status);
bool isLive(cufftHandle plan);
/// A plan that is made, for several devices.
bool isSpread(cufftHandle plan);
} // namespace anywarp::cufft
