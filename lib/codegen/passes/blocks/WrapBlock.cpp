// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel in which no piece waits becomes a BlockFn: one loop over the pieces of the block, or of
// the part of it that BlockState names. Full pieces and the last, partial one get their own code,
// so that full ones carry no masks.
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/passes/Lowering.h"
#include "codegen/passes/Runtime.h"

namespace anywarp::codegen {
using exec::LaunchState;
using llvm::BasicBlock;
using llvm::Value;

Status wrapBlock(Lowering &lowering) {
  if (!lowering.warp)
    return {}; // waits: made by another pass
  llvm::LLVMContext &context = lowering.module.getContext();
  llvm::Function *warp = lowering.warp;
  llvm::IRBuilder<> ir(context);
  if (auto guards = guardsOf(*warp); !guards.empty()) {
    auto *ended = BasicBlock::Create(context, "ended", warp);
    ir.SetInsertPoint(ended);
    ir.CreateRetVoid();
    endAtGuards(guards, ended);
  }
  auto *type = llvm::FunctionType::get(ir.getVoidTy(), {ir.getPtrTy(), ir.getPtrTy()}, false);
  auto *function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                          lowering.name + ".block", lowering.module);
  for (unsigned i = 0; i < 2; ++i) {
    function->getArg(i)->setName(warp->getArg(i)->getName());
    function->addParamAttrs(i, llvm::AttrBuilder(context, warp->getAttributes().getParamAttrs(i)));
  }
  function->setDoesNotThrow();
  // Faults are told with their line: what is inlined keeps it only where the caller has a place
  // too.
  if (llvm::DISubprogram *program = warp->getSubprogram()) {
    function->setSubprogram(llvm::MDNode::replaceWithDistinct(program->clone()));
    ir.SetCurrentDebugLocation(
        llvm::DILocation::get(context, program->getLine(), 0, function->getSubprogram()));
  }
  auto *entry = BasicBlock::Create(context, "entry", function);
  auto *loop = BasicBlock::Create(context, "piece", function);
  auto *last = BasicBlock::Create(context, "done", function), *done = last;
  Value *launch = function->getArg(0), *block = function->getArg(1);
  llvm::MDNode *empty = llvm::MDNode::get(context, {});
  auto field = [&](size_t offset, const char *name) {
    auto *load = ir.CreateLoad(ir.getInt32Ty(),
                               ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), launch, offset), name);
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, empty);
    return load;
  };
  llvm::SmallVector<llvm::CallInst *, 2> inlined;
  auto run = [&](Value *piece, Value *mask) {
    return ir.CreateCall(warp, {launch, block, piece, mask});
  };
  llvm::Type *maskType = warp->getArg(3)->getType();

  ir.SetInsertPoint(entry);
  auto [first, end] = loadPieceRange(ir, block);
  storeCurrentPiece(ir, block, first);
  if (lowering.hasFullPieces()) {
    ir.CreateBr(loop);
  } else {
    Value *threads = field(offsetof(LaunchState, threadsPerBlock), "threads");
    Value *full = ir.CreateUDiv(threads, ir.getInt32(lowering.width), "full");
    Value *hasPartial = ir.CreateICmpUGT(end, full);
    end = ir.CreateSelect(hasPartial, full, end); // of the loop
    auto *tail = BasicBlock::Create(context, "tail", function, done);
    ir.CreateCondBr(ir.CreateICmpUGE(first, end), tail, loop);
    ir.SetInsertPoint(tail);
    auto *partial = BasicBlock::Create(context, "partial", function, done);
    ir.CreateCondBr(hasPartial, partial, done);
    ir.SetInsertPoint(partial);
    llvm::SmallVector<llvm::Constant *, 32> lanes;
    for (unsigned i = 0; i < lowering.width; ++i)
      lanes.push_back(ir.getInt32(i));
    Value *rest = ir.CreateURem(threads, ir.getInt32(lowering.width), "rest");
    Value *mask = ir.CreateICmpULT(llvm::ConstantVector::get(lanes),
                                   ir.CreateVectorSplat(lowering.width, rest));
    run(full, mask);
    ir.CreateBr(done);
    done = tail;
  }
  ir.SetInsertPoint(loop);
  llvm::PHINode *piece = ir.CreatePHI(ir.getInt32Ty(), 2, "piece");
  piece->addIncoming(first, entry);
  inlined.push_back(run(piece, llvm::Constant::getAllOnesValue(maskType)));
  Value *next = ir.CreateNUWAdd(piece, ir.getInt32(1));
  storeCurrentPiece(ir, block, next);
  llvm::BranchInst *latch = endPieceLoop(ir, ir.CreateICmpEQ(next, end), done, loop);
  piece->addIncoming(next, latch->getParent());
  ir.SetInsertPoint(last);
  ir.CreateRetVoid();

  for (llvm::CallInst *call : inlined) {
    llvm::InlineFunctionInfo info;
    llvm::InlineFunction(*call, info);
  }
  if (warp->use_empty()) {
    warp->eraseFromParent();
  } else { // the partial piece
    warp->addFnAttr(llvm::Attribute::NoInline);
    warp->addFnAttr(llvm::Attribute::Cold);
  }
  lowering.warp = nullptr;
  return {};
}

} // namespace anywarp::codegen
