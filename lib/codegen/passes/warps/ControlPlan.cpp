// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/passes/warps/ControlPlan.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/Intrinsics.h"

namespace anywarp::codegen {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;

ControlPlan::ControlPlan(const BlockOrder &order, const Uniformity &uniformity,
                         const llvm::DominatorTree &dominators, const llvm::LoopInfo &loops)
    : order_(order), uniformity_(uniformity), dominators_(dominators), loops_(loops),
      blocks_(order.size()), before_(order.size()), dominator_(2 * order.size()) {
  for (unsigned i = 0; i < order.size(); ++i) {
    planMask(i);
    planEdges(i);
  }
}

void ControlPlan::planMask(unsigned index) {
  BasicBlock *block = order_[index];
  BlockPlan &plan = blocks_[index];
  // Immediate dominator in the new control flow.
  unsigned above = before_[index].empty() ? 0 : before_[index][0];
  for (unsigned other : before_[index])
    while (above != other)
      (above > other ? above : other) = dominator_[std::max(above, other)];
  dominator_[2 * index] = above;
  dominator_[2 * index + 1] = 2 * index;

  auto sameAs = [&](const BasicBlock *other) {
    plan.mask = BlockPlan::Same;
    plan.maskOf = order_.indexOf(other);
    plan.isActive = (blocks_[plan.maskOf].isActive || blocks_[plan.maskOf].isGuarded) &&
                    reachesOnlyThrough(index, 2 * plan.maskOf + 1);
  };
  const Loop *loop = loops_.getLoopFor(block);
  if (index == 0) {
    plan.isActive = true;
  } else if (loop && loop->getHeader() == block) {
    if (uniformity_.isDivergentLoop(loop)) {
      plan.mask = BlockPlan::Live;
      plan.isActive = true;
      // Lanes that left in earlier iterations wait at the exits.
      llvm::SmallVector<Loop::Edge, 4> exits;
      loop->getExitEdges(exits);
      for (auto [from, to] : exits)
        if (!isLeftTogether(*loop, from))
          plan.deferred.insert(order_.indexOf(to));
    } else {
      sameAs(loop->getLoopPreheader());
    }
  } else {
    const BasicBlock *from = block->getSinglePredecessor();
    const bool isDirect =
        from && before_[index] == std::vector<unsigned>{2 * order_.indexOf(from) + 1};
    if (isDirect && (from->getSingleSuccessor() || blocks_[order_.indexOf(from)].keepsBranch) &&
        !gathersLanes(index, from)) {
      sameAs(from);
    } else {
      const BasicBlock *above = dominators_.getNode(block)->getIDom()->getBlock();
      const Loop *left = nullptr;
      for (const Loop *l = loops_.getLoopFor(above); l && !l->contains(block);
           l = l->getParentLoop())
        left = l;
      if (left)
        above = left->getLoopPreheader();
      if (allLanesMeet(above, block) && reachesOnlyThrough(index, 2 * order_.indexOf(above)))
        sameAs(above);
      else
        plan.mask = BlockPlan::Slot;
    }
  }
  plan.isActive |= plan.deferred.empty();
  plan.isGuarded = !plan.isActive && !plan.deferred.empty() && needsGuard(*block);
  if (plan.isGuarded)
    plan.skip = flowTo(2 * index, plan.deferred);
}

/// Every lane that is in `from` gets to `block` in the same iteration of their common loop.
bool ControlPlan::allLanesMeet(const BasicBlock *from, const BasicBlock *block) const {
  const Loop *loop = loops_.getLoopFor(block);
  llvm::SmallVector<const BasicBlock *, 16> todo{from};
  llvm::SmallPtrSet<const BasicBlock *, 16> seen{from};
  while (!todo.empty()) {
    const BasicBlock *next = todo.pop_back_val();
    if (llvm::isa<llvm::ReturnInst>(next->getTerminator()))
      return false;
    for (const BasicBlock *target : llvm::successors(next)) {
      if (target == block)
        continue;
      if (loop && (target == loop->getHeader() || !loop->contains(target)))
        return false;
      if (seen.insert(target).second)
        todo.push_back(target);
    }
  }
  return true;
}

/// Control gets to block `index` only through `point`.
bool ControlPlan::reachesOnlyThrough(unsigned index, unsigned point) const {
  unsigned at = 2 * index;
  while (at > point)
    at = dominator_[at];
  return at == point;
}

/// Control goes from the point `from` to the first of `targets`; the others wait.
unsigned ControlPlan::flowTo(unsigned from, std::set<unsigned> targets) {
  if (targets.empty())
    return kNowhere;
  unsigned first = *targets.begin();
  if (!llvm::is_contained(before_[first], from))
    before_[first].push_back(from);
  targets.erase(targets.begin());
  blocks_[first].deferred.insert(targets.begin(), targets.end());
  return first;
}

/// All lanes that are still in `loop` leave it when one does through `from`.
bool ControlPlan::isLeftTogether(const Loop &loop, const BasicBlock *from) const {
  if (!uniformity_.hasUniformBranch(from) || !dominators_.dominates(from, loop.getLoopLatch()))
    return false;
  for (const Loop *inner = loops_.getLoopFor(from); inner != &loop; inner = inner->getParentLoop())
    if (uniformity_.isDivergentLoop(inner))
      return false; // lanes that left it wait in `loop`
  return true;
}

bool ControlPlan::gathersLanes(unsigned index, const BasicBlock *from) const {
  const BasicBlock *block = order_[index];
  for (const Loop *l = loops_.getLoopFor(from); l && !l->contains(block); l = l->getParentLoop())
    if (blocks_[order_.indexOf(l->getHeader())].deferred.count(index))
      return true;
  return false;
}

void ControlPlan::planEdges(unsigned index) {
  BasicBlock *block = order_[index];
  BlockPlan &plan = blocks_[index];
  const Instruction *end = block->getTerminator();
  const std::set<unsigned> waiting = plan.deferred;
  auto isBackEdge = [&](const BasicBlock *target) { return order_.indexOf(target) <= index; };
  auto flowWith = [&](std::initializer_list<const BasicBlock *> extra) {
    std::set<unsigned> targets = waiting;
    for (const BasicBlock *target : extra)
      if (!isBackEdge(target))
        targets.insert(order_.indexOf(target));
    return flowTo(2 * index + 1, std::move(targets));
  };
  plan.keepsBranch = end->getNumSuccessors() == 2 && uniformity_.hasUniformBranch(block);
  const Loop *loop = loops_.getLoopFor(block);
  const bool isLatch = loop && loop->getLoopLatch() == block;
  if (end->getNumSuccessors() == 0) {
    plan.next = {flowWith({})};
    return;
  }
  if (plan.keepsBranch) {
    for (const BasicBlock *target : llvm::successors(block))
      plan.next.push_back(isBackEdge(target) ? order_.indexOf(target) : flowWith({target}));
    return;
  }
  if (isLatch && uniformity_.isDivergentLoop(loop)) {
    plan.isDivergentLatch = true;
    plan.next = {order_.indexOf(loop->getHeader())};
    plan.leave = end->getNumSuccessors() == 2
                     ? flowWith({end->getSuccessor(0), end->getSuccessor(1)})
                     : flowWith({});
    return;
  }
  if (isLatch && end->getNumSuccessors() == 1) {
    plan.next = {order_.indexOf(loop->getHeader())};
    return;
  }
  plan.next = {end->getNumSuccessors() == 2 ? flowWith({end->getSuccessor(0), end->getSuccessor(1)})
                                            : flowWith({end->getSuccessor(0)})};
}

/// Some of the block's code must not, or should not, run for no lane.
bool ControlPlan::needsGuard(BasicBlock &block) const {
  if (uniformity_.width() == 1)
    return false;
  const Instruction *end = block.getTerminator();
  if (end->getNumSuccessors() == 2 && uniformity_.hasUniformBranch(&block))
    return true;
  if (end->getNumSuccessors() == 0 && !llvm::isa<llvm::ReturnInst>(end))
    return true;
  if (const BasicBlock *next = end->getNumSuccessors() == 1 ? end->getSuccessor(0) : nullptr)
    if (const Loop *loop = loops_.getLoopFor(next); loop && loop->getLoopPreheader() == &block)
      return true;
  const llvm::DataLayout &layout = block.getDataLayout();
  unsigned cost = 0;
  for (const Instruction &inst : block) {
    if (llvm::isa<llvm::PHINode>(inst) || inst.isDebugOrPseudoInst() || inst.isTerminator())
      continue;
    switch (inst.getOpcode()) {
    case Instruction::Load: {
      LaneShape s = uniformity_.shapeOf(inst.getOperand(0));
      if (s.stride == 0 && s.group > 1)
        return true; // read by scalar loads
      // Neither a row nor a gather of the hardware: loads of single lanes, where an inactive one
      // reads what an active one does.
      unsigned bits = unsigned(layout.getTypeSizeInBits(inst.getType()).getFixedValue());
      bool canGather = !inst.getType()->isVectorTy() && (bits == 32 || bits == 64);
      if (!canGather && (s.group == 1 || s.stride * 8 != int64_t(bits)))
        return true;
      cost += s.group == 1 ? 16 : 4;
      break;
    }
    case Instruction::Store:
      return true;
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg:
    case Instruction::Fence:
      return true;
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return true;
    case Instruction::FDiv:
    case Instruction::FRem:
      cost += 8;
      break;
    case Instruction::Call: {
      const auto &call = llvm::cast<llvm::CallInst>(inst);
      llvm::Intrinsic::ID id = call.getIntrinsicID();
      std::optional<Intrinsic> ours = intrinsicOf(call);
      if (ours == Intrinsic::ProfileExecution || ours == Intrinsic::ProfileBranch) {
        cost += 2; // no lanes are counted as none
        break;
      }
      bool isPure = id != llvm::Intrinsic::not_intrinsic
                        ? !call.mayHaveSideEffects()
                        : ours && infoOf(*ours).effect == Effect::Pure;
      if (!isPure)
        return true;
      cost += 2;
      break;
    }
    default:
      cost += uniformity_.isUniform(&inst) ? 0 : 1;
    }
  }
  return cost > 12;
}

} // namespace anywarp::codegen
