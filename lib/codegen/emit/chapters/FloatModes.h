// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the floating-point chapters (FloatingPoint, Conversion) share: the modifiers
// of an instruction as the constants that builtins take, flushing, packed halves.
#pragma once

#include "codegen/emit/Emitter.h"
#include "device/builtins/Modes.h"

namespace anywarp::codegen {

/// .rn .rz .rm .rp .rna; nearest if none is written.
device::Rounding roundingOf(const ptx::Instruction &inst);
/// device::FloatFlag of the modifiers .ftz .sat .relu .NaN .xorsign .satfinite .oob.
uint32_t floatFlagsOf(const ptx::Instruction &inst);

/// The bits of a float with subnormal ones replaced by zeros of their sign.
llvm::Value *flushBits(FunctionEmitter &e, llvm::Value *bits, uint64_t exponent, uint64_t sign);
llvm::Value *flushF32(FunctionEmitter &e, llvm::Value *value);

/// A bf16 or f16 as float, both exact.
llvm::Value *halfToFloat(FunctionEmitter &e, llvm::Value *bits, ptx::Type type);

/// Element `index` of a packed pair, and the pair of two elements (16 bits in 32, 32 bits in 64).
llvm::Value *unpack(FunctionEmitter &e, llvm::Value *pair, unsigned index);
llvm::Value *pack(FunctionEmitter &e, llvm::Value *low, llvm::Value *high);

} // namespace anywarp::codegen
