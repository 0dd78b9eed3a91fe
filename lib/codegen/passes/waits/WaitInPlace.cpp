// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Debugged kernels: a piece is one thread, has a stack of its own (exec/blocks/PieceThreads.h) and
// keeps it while it waits. So nothing is split: the code of the thread becomes the PieceFn as it
// is, with a call of the engine behind each request that is not met. Lines of the source get their
// places.
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "codegen/passes/Lowering.h"
#include "codegen/passes/Runtime.h"

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::CallInst;
using llvm::Value;

/// The order of the code: what is further down is where ways that parted meet again.
void numberLines(llvm::Module &module) {
  uint32_t place = 0;
  for (llvm::Function &function : module)
    for (llvm::Instruction &inst : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<CallInst>(&inst))
        if (llvm::Function *callee = call->getCalledFunction();
            callee && callee->getName() == "aw_line")
          call->setArgOperand(3,
                              llvm::ConstantInt::get(call->getArgOperand(3)->getType(), place++));
}

/// Debuggers take the first line behind a function's own for its beginning: there a breakpoint at
/// its name stops, and its variables have their places. What comes before has no line.
void hideBeginning(llvm::Function &function) {
  const llvm::DISubprogram *source = function.getSubprogram();
  if (!source)
    return;
  auto isOwn = [&](const llvm::DebugLoc &place) {
    return !place.getInlinedAt() && place.getLine() == source->getLine() && !place.getCol();
  };
  llvm::SmallVector<llvm::Instruction *, 64> own;
  bool hasOther = false;
  for (llvm::Instruction &inst : llvm::instructions(function))
    if (const llvm::DebugLoc &place = inst.getDebugLoc()) {
      if (isOwn(place))
        own.push_back(&inst);
      else
        hasOther |= !place.getInlinedAt() && place.getLine();
    }
  if (!hasOther) // all on one line
    return;
  for (llvm::Instruction *inst : own)
    inst->setDebugLoc(
        llvm::DILocation::get(function.getContext(), 0, 0, inst->getDebugLoc().getScope()));
}

void waitAt(Lowering &lowering, CallInst &call) {
  llvm::Function *wait = declareRuntime(lowering.module, "aw_wait_here");
  llvm::IRBuilder<> ir(call.getContext());
  Value *context[] = {call.getArgOperand(0), call.getArgOperand(1), call.getArgOperand(2)};
  if (isPlainBarrier(call)) {
    lowering.info.flags |= exec::KernelInfo::UsesBarrier;
    ir.SetInsertPoint(&call);
    ir.CreateCall(wait, context);
    call.eraseFromParent();
    return;
  }
  BasicBlock *before = call.getParent();
  BasicBlock *after = before->splitBasicBlock(std::next(call.getIterator()), "resumed");
  auto *waits = BasicBlock::Create(call.getContext(), "waits", before->getParent(), after);
  before->getTerminator()->eraseFromParent();
  ir.SetInsertPoint(before);
  ir.SetCurrentDebugLocation(call.getDebugLoc());
  ir.CreateCondBr(ir.CreateIsNotNull(&call), waits, after);
  ir.SetInsertPoint(waits);
  ir.CreateCall(wait, context);
  ir.CreateBr(after);
}

} // namespace

Status waitInPlace(Lowering &lowering) {
  if (!lowering.options.waitsInPlace)
    return {};
  numberLines(lowering.module);
  for (llvm::Function &function : lowering.module) {
    hideBeginning(function);
    llvm::SmallVector<CallInst *, 8> waits;
    for (llvm::Instruction &inst : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<CallInst>(&inst); call && isWait(*call))
        waits.push_back(call);
    for (CallInst *call : waits)
      waitAt(lowering, *call);
  }
  // (launch, block, piece, mask of one lane) becomes (launch, block, piece, frame).
  llvm::Function *warp = lowering.warp;
  llvm::Type *ptr = llvm::PointerType::get(warp->getContext(), 0);
  llvm::Type *i32 = llvm::Type::getInt32Ty(warp->getContext());
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(warp->getContext()),
                                       {ptr, ptr, i32, ptr}, /*isVarArg=*/false);
  auto *piece = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                       lowering.name + ".piece", lowering.module);
  for (unsigned i = 0; i < 2; ++i)
    piece->addParamAttrs(
        i, llvm::AttrBuilder(warp->getContext(), warp->getAttributes().getParamAttrs(i)));
  piece->setDoesNotThrow();
  piece->setSubprogram(warp->getSubprogram());
  warp->setSubprogram(nullptr);
  for (unsigned i = 0; i < 3; ++i)
    warp->getArg(i)->replaceAllUsesWith(piece->getArg(i));
  warp->getArg(3)->replaceAllUsesWith(llvm::Constant::getAllOnesValue(warp->getArg(3)->getType()));
  piece->splice(piece->end(), warp);
  warp->eraseFromParent();
  lowering.warp = nullptr;
  lowering.info.flags |= exec::KernelInfo::WaitsInPlace;
  lowering.info.frameBytes = lowering.info.frameAlign = 2 * sizeof(void *); // the engine's
  return {};
}

} // namespace anywarp::codegen
