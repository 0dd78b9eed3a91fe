// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver API as this room sees it. Exported names are declared as they are, without renaming
// macros. anywarp::driver has one function for each Done row of spec/driver, under the row's name.
// The exported cuMemAlloc_v2 calls driver::cuMemAlloc. The exported cuMemAlloc, its older form,
// would call driver::cuMemAlloc_v1.
#pragma once

#define __CUDA_API_VERSION_INTERNAL
#include <anywarp/opengl.h>
#include <cuda.h>
#include <cudaProfiler.h>

namespace anywarp::driver {
#include "driver/Declarations.inc"

/// Why the checks of a row (driver/Edges.inc, driver/rules) refused the call under way, for the
/// trace; null where the result says all.
inline thread_local const char *refusal = nullptr;
[[gnu::cold, gnu::noinline]] inline CUresult refused(CUresult result, const char *reason) {
  refusal = reason;
  return result;
}
} // namespace anywarp::driver
