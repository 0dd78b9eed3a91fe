// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/passes/waits/ReleaseInLoop.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/waits/SpinLoops.h"

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;

/// The first instruction of `block` that ends a search for writes: a write, or a meeting.
Instruction *firstEvent(BasicBlock &block) {
  auto found = llvm::find_if(
      block, [](const Instruction &inst) { return canRelease(inst) || isMeetingOfWarp(inst); });
  return found == block.end() ? nullptr : &*found;
}

/// Calls `visit` for each block that is reached from `from`; it tells whether to go on behind it.
template <class Visit> void walkToEvents(llvm::ArrayRef<BasicBlock *> from, Visit visit) {
  llvm::SmallPtrSet<const BasicBlock *, 16> seen;
  llvm::SmallVector<BasicBlock *, 16> todo(from);
  while (!todo.empty()) {
    BasicBlock *block = todo.pop_back_val();
    if (seen.insert(block).second && visit(*block))
      todo.append(llvm::succ_begin(block), llvm::succ_end(block));
  }
}

/// The code to be moved, for each way out of the loop: blocks from which a write is still to come.
/// Their ends are such that none of them goes past a meeting.
class Tails {
public:
  explicit Tails(llvm::Loop &loop) : loop_(loop) {}

  bool find() {
    llvm::SmallVector<BasicBlock *, 4> exits;
    loop_.getUniqueExitBlocks(exits);
    splitAtMeetings(exits);
    for (BasicBlock *exit : exits)
      if (canReleaseFrom(exit) && !collect(exit))
        return false;
    return !byExit_.empty();
  }
  using Tail = llvm::SetVector<BasicBlock *>; ///< starts with the exit
  llvm::ArrayRef<std::pair<BasicBlock *, Tail>> byExit() const { return byExit_; }

private:
  static constexpr size_t kMost = 64; ///< blocks

  static bool canBeCopied(const BasicBlock &block) {
    const Instruction *end = block.getTerminator();
    return (llvm::isa<llvm::BranchInst>(end)) && llvm::none_of(block, [](const Instruction &inst) {
             auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
             return isCollective(inst) || isBarrier(inst) || (call && call->cannotDuplicate());
           });
  }

  /// Writes before a meeting, or before the end of the kernel, stand in blocks of their own.
  static void splitAtMeetings(llvm::ArrayRef<BasicBlock *> exits) {
    llvm::SmallVector<Instruction *, 4> places;
    walkToEvents(exits, [&](BasicBlock &block) {
      Instruction *event = firstEvent(block);
      if (event && isMeetingOfWarp(*event))
        return false;
      for (Instruction *inst = event; inst; inst = inst->getNextNode())
        if (isMeetingOfWarp(*inst) || llvm::isa<llvm::ReturnInst>(inst)) {
          places.push_back(inst);
          return false;
        }
      return true;
    });
    for (Instruction *place : places)
      llvm::SplitBlock(place->getParent(), place);
  }

  bool collect(BasicBlock *exit) {
    Tail tail;
    llvm::SmallVector<BasicBlock *, 16> todo{exit};
    while (!todo.empty()) {
      BasicBlock *block = todo.pop_back_val();
      if (loop_.contains(block) || block == loop_.getLoopPreheader() || !canBeCopied(*block) ||
          tail.size() > kMost)
        return false;
      if (tail.insert(block))
        for (BasicBlock *next : llvm::successors(block))
          if (canReleaseFrom(next))
            todo.push_back(next);
    }
    byExit_.push_back({exit, std::move(tail)});
    return true;
  }

  llvm::Loop &loop_;
  std::vector<std::pair<BasicBlock *, Tail>> byExit_;
};

/// Values that will have several definitions, or that new edges carry, go through variables.
class Variables {
public:
  explicit Variables(llvm::Function &function)
      : function_(function), place_(function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca()) {}

  void addPhisOf(BasicBlock &block) {
    llvm::SmallVector<PHINode *, 8> phis;
    for (PHINode &phi : block.phis())
      phis.push_back(&phi);
    for (PHINode *phi : phis)
      variables_.push_back(llvm::DemotePHIToStack(phi, place_));
  }
  void addUsedOutside(BasicBlock &block) {
    llvm::SmallVector<Instruction *, 8> values;
    for (Instruction &inst : block)
      if (!inst.getType()->isVoidTy() && inst.isUsedOutsideOfBlock(&block))
        values.push_back(&inst);
    for (Instruction *value : values)
      variables_.push_back(llvm::DemoteRegToStack(*value, /*VolatileLoads=*/false, place_));
  }
  void dissolve() {
    llvm::erase(variables_, nullptr);
    llvm::DominatorTree dominators(function_);
    llvm::PromoteMemToReg(variables_, dominators);
  }

private:
  llvm::Function &function_;
  BasicBlock::iterator place_;
  std::vector<llvm::AllocaInst *> variables_;
};

} // namespace

