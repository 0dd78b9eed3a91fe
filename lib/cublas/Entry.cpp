// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generated tables of the library, and the exported functions that no row gives another name.
#include "cublas/Api.h"

namespace anywarp::cublas {
#include "cublas/LayoutChecks.inc"
#include "cublas/Library.inc"
const library::Library kLibrary{"cublas", kSonames};
} // namespace anywarp::cublas

#include "cublas/Entries.inc"
