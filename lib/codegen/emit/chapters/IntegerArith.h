// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums and differences with the carry flag CC.CF. addc, madc and subc read it, .cc leaves it.
#pragma once

#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

llvm::Value *addWithCarry(FunctionEmitter &e, const ptx::Instruction &inst, llvm::Value *a,
                          llvm::Value *b);
/// As on GPUs, a subtraction leaves the carry of a + ~b + 1: clear when it borrows. Only mixed
/// chains of additions and subtractions can tell.
llvm::Value *subtractWithBorrow(FunctionEmitter &e, const ptx::Instruction &inst, llvm::Value *a,
                                llvm::Value *b);

} // namespace anywarp::codegen
