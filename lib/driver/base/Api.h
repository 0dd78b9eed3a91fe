// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The driver API as this room sees it. Exported names are declared as they are (no renaming
// macros), and anywarp::driver holds one function for each Done row of spec/driver, under the name
// of the row: the exported cuMemAlloc_v2 calls driver::cuMemAlloc, the exported cuMemAlloc (its
// older form) would call driver::cuMemAlloc_v1.
#pragma once

#define __CUDA_API_VERSION_INTERNAL
#include <anywarp/opengl.h>
#include <cuda.h>
#include <cudaProfiler.h>

namespace anywarp::driver {
#include "driver/Declarations.inc"
} // namespace anywarp::driver
