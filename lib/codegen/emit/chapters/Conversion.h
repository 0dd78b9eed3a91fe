// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cvt between integers and floats; the bits of a half stand for it.
#pragma once

#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

/// `clamp`: what does not fit becomes the nearest number that does.
llvm::Value *convertInteger(FunctionEmitter &e, llvm::Value *x, ptx::Type source, ptx::Type target,
                            bool clamp);
llvm::Value *integerToFloat(FunctionEmitter &e, const ptx::Instruction &inst, llvm::Value *x);
llvm::Value *floatToInteger(FunctionEmitter &e, const ptx::Instruction &inst, llvm::Value *x);
llvm::Value *floatToFloat(FunctionEmitter &e, const ptx::Instruction &inst, llvm::Value *x);

} // namespace anywarp::codegen
