// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// .multicast::cluster: the same bytes for several blocks of a cluster, at the same place in the
// shared window of each.
#pragma once

#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

/// Runs `body` for every block of the cluster whose rank is set in `ranks` (i16), with `pointers`
/// (into shared windows) moved to that block's window.
template <typename Body>
void forEachDestination(FunctionEmitter &e, llvm::Value *ranks,
                        llvm::ArrayRef<llvm::Value *> pointers, Body body) {
  llvm::Type *word = e.intType(64);
  llvm::SmallVector<llvm::Value *, 2> offsets;
  for (llvm::Value *pointer : pointers) {
    llvm::Value *bits = e.ir.CreatePtrToInt(pointer, word);
    llvm::Value *window = e.call(Intrinsic::ClusterShared, {e.clusterRankOf(bits)});
    offsets.push_back(e.ir.CreateSub(bits, e.ir.CreatePtrToInt(window, word)));
  }
  llvm::Value *count = e.ir.CreateMul(
      e.ir.CreateMul(e.call(Intrinsic::ClusterNCtaIdX), e.call(Intrinsic::ClusterNCtaIdY)),
      e.call(Intrinsic::ClusterNCtaIdZ));
  llvm::Value *set = e.ir.CreateZExt(ranks, e.intType(32));
  llvm::BasicBlock *before = e.ir.GetInsertBlock();
  llvm::BasicBlock *loop = e.newBlock("ranks"), *test = e.newBlock("rank"),
                   *done = e.newBlock("sent");
  e.fallInto(loop);
  llvm::PHINode *rank = e.ir.CreatePHI(e.intType(32), 2);
  rank->addIncoming(e.constant(32, 0), before);
  e.ir.CreateCondBr(e.ir.CreateICmpULT(rank, count), test, done);
  e.fallInto(test);
  llvm::Value *isMeant = e.ir.CreateTrunc(e.ir.CreateLShr(set, rank), e.ir.getInt1Ty());
  e.emitIf(isMeant, [&] {
    llvm::SmallVector<llvm::Value *, 2> there;
    for (llvm::Value *offset : offsets)
      there.push_back(e.ir.CreatePtrAdd(e.call(Intrinsic::ClusterShared, {rank}), offset));
    body(llvm::ArrayRef<llvm::Value *>(there));
  });
  rank->addIncoming(e.ir.CreateAdd(rank, e.constant(32, 1)), e.ir.GetInsertBlock());
  e.ir.CreateBr(loop);
  e.fallInto(done);
}

} // namespace anywarp::codegen
