// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions: generated from spec/cufftw.
#include "cufftw/Api.h"
#include "library/Call.h"

namespace anywarp::cufftw {
#include "cufftw/LayoutChecks.inc"
#include "cufftw/Library.inc"
const library::Library kLibrary{"cufftw", kSonames};
} // namespace anywarp::cufftw

#include "cufftw/Entries.inc"
