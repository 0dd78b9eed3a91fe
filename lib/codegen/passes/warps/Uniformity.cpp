// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Control divergence follows "Improving Performance of OpenCL on CPUs" (Karrenberg and Hack, CC
// 2012) and LLVM's sync-dependence analysis: a divergent branch makes a join of every block that
// two disjoint paths from it reach. Transfer functions of values are in UniformityRules.cpp.
#include "codegen/passes/warps/Uniformity.h"

#include <set>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace anywarp::codegen {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;

Uniformity::Uniformity(llvm::Function &function, unsigned width, const exec::BlockShape &shape,
                       const llvm::LoopInfo &loops, const BlockOrder &order)
    : function_(function), width_(width), blockShape_(shape), loops_(loops), order_(order),
      layout_(function.getParent()->getDataLayout()) {
  localStride_ = int64_t(LocalLayout(function).bytes);
  // Ranges need no fixpoint: values that go around a loop have the range of their type.
  for (BasicBlock *block : order_)
    for (Instruction &inst : *block)
      if (inst.getType()->isIntegerTy() && inst.getType()->getIntegerBitWidth() <= 64)
        ranges_[&inst] = computeRange(inst);
  if (width_ == 1)
    return;
  for (BasicBlock *block : order_)
    for (Instruction &inst : *block)
      worklist_.insert(&inst);
  // In order of the program, so that most values are computed once.
  std::vector<const Instruction *> round;
  while (!worklist_.empty()) {
    round.assign(worklist_.begin(), worklist_.end());
    worklist_.clear();
    for (const Instruction *inst : round) {
      if (inst->isTerminator()) {
        if (inst->getNumSuccessors() < 2)
          continue;
        LaneShape s = shapeOf(inst->getOperand(0));
        if (!s.isTop() && !(s.group == width_ && s.stride == 0))
          branchDiverges(inst->getParent(), s.stride == 0 ? s.group : 1);
        continue;
      }
      if (inst->getType()->isVoidTy())
        continue;
      LaneShape &known = shapes_[inst];
      LaneShape next = compute(*inst);
      if (next.isTop())
        continue;
      next = known.isTop() ? next : meet(known, next);
      if (next == shapes_[inst])
        continue;
      shapes_[inst] = next;
      for (const llvm::User *user : inst->users())
        worklist_.insert(llvm::cast<Instruction>(user));
    }
  }
  // What no defined value reaches may be taken as equal everywhere.
  for (BasicBlock *block : order_)
    for (Instruction &inst : *block)
      if (LaneShape &s = shapes_[&inst]; s.isTop())
        s = uniform();
}

LaneShape Uniformity::shapeOf(const llvm::Value *value) const {
  if (width_ == 1)
    return {1, 0, 0};
  if (auto *inst = llvm::dyn_cast<Instruction>(value))
    return shapes_.lookup(inst);
  if (llvm::isa<llvm::Argument>(value))
    return varying();
  unsigned align = 0;
  if (auto *number = llvm::dyn_cast<llvm::ConstantInt>(value))
    align = number->isZero() ? 64 : number->getValue().countr_zero();
  return {width_, align, 0};
}

bool Uniformity::hasUniformBranch(const BasicBlock *block) const {
  return branchGroup_.count(block) == 0;
}

unsigned Uniformity::branchGroup(const BasicBlock *block) const {
  auto it = branchGroup_.find(block);
  return it == branchGroup_.end() ? width_ : it->second;
}

void Uniformity::revisit(const BasicBlock *block) {
  for (const llvm::PHINode &phi : block->phis())
    worklist_.insert(&phi);
}

void Uniformity::joinDiverges(const BasicBlock *block, unsigned group) {
  auto [it, isNew] = joinGroup_.try_emplace(block, group);
  if (!isNew && it->second <= group)
    return;
  it->second = group;
  revisit(block);
}

