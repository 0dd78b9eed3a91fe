// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heart of the SIMT lowering: a scalar function becomes the function of a piece of W lanes.
#pragma once

#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {

/// Code for W lanes of `source`, which is in the form of normalizeControlFlow:
///   RESULT NAME(ptr launch, ptr block, i32 piece, <W x i1> mask, ARGS...)
/// with result and arguments widened; W == 1: plain scalars and an i1 mask. `target` has this
/// signature and no body yet. At least one lane of the mask is set.
Status widenFunction(Lowering &lowering, llvm::Function &source, llvm::Function &target);

} // namespace anywarp::codegen