bool canReleaseFrom(llvm::ArrayRef<BasicBlock *> blocks) {
  bool found = false;
  walkToEvents(blocks, [&](BasicBlock &block) {
    Instruction *event = firstEvent(block);
    found |= event && canRelease(*event);
    return !event && !found;
  });
  return found;
}

bool isNeverTaken(const BasicBlock &from, const BasicBlock *to) {
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
  auto *call = branch && branch->isConditional()
                   ? llvm::dyn_cast<llvm::CallInst>(branch->getCondition())
                   : nullptr;
  return call && intrinsicOf(*call) == Intrinsic::Never && branch->getSuccessor(0) == to;
}

/// A copy of `tail` that belongs to the loop by way of `again`; where it is done, it leaves.
/// Returns the copy of the first block.
static BasicBlock *copyInto(llvm::Function &function, llvm::ArrayRef<BasicBlock *> tail,
                            BasicBlock *again) {
  llvm::ValueToValueMapTy copies;
  llvm::SmallVector<BasicBlock *, 16> copied;
  for (BasicBlock *block : tail) {
    BasicBlock *copy = llvm::CloneBasicBlock(block, copies, ".release", &function);
    copies[block] = copy;
    copied.push_back(copy);
  }
  llvm::remapInstructionsInBlocks(copied, copies);
  llvm::IRBuilder<> ir(function.getContext());
  llvm::Function *never = declareIntrinsic(*function.getParent(), Intrinsic::Never);
  const llvm::SmallPtrSet<const BasicBlock *, 16> inside(copied.begin(), copied.end());
  for (BasicBlock *copy : copied)
    for (llvm::Use &use : copy->getTerminator()->operands()) {
      auto *next = llvm::dyn_cast<BasicBlock>(use);
      if (!next || inside.contains(next))
        continue;
      auto *end = BasicBlock::Create(function.getContext(), "released", &function);
      ir.SetInsertPoint(end);
      ir.CreateCondBr(ir.CreateCall(never), again, next);
      use = end;
    }
  return copied.front();
}

/// Goes from `block` to `copy` instead of `exit`, before what else an iteration does.
static void leaveBy(BasicBlock *block, BasicBlock *exit, BasicBlock *copy) {
  Instruction *end = block->getTerminator();
  end->replaceSuccessorWith(exit, copy);
  auto *branch = llvm::cast<llvm::BranchInst>(end);
  if (!branch->isConditional() || branch->getSuccessor(0) == copy)
    return;
  branch->setCondition(llvm::IRBuilder<>(branch).CreateNot(branch->getCondition()));
  branch->swapSuccessors();
}

bool releaseInLoop(llvm::Function &function, llvm::Loop &loop) {
  Tails tails(loop);
  if (!loop.getLoopLatch() || !tails.find())
    return false;
  BasicBlock *header = loop.getHeader();
  Variables variables(function);
  variables.addPhisOf(*header);
  for (BasicBlock *block : loop.blocks())
    variables.addUsedOutside(*block);
  for (auto &[exit, tail] : tails.byExit())
    for (BasicBlock *block : tail) {
      variables.addPhisOf(*block);
      variables.addUsedOutside(*block);
      for (BasicBlock *next : llvm::successors(block))
        variables.addPhisOf(*next);
    }

  // One way back only: LoopSimplify would make two loops of two.
  auto *again = BasicBlock::Create(function.getContext(), "again", &function);
  llvm::BranchInst::Create(header, again);
  loop.getLoopLatch()->getTerminator()->replaceSuccessorWith(header, again);
  // Copies, one for each way out: others may come to this code by other ways, and lanes that leave
  // are not to wait in an iteration for those that leave later in it.
  for (auto &[exit, tail] : tails.byExit()) {
    BasicBlock *copy = copyInto(function, tail.getArrayRef(), again);
    for (BasicBlock *block : loop.blocks())
      if (llvm::is_contained(llvm::successors(block), exit))
        leaveBy(block, exit, copy);
  }
  llvm::removeUnreachableBlocks(function);
  variables.dissolve();
  return true;
}

} // namespace anywarp::codegen
