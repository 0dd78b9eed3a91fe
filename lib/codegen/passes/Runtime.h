// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine's functions (exec/Runtime.def) as LLVM declarations.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/IRBuilder.h>

namespace anywarp::codegen {

/// Declares `name`, one of Runtime.def, with (launch, block) as its first parameters.
llvm::Function *declareRuntime(llvm::Module &module, llvm::StringRef name);

/// The call may post a request for which its piece must suspend ([wait] in Runtime.def).
bool isWait(const llvm::CallInst &call);

/// Ends the running piece where a guard says so (aw_guard): a branch to `end` behind each call.
void endAtGuards(llvm::ArrayRef<llvm::CallInst *> guards, llvm::BasicBlock *end);
/// The calls of aw_guard.
llvm::SmallVector<llvm::CallInst *, 8> guardsOf(llvm::Function &function);
bool isGuard(const llvm::Instruction &inst);

/// `bar.sync 0` of the whole block: what a bare suspension means (KernelAbi.h).
bool isPlainBarrier(const llvm::CallInst &call);

/// Notes the running piece in BlockState for whoever handles a fault: hence volatile. Belongs at
/// the end of a round of a loop over pieces, where it does not keep LLVM from moving loads out.
void storeCurrentPiece(llvm::IRBuilderBase &ir, llvm::Value *block, llvm::Value *piece);

/// `inst` is such a note, in memory or in the register.
bool notesPiece(const llvm::Instruction &inst);

/// Repeats the note `like` for `more + 1` pieces from `piece` on.
void notePiecesLike(llvm::IRBuilderBase &ir, const llvm::Instruction &like, llvm::Value *piece,
                    unsigned more);

/// The pieces that a BlockFn without barriers runs: the first, and the end (exec::BlockState).
std::pair<llvm::Value *, llvm::Value *> loadPieceRange(llvm::IRBuilderBase &ir, llvm::Value *block);

/// Ends a round of a loop over pieces. LLVM neither unrolls nor peels it; JamPieces may jam it.
llvm::BranchInst *endPieceLoop(llvm::IRBuilderBase &ir, llvm::Value *isLast, llvm::BasicBlock *done,
                               llvm::BasicBlock *loop, bool canJam = true);
inline constexpr char kPieceLoop[] = "aw.pieces"; ///< property of such a loop

/// Marks stack arrays with an element for each piece, indexed by it.
inline constexpr char kKeptMetadata[] = "aw.kept";

/// Last step before LLVM's passes: those stores touch nothing that the kernel accesses; where the
/// kernel's calls allow it they become moves to a register (exec::kPieceInRegister).
void isolateCurrentPiece(llvm::Function &function);

/// The same of what profiled kernels count, which nothing else touches (WidenProfile.cpp).
void isolateCounts(llvm::Function &function);

} // namespace anywarp::codegen
