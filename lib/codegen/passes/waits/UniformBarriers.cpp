// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A branch whose condition may differ in the block decides about what lies between it and the block
// where all its ways meet (its post-dominator). Ways on which a thread ends by itself are no ways:
// threads that have ended are not waited for.
#include "codegen/passes/waits/UniformBarriers.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/Intrinsics.h"

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

bool isBarrier(const llvm::CallInst &call) {
  switch (intrinsicOf(call).value_or(Intrinsic::TidX)) {
  case Intrinsic::BarrierSync:
  case Intrinsic::BarrierArrive:
  case Intrinsic::BarrierPopc:
  case Intrinsic::BarrierAnd:
  case Intrinsic::BarrierOr:
  case Intrinsic::ClusterArrive:
    return true;
  default:
    return false;
  }
}

/// A function that was not inlined: barriers may be in there.
bool isUnknown(const llvm::CallInst &call) {
  return !intrinsicOf(call) && !llvm::isa<llvm::IntrinsicInst>(call) && !call.doesNotReturn();
}

class UniformBarriers {
public:
  UniformBarriers(llvm::Function &kernel, llvm::function_ref<bool(const llvm::CallInst &)> isEnd)
      : kernel_(kernel), isEnd_(isEnd), meetings_(kernel) {}
  bool run();

private:
  bool isVaryingAtOnce(const Instruction &inst) const;
  bool isVarying(const Value *value) const {
    auto *inst = llvm::dyn_cast<Instruction>(value);
    return inst && varying_.count(inst);
  }
  bool vary(const Instruction &inst);
  bool follow(const BasicBlock &block);
  void findEnds();

  llvm::Function &kernel_;
  llvm::function_ref<bool(const llvm::CallInst &)> isEnd_;
  llvm::PostDominatorTree meetings_;
  llvm::SmallPtrSet<const Instruction *, 32> varying_;
  llvm::SmallPtrSet<const BasicBlock *, 16> decided_; ///< some threads may not come here
  llvm::SmallPtrSet<const BasicBlock *, 16> ends_;    ///< a thread only ends from here on
};

/// Whatever its operands are.
bool UniformBarriers::isVaryingAtOnce(const Instruction &inst) const {
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst)) {
    if (const auto id = intrinsicOf(*call))
      return infoOf(*id).shape != Shape::Block;
    return inst.mayReadOrWriteMemory() || !llvm::isa<llvm::IntrinsicInst>(call);
  }
  if (llvm::isa<llvm::LoadInst>(inst))
    return !inst.hasMetadata(llvm::LLVMContext::MD_invariant_load);
  return inst.mayReadOrWriteMemory() || llvm::isa<llvm::AllocaInst>(inst);
}

void UniformBarriers::findEnds() {
  const auto behind = blocksBehindBarriers(kernel_);
  for (bool changed = true; changed;) {
    changed = false;
    for (const BasicBlock &block : kernel_) {
      const bool isQuiet = llvm::all_of(block, [&](const Instruction &inst) {
        auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
        return !inst.mayHaveSideEffects() || (call && (call->doesNotReturn() || isEnd_(*call)));
      });
      const bool isFault = llvm::isa<llvm::UnreachableInst>(block.getTerminator());
      if ((isQuiet || isFault || !behind.count(&block)) &&
          llvm::all_of(llvm::successors(&block),
                       [&](const BasicBlock *next) { return ends_.count(next) != 0; }))
        changed |= ends_.insert(&block).second;
    }
  }
}

bool UniformBarriers::vary(const Instruction &inst) { return varying_.insert(&inst).second; }

/// What a branch that may differ decides. True: something new.
bool UniformBarriers::follow(const BasicBlock &block) {
  llvm::SmallVector<const BasicBlock *, 16> open;
  llvm::SmallPtrSet<const BasicBlock *, 16> seen;
  for (const BasicBlock *next : llvm::successors(&block))
    if (!ends_.count(next) && seen.insert(next).second)
      open.push_back(next);
  if (open.size() < 2)
    return false;
  const auto *node = meetings_.getNode(&block);
  const BasicBlock *meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  bool changed = false;
  while (!open.empty()) {
    const BasicBlock *at = open.pop_back_val();
    for (const llvm::PHINode &phi : at->phis())
      changed |= vary(phi);
    if (at == meeting)
      continue;
    changed |= decided_.insert(at).second;
    for (const BasicBlock *next : llvm::successors(at))
      if (seen.insert(next).second)
        open.push_back(next);
  }
  return changed;
}

bool UniformBarriers::run() {
  findEnds();
  for (bool changed = true; changed;) {
    changed = false;
    for (const Instruction &inst : llvm::instructions(kernel_)) {
      const bool isVariable =
          isVaryingAtOnce(inst) ||
          llvm::any_of(inst.operands(), [&](const Value *operand) { return isVarying(operand); });
      if (isVariable)
        changed |= vary(inst);
      if (inst.isTerminator() && inst.getNumSuccessors() > 1 && isVariable)
        changed |= follow(*inst.getParent());
    }
  }
  for (const Instruction &inst : llvm::instructions(kernel_)) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
    if (!call)
      continue;
    if (isUnknown(*call) || (isBarrier(*call) && decided_.count(inst.getParent())))
      return false;
  }
  return true;
}

} // namespace

llvm::SmallPtrSet<const BasicBlock *, 16> blocksBehindBarriers(const llvm::Function &function) {
  llvm::SmallPtrSet<const BasicBlock *, 16> behind;
  llvm::SmallVector<const BasicBlock *, 16> open;
  for (const Instruction &inst : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
        call && (isBarrier(*call) || isUnknown(*call)) && behind.insert(inst.getParent()).second)
      open.push_back(inst.getParent());
  while (!open.empty())
    for (const BasicBlock *next : llvm::successors(open.pop_back_val()))
      if (behind.insert(next).second)
        open.push_back(next);
  return behind;
}

bool hasUniformBarriers(llvm::Function &kernel,
                        llvm::function_ref<bool(const llvm::CallInst &)> isEnd) {
  return UniformBarriers(kernel, isEnd).run();
}

} // namespace anywarp::codegen
