// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuFFTW as this room sees it: one function for each Done row of spec/cufftw.
#pragma once

#include "cufftw.h"
#include "library/Side.h"

namespace anywarp::cufftw {
#include "cufftw/Declarations.inc"

extern const library::Library kLibrary;
} // namespace anywarp::cufftw
