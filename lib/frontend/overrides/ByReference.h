// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arguments of classes that must not be copied as bytes.
#pragma once

#include "llvm/ADT/SmallPtrSet.h"

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace anywarp::frontend {

/// Device functions get the address of an argument whose class has a copy constructor or a
/// destructor of its own. Runs before lowerDeviceLaunches: calls of `kernels`, whose arguments are
/// bytes, are left alone.
void passByReference(llvm::Module &module, const llvm::SmallPtrSetImpl<llvm::Function *> &kernels);

} // namespace anywarp::frontend
