// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Read-modify-write operations for the other chapters that need them.
#pragma once

#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

/// The type in which atom and red read a value of `type`: 16-bit floats are bits.
ptx::Type atomicValueType(ptx::Type type);

/// Applies the operation that the modifiers of `inst` name (.add, .min, …) to *pointer, relaxed,
/// for the whole system. Gives the old value; null if the operation does not exist for the type.
llvm::Value *emitAtomicUpdate(FunctionEmitter &e, const ptx::Instruction &inst,
                              llvm::Value *pointer, ptx::StateSpace space, llvm::Value *value);

} // namespace anywarp::codegen
