// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wgmma.mma_async: what one thread of a warpgroup has of D = A * B + D, with B, and A or not, in
// shared memory as matrix descriptors say. Owns nothing.
#pragma once

#include "exec/TensorCopy.h"
#include "exec/WarpgroupAbi.h"

namespace anywarp::exec {

/// Changes operands.d. `thread` is the linear index in the block. Null, or why the instruction is
/// not one: a descriptor outside of shared memory or of a kind that is not offered.
const char *multiplyForThread(WarpgroupOperands &operands, uint32_t thread, SharedWindow window);

} // namespace anywarp::exec
