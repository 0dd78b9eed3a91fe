// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The exported functions: generated from spec/cublaslt.
#include "cublaslt/Api.h"

namespace anywarp::cublaslt {
#include "cublaslt/LayoutChecks.inc"
#include "cublaslt/Library.inc"
const library::Library kLibrary{"cublaslt", kSonames};
} // namespace anywarp::cublaslt

#include "cublaslt/Entries.inc"
