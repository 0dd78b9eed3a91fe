// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The SIMD width, where the caller leaves it open: a whole warp, unless lanes of one warp may have
// to wait for each other at different places. Such kernels run thread by thread, where every thread
// makes progress. Also lets the loops that spin on memory yield.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/ControlPlan.h"
#include "codegen/passes/Lowering.h"
#include "codegen/passes/MemberMask.h"
#include "codegen/passes/SpinLoops.h"
#include "support/Trace.h"

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;
using llvm::Value;

/// Membermasks made from what the lanes that are here say: activemask, ballot, match.
bool isFromActiveLanes(const Value *mask, unsigned depth = 6) {
  auto *inst = llvm::dyn_cast<Instruction>(mask);
  if (!inst || depth == 0)
    return false;
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(inst))
    if (std::optional<Intrinsic> id = intrinsicOf(*call))
      return *id == Intrinsic::ActiveMask || *id == Intrinsic::Ballot ||
             (*id >= Intrinsic::MatchAny32 && *id <= Intrinsic::MatchAll64);
  for (const Value *operand : inst->operands())
    if (isFromActiveLanes(operand, depth - 1))
      return true;
  return false;
}

/// `mask` names the whole warp, or the lanes of it that asked to go on from such a mask.
bool isWholeWarp(const Value *mask) {
  auto isAll = [](const Value *value) {
    auto *number = llvm::dyn_cast<llvm::ConstantInt>(value);
    return number && number->isMinusOne();
  };
  auto *phi = llvm::dyn_cast<llvm::PHINode>(mask);
  if (!phi)
    return isAll(mask);
  return llvm::all_of(phi->incoming_values(), [&](const Value *value) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(value);
    return isAll(value) ||
           (call && intrinsicOf(*call) == Intrinsic::Ballot && call->getArgOperand(1) == phi);
  });
}

/// No lane of a warp gets past `inst` before all that are named get there.
bool isMeetingOfWarp(const Instruction &inst) {
  if (isBarrier(inst) || isWarpFunctionCall(inst))
    return true;
  if (!isCollective(inst))
    return false;
  auto &call = llvm::cast<llvm::CallInst>(inst);
  std::optional<Intrinsic> id = intrinsicOf(call);
  return id != Intrinsic::ActiveMask && id != Intrinsic::Elect &&
         isWholeWarp(call.getArgOperand(call.arg_size() - 1));
}

/// The branch lets at most one lane of a warp through to `to`: tid == constant and the like.
bool admitsOneLane(const llvm::BranchInst &branch, const BasicBlock *to, const Uniformity &lanes) {
  auto *compare =
      branch.isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(branch.getCondition()) : nullptr;
  if (!compare || !compare->isEquality())
    return false;
  bool onTrue = branch.getSuccessor(0) == to;
  if (onTrue != (compare->getPredicate() == llvm::CmpInst::ICMP_EQ))
    return false;
  auto differs = [&](const Value *value) {
    LaneShape s = lanes.shapeOf(value);
    return s.group == lanes.width() && s.stride != 0;
  };
  for (unsigned i = 0; i < 2; ++i) {
    const Value *value = compare->getOperand(i), *other = compare->getOperand(1 - i);
    if (differs(value) && lanes.isUniform(other))
      return true;
    // (x | y | z) == 0
    auto *zero = llvm::dyn_cast<llvm::ConstantInt>(other);
    llvm::SmallVector<const Value *, 4> leaves{value};
    for (unsigned k = 0; zero && zero->isZero() && k < leaves.size() && k < 8; ++k)
      if (auto *both = llvm::dyn_cast<llvm::BinaryOperator>(leaves[k]);
          both && both->getOpcode() == Instruction::Or) {
        leaves.push_back(both->getOperand(0));
        leaves.push_back(both->getOperand(1));
      } else if (differs(leaves[k])) {
        return true;
      }
  }
  return false;
}

class WidthChoice {
public:
  WidthChoice(llvm::Function &function, const exec::BlockShape &shape)
      : function_(function), shape_(shape), dominators_(function), postDominators_(function),
        loops_(dominators_), order_(function, loops_),
        lanes_(function, exec::kWarpSize, shape, loops_, order_),
        plan_(order_, lanes_, dominators_, loops_) {}

