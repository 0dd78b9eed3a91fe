// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `atomicrmw fadd float` becomes a loop of compare and exchange: a NaN that it makes is 7fffffff
// (seen). Marked !aw.ftz, PTX's atom.add.f32 on global memory, it replaces subnormal operands and
// results by zero.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {
namespace {

llvm::Value *flush(llvm::IRBuilder<> &ir, llvm::Value *value) {
  llvm::Value *bits = ir.CreateBitCast(value, ir.getInt32Ty());
  llvm::Value *isSmall =
      ir.CreateICmpEQ(ir.CreateAnd(bits, ir.getInt32(0x7f800000)), ir.getInt32(0));
  bits = ir.CreateSelect(isSmall, ir.CreateAnd(bits, ir.getInt32(0x80000000)), bits);
  return ir.CreateBitCast(bits, ir.getFloatTy());
}

void expand(llvm::AtomicRMWInst &rmw) {
  llvm::BasicBlock *before = rmw.getParent();
  llvm::BasicBlock *after = before->splitBasicBlock(&rmw, "atomic.done");
  auto *loop =
      llvm::BasicBlock::Create(rmw.getContext(), "atomic.retry", before->getParent(), after);
  before->getTerminator()->eraseFromParent();

  llvm::IRBuilder<> ir(before);
  ir.SetCurrentDebugLocation(rmw.getDebugLoc());
  llvm::Type *i32 = ir.getInt32Ty();
  const bool flushes = rmw.getMetadata("aw.ftz");
  auto operand = [&](llvm::Value *value) { return flushes ? flush(ir, value) : value; };
  llvm::Value *pointer = rmw.getPointerOperand(), *addend = operand(rmw.getValOperand());
  llvm::LoadInst *first = ir.CreateAlignedLoad(i32, pointer, rmw.getAlign());
  first->setAtomic(llvm::AtomicOrdering::Monotonic, rmw.getSyncScopeID());
  ir.CreateBr(loop);

  ir.SetInsertPoint(loop);
  llvm::PHINode *bits = ir.CreatePHI(i32, 2);
  llvm::Value *old = ir.CreateBitCast(bits, ir.getFloatTy());
  llvm::Value *sum = operand(ir.CreateFAdd(operand(old), addend));
  sum = ir.CreateSelect(ir.CreateFCmpUNO(sum, sum), ir.getInt32(kMadeNan),
                        ir.CreateBitCast(sum, i32));
  llvm::Value *exchange = ir.CreateAtomicCmpXchg(
      pointer, bits, sum, rmw.getAlign(), rmw.getOrdering(),
      llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(rmw.getOrdering()),
      rmw.getSyncScopeID());
  bits->addIncoming(first, before);
  bits->addIncoming(ir.CreateExtractValue(exchange, 0), loop);
  ir.CreateCondBr(ir.CreateExtractValue(exchange, 1), after, loop);

  rmw.replaceAllUsesWith(old);
  rmw.eraseFromParent();
}

} // namespace

Status expandAtomics(Lowering &lowering) {
  for (llvm::Function &function : lowering.module) {
    llvm::SmallVector<llvm::AtomicRMWInst *, 8> found;
    for (llvm::Instruction &inst : llvm::instructions(function))
      if (auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst))
        if (rmw->getOperation() == llvm::AtomicRMWInst::FAdd && rmw->getType()->isFloatTy())
          found.push_back(rmw);
    for (llvm::AtomicRMWInst *rmw : found)
      expand(*rmw);
  }
  return {};
}

} // namespace anywarp::codegen