void Uniformity::branchDiverges(const BasicBlock *block, unsigned group) {
  auto [it, isNew] = branchGroup_.try_emplace(block, group);
  if (!isNew && it->second <= group)
    return;
  it->second = group;
  llvm::SmallVector<BasicBlock *, 2> starts;
  for (unsigned i = 0; i < block->getTerminator()->getNumSuccessors(); ++i)
    starts.push_back(block->getTerminator()->getSuccessor(i));
  propagateFrom(starts, loops_.getLoopFor(block), group);
}

void Uniformity::loopDiverges(const Loop *loop, unsigned group) {
  auto [it, isNew] = loopGroup_.try_emplace(loop, group);
  if (!isNew && it->second <= group)
    return;
  it->second = group;
  llvm::SmallVector<BasicBlock *, 4> exits;
  loop->getUniqueExitBlocks(exits);
  for (BasicBlock *exit : exits)
    joinDiverges(exit, group); // phis there carry values of different iterations
  propagateFrom(exits, loop->getParentLoop(), group);
}

/// Lanes go apart to `starts`, in one iteration of `region` (the whole function when null). Marks
/// the blocks where their paths meet. If some leave the iteration before all have met, the loop
/// diverges.
void Uniformity::propagateFrom(llvm::ArrayRef<BasicBlock *> starts, const Loop *region,
                               unsigned group) {
  llvm::DenseMap<BasicBlock *, BasicBlock *> label; // the start or join that paths came from last
  std::set<unsigned> pending;
  bool isLeft = false;
  auto reach = [&](BasicBlock *block, BasicBlock *from) {
    if (region && (block == region->getHeader() || !region->contains(block))) {
      isLeft = true;
      return;
    }
    auto [it, isNew] = label.try_emplace(block, from);
    if (isNew) {
      pending.insert(order_.indexOf(block));
    } else if (it->second != from) {
      it->second = block;
      joinDiverges(block, group);
    }
  };
  for (BasicBlock *start : starts)
    reach(start, start);
  while (pending.size() + isLeft > 1 && !pending.empty()) {
    unsigned index = *pending.begin();
    pending.erase(pending.begin());
    BasicBlock *block = order_[index];
    for (BasicBlock *target : llvm::successors(block))
      if (order_.indexOf(target) > index || (region && target == region->getHeader()))
        reach(target, label.lookup(block));
  }
  if (isLeft && starts.size() > 1)
    loopDiverges(region, group);
}

LaneShape Uniformity::narrowed(LaneShape shape, unsigned group) const {
  if (shape.isTop() || shape.group <= group)
    return shape;
  if (shape.stride != 0) // the new bases are base + k * group * stride
    shape.align =
        std::min<unsigned>(shape.align, llvm::countr_zero(uint64_t(shape.stride) * group));
  shape.group = group;
  if (group == 1)
    shape.stride = 0;
  return shape;
}

LaneShape Uniformity::meet(LaneShape a, LaneShape b) const {
  if (a.isTop())
    return b;
  if (b.isTop())
    return a;
  unsigned group = std::min(a.group, b.group);
  if (a.stride != b.stride)
    group = 1;
  a = narrowed(a, group);
  b = narrowed(b, group);
  a.align = std::min(a.align, b.align);
  return a;
}

LocalLayout::LocalLayout(const llvm::Function &function) {
  const llvm::DataLayout &layout = function.getParent()->getDataLayout();
  uint64_t align = 4;
  for (const Instruction &inst : function.getEntryBlock()) {
    auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&inst);
    if (!variable)
      continue;
    std::optional<llvm::TypeSize> size = variable->getAllocationSize(layout);
    if (!size)
      continue;
    bytes = llvm::alignTo(bytes, variable->getAlign());
    offsets[variable] = bytes;
    bytes += size->getFixedValue();
    align = std::max<uint64_t>(align, variable->getAlign().value());
  }
  bytes = llvm::alignTo(bytes, align);
}

} // namespace anywarp::codegen