  /// Why the lanes of a warp need a course of their own; empty if they do not.
  std::string reason() {
    for (const Loop *loop : spins_)
      if (!meetsInBarrier(*loop) &&
          ((lanes_.isDivergentLoop(loop) && !runsOneLane(*loop) && leaversCouldEnd(*loop)) ||
           othersCouldEnd(*loop)))
        return "lanes spin on memory";
    for (Instruction &inst : llvm::instructions(function_)) {
      const bool barrier = isBarrier(inst);
      if (!barrier && !isCollective(inst))
        continue;
      if (!barrier) {
        auto &call = llvm::cast<llvm::CallInst>(inst);
        if (!isWarpFunctionCall(inst) && namesLanesThatAreHere(call))
          continue;
      }
      if (othersWaitElsewhere(inst, barrier))
        return barrier ? "lanes meet at different barriers" : "lanes meet at different places";
    }
    return {};
  }

  void findSpins() { spins_ = findSpinLoops(function_, loops_, postDominators_); }

  void yieldInSpins() {
    for (Loop *loop : spins_) {
      llvm::IRBuilder<> ir(loop->getLoopLatch()->getTerminator());
      ir.CreateCall(declareIntrinsic(*function_.getParent(), Intrinsic::Yield));
    }
  }

private:
  bool runsOneLane(const Loop &loop) const {
    const BasicBlock *block = loop.getLoopPreheader();
    for (const auto *node = dominators_.getNode(block); node && node->getIDom();
         node = node->getIDom()) {
      const BasicBlock *to = node->getBlock(), *from = to->getSinglePredecessor();
      auto *branch = from ? llvm::dyn_cast<llvm::BranchInst>(from->getTerminator()) : nullptr;
      if (branch && admitsOneLane(*branch, to, lanes_))
        return true;
    }
    return false;
  }

  /// The lanes in `loop` meet at a barrier in every iteration.
  bool meetsInBarrier(const Loop &loop) const {
    return llvm::any_of(loop.blocks(),
                        [](const BasicBlock *block) { return llvm::any_of(*block, isBarrier); });
  }

