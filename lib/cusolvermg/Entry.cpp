// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions: generated from spec/cusolvermg.
#include "cusolvermg/Api.h"
#include "library/Call.h"

namespace anywarp::cusolvermg {
#include "cusolvermg/LayoutChecks.inc"
#include "cusolvermg/Library.inc"
const library::Library kLibrary{"cusolverMg", kSonames};
} // namespace anywarp::cusolvermg

#include "cusolvermg/Entries.inc"
