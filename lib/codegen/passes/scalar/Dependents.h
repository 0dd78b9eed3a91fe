// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What follows from a special register.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>

#include "codegen/Intrinsics.h"

namespace llvm {
class Module;
class Value;
} // namespace llvm

namespace anywarp::codegen {

using Values = llvm::SmallPtrSet<const llvm::Value *, 32>;

/// What is computed from the register `id`, also through memory that it addresses.
Values dependents(const llvm::Module &module, Intrinsic id);

} // namespace anywarp::codegen
