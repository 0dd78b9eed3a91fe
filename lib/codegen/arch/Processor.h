// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the passes know of the processor beyond its features. Functions of another processor have a
// folder beside x86_64; nothing outside these folders names a processor's instructions or
// registers.
#pragma once

#include <llvm/IR/IRBuilder.h>

namespace anywarp::codegen::arch {

extern const char *const kTriple;
extern const char *const kDataLayout;

/// The running piece can be kept in a register that no code of `function` uses, nor any that it
/// calls (exec::kPieceInRegister).
bool canKeepPiece(const llvm::Function &function);
/// Puts `piece` (i32) there.
void keepPiece(llvm::IRBuilderBase &ir, llvm::Value *piece);
/// `inst` is made by keepPiece; its first operand is asKeptPiece of the piece.
bool keepsPiece(const llvm::Instruction &inst);
llvm::Value *asKeptPiece(llvm::IRBuilderBase &ir, llvm::Value *piece);

/// result[i] = (low, high)[index[i]], of 16 lanes of 32 bits each. With AVX-512.
llvm::Value *permutePair(llvm::IRBuilderBase &ir, llvm::Value *low, llvm::Value *index,
                         llvm::Value *high);

} // namespace anywarp::codegen::arch
