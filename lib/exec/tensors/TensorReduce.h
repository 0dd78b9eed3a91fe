// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The arithmetic of cp.reduce.async.bulk.tensor: one element of global memory at a time,
// atomically.
#pragma once

#include "exec/KernelAbi.h"
#include "exec/tensors/TensorMap.h"

namespace anywarp::exec {

/// What devices of compute capability 9.0 reduce; other pairs are illegal instructions there.
bool canReduce(TensorOp::Reduction op, TensorType type);

/// *global = op(*global, *operand). Both are aligned to their size.
void reduceElement(TensorOp::Reduction op, TensorType type, void *global, const void *operand);

} // namespace anywarp::exec
