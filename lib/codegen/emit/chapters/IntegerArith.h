// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums and differences with the carry flag CC.CF: addc, madc and subc read it, .cc leaves it. What
// fields of bits are where position and length are known.
#pragma once

#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

llvm::Value *addWithCarry(FunctionEmitter &e, const ptx::Instruction &inst, llvm::Value *a,
                          llvm::Value *b);
/// As on GPUs, a subtraction leaves the carry of a + ~b + 1: clear when it borrows. Only mixed
/// chains of additions and subtractions can tell.
llvm::Value *subtractWithBorrow(FunctionEmitter &e, const ptx::Instruction &inst, llvm::Value *a,
                                llvm::Value *b);

/// `field`, the result of bfe.s32, or -1 if all bits of the field are beyond the sign.
llvm::Value *foldedField(llvm::Value *a, llvm::Value *position, llvm::Value *length,
                         llvm::Value *field);
/// The length of bfi.b32: modulo 32 where it does not take all of `a` or whole bytes of it.
llvm::Value *foldedLength(llvm::Value *b, llvm::Value *position, llvm::Value *length);

} // namespace anywarp::codegen
