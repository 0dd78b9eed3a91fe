// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For exec::Schedule: another thread may run before each access to memory that threads share. The
// engine decides at each whether one does.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {
namespace {

/// The kernel's own variables and parameters are one thread's, or nobody writes them.
bool isShared(const llvm::Value *pointer) {
  const llvm::Value *object = llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
  if (llvm::isa<llvm::AllocaInst>(object))
    return false;
  auto *call = llvm::dyn_cast<llvm::CallInst>(object);
  return !call || intrinsicOf(*call) != Intrinsic::ParamBase;
}

bool touchesShared(const llvm::Instruction &inst) {
  if (const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&inst))
    return isShared(pointer);
  if (auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst))
    return isShared(rmw->getPointerOperand());
  if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst))
    return isShared(exchange->getPointerOperand());
  auto *move = llvm::dyn_cast<llvm::MemIntrinsic>(&inst);
  return move && isShared(move->getRawDest());
}

} // namespace

Status interruptAccesses(Lowering &lowering) {
  if (!lowering.options.interruptible)
    return {};
  llvm::Function *interrupt = declareIntrinsic(lowering.module, Intrinsic::Interrupt);
  for (llvm::Instruction &inst : llvm::instructions(*lowering.kernel))
    if (touchesShared(inst))
      llvm::IRBuilder<>(&inst).CreateCall(interrupt);
  return {};
}

} // namespace anywarp::codegen