  /// Lanes that left `loop` wait for those still in it, and would write to memory before all meet
  /// again.
  bool leaversCouldEnd(const Loop &loop) const {
    llvm::SmallPtrSet<const BasicBlock *, 16> seen;
    llvm::SmallVector<BasicBlock *, 16> todo;
    loop.getExitBlocks(todo);
    while (!todo.empty()) {
      BasicBlock *block = todo.pop_back_val();
      if (!seen.insert(block).second)
        continue;
      auto decides = llvm::find_if(*block, [](const Instruction &inst) {
        return canRelease(inst) || isMeetingOfWarp(inst);
      });
      if (decides != block->end()) {
        if (canRelease(*decides))
          return true;
        continue;
      }
      todo.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    return false;
  }

  /// While some lanes are in `loop`, others are held at a place from which they would write to
  /// memory before they meet the first ones again.
  bool othersCouldEnd(const Loop &loop) const {
    const BasicBlock *here = loop.getHeader();
    llvm::SmallPtrSet<const BasicBlock *, 16> seen;
    llvm::SmallVector<const BasicBlock *, 16> todo;
    for (unsigned held : plan_.of(here).deferred)
      todo.push_back(order_[held]);
    while (!todo.empty()) {
      const BasicBlock *block = todo.pop_back_val();
      if (loop.contains(block) || postDominators_.dominates(block, here) ||
          !seen.insert(block).second)
        continue;
      if (llvm::any_of(*block, canRelease))
        return true;
      todo.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    return false;
  }

  /// The lanes that meet at `call` come to it together.
  bool namesLanesThatAreHere(const llvm::CallInst &call) {
    const Value *mask = call.getArgOperand(call.arg_size() - 1);
    if (isFromActiveLanes(mask))
      return true;
    auto [span, isNew] = spans_.try_emplace(mask, 0);
    if (isNew)
      span->second = memberSpan(mask, shape_);
    return span->second < exec::kWarpSize && span->second <= togetherAt(call.getParent());
  }

  /// No lanes of an aligned group of so many wait elsewhere while others of it are at `block`: they
  /// take the same way out of every branch between which and `block` not all of its lanes met
  /// again.
  unsigned togetherAt(const BasicBlock *block) {
    if (together_.empty())
      for (BasicBlock &from : function_) {
        const unsigned group = lanes_.branchGroup(&from);
        together_.try_emplace(&from, exec::kWarpSize);
        if (group == exec::kWarpSize)
          continue;
        const auto *node = postDominators_.getNode(&from);
        const BasicBlock *join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
        llvm::SmallPtrSet<const BasicBlock *, 16> seen;
        llvm::SmallVector<const BasicBlock *, 16> todo(llvm::successors(&from));
        while (!todo.empty()) {
          const BasicBlock *next = todo.pop_back_val();
          if (next == join || !seen.insert(next).second)
            continue;
          unsigned &known = together_.try_emplace(next, exec::kWarpSize).first->second;
          known = std::min(known, group);
          todo.append(llvm::succ_begin(next), llvm::succ_end(next));
        }
      }
    return together_.lookup(block);
  }

  /// While some lanes are at `inst`, others are held at a place from which they would go to another
  /// operation of the kind before they meet the first ones again.
  bool othersWaitElsewhere(const Instruction &inst, bool barrier) const {
    const BasicBlock *here = inst.getParent();
    llvm::SmallPtrSet<const BasicBlock *, 16> seen;
    llvm::SmallVector<const BasicBlock *, 16> todo;
    for (unsigned held : plan_.of(here).deferred)
      todo.push_back(order_[held]);
    while (!todo.empty()) {
      const BasicBlock *block = todo.pop_back_val();
      if (block == here || postDominators_.dominates(block, here) || !seen.insert(block).second)
        continue;
      for (const Instruction &other : *block)
        if (barrier ? isBarrier(other) : isCollective(other))
          return true;
      todo.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    return false;
  }

  llvm::Function &function_;
  const exec::BlockShape &shape_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree postDominators_;
  llvm::LoopInfo loops_;
  BlockOrder order_;
  Uniformity lanes_;
  ControlPlan plan_;
  std::vector<Loop *> spins_;
  llvm::DenseMap<const Value *, unsigned> spans_;         ///< of membermasks
  llvm::DenseMap<const BasicBlock *, unsigned> together_; ///< empty until it is asked for
};

/// Only these can make a warp's lanes depend on each other's progress.
bool isOfInterest(llvm::Function &kernel) {
  for (Instruction &inst : llvm::instructions(kernel))
    if (isCollective(inst) || isBarrier(inst) || inst.isAtomic() || inst.isVolatile())
      return true;
  return false;
}

/// Beyond this many basic blocks the code of a warp takes minutes to make: nearly every block of it
/// dominates all that follow, so that its values cost the square of their number.
constexpr size_t kMaxWarpBlocks = 4096;

} // namespace

Status chooseWidth(Lowering &lowering) {
  lowering.width = lowering.options.simdWidth ? lowering.options.simdWidth : exec::kWarpSize;
  const bool isHuge = lowering.kernel->size() > kMaxWarpBlocks;
  if (isHuge && !lowering.options.simdWidth) {
    lowering.width = 1;
    if (isTraced("jit"))
      trace("jit", lowering.name + ": runs thread by thread: " +
                       std::to_string(lowering.kernel->size()) + " basic blocks");
  }
  if (!isOfInterest(*lowering.kernel))
    return {};
  WidthChoice choice(*lowering.kernel, lowering.shape());
  choice.findSpins();
  if (!lowering.options.simdWidth && !isHuge)
    if (std::string reason = choice.reason(); !reason.empty()) {
      lowering.width = 1;
      if (isTraced("jit"))
        trace("jit", lowering.name + ": runs thread by thread: " + reason);
    }
  choice.yieldInSpins();
  return lowering.width == exec::kWarpSize ? Status() : inlineWarpFunctions(lowering);
}

} // namespace anywarp::codegen
