// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The runtime API and, below it, the driver API as this room sees them. anywarp::runtime holds one
// function for each Done row of spec/runtime; the exported functions (runtime/Thunks.inc) call
// them.
#pragma once

#define __CUDA_API_VERSION_INTERNAL
#include <anywarp/opengl.h>
#include <cuda.h>
#include <cudaProfiler.h>

#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

namespace anywarp::runtime {
#include "runtime/Declarations.inc"
} // namespace anywarp::runtime
