// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/passes/waits/BarrierRegions.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace anywarp::codegen {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

BarrierRegions::BarrierRegions(llvm::Function &function, llvm::ArrayRef<llvm::CallInst *> barriers)
    : function_(function) {
  for (llvm::CallInst *call : barriers) {
    BasicBlock *after =
        call->getParent()->splitBasicBlock(std::next(call->getIterator()), "region");
    call->eraseFromParent();
    afterBarrier_.insert(after);
  }
  findBlockBranches();
  formRegions();
  checkExits();
  if (!obstacle_.empty())
    return;
  findBlockLevel();
  findRecomputed();
  if (obstacle_.empty() && separateInductions()) {
    blockLevel_.clear();
    recomputed_.clear();
    findBlockLevel();
    findRecomputed();
  }
}

/// Branches on whose way some barrier depends; and where regions must begin.
void BarrierRegions::findBlockBranches() {
  llvm::DominatorTree dominators(function_);
  llvm::PostDominatorTree postDominators(function_);
  llvm::LoopInfo loops(dominators);
  heads_.insert(&function_.getEntryBlock());
  heads_.insert(afterBarrier_.begin(), afterBarrier_.end());
  for (BasicBlock *after : afterBarrier_)
    for (llvm::Loop *loop = loops.getLoopFor(after); loop; loop = loop->getParentLoop())
      heads_.insert(loop->getHeader());
  for (BasicBlock &block : function_) {
    if (succ_size(&block) < 2)
      continue;
    const auto *node = postDominators.getNode(&block);
    const BasicBlock *meeting = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    llvm::SmallPtrSet<BasicBlock *, 16> seen;
    llvm::SmallVector<BasicBlock *, 16> todo(llvm::successors(&block));
    bool decides = false;
    while (!todo.empty() && !decides) {
      BasicBlock *next = todo.pop_back_val();
      if (next == meeting || !seen.insert(next).second)
        continue;
      decides = llvm::is_contained(afterBarrier_, next);
      todo.append(succ_begin(next), succ_end(next));
    }
    if (!decides)
      continue;
    blockBranches_.insert(&block);
    heads_.insert(succ_begin(&block), succ_end(&block));
  }
}

void BarrierRegions::formRegions() {
  llvm::ReversePostOrderTraversal<llvm::Function *> order(&function_);
  llvm::DenseMap<BasicBlock *, BasicBlock *> headOf;
  for (bool changed = true; changed;) {
    changed = false;
    headOf.clear();
    for (BasicBlock *block : order) {
      if (heads_.contains(block)) {
        headOf[block] = block;
        continue;
      }
      BasicBlock *head = nullptr;
      for (BasicBlock *before : llvm::predecessors(block)) {
        BasicBlock *theirs = headOf.lookup(before); // null over a back edge
        if (theirs && head && theirs != head) {
          changed = true;
          heads_.insert(block);
          head = block;
          break;
        }
        if (theirs)
          head = theirs;
      }
      headOf[block] = head;
    }
  }
  llvm::DenseMap<BasicBlock *, unsigned> index;
  for (BasicBlock *block : order) {
    auto [it, isNew] = index.try_emplace(headOf[block], unsigned(regions_.size()));
    if (isNew) {
      regions_.emplace_back();
      regions_.back().head = block;
    }
    regionOf_[block] = it->second;
    regions_[it->second].blocks.push_back(block);
  }
  for (Region &region : regions_)
    for (BasicBlock *block : region.blocks)
      for (BasicBlock *target : llvm::successors(block))
        if (heads_.contains(target))
          region.exits.push_back({block, target});
}

void BarrierRegions::checkExits() {
  for (Region &region : regions_) {
    bool returns = false;
    for (BasicBlock *block : region.blocks) {
      returns |= llvm::isa<llvm::ReturnInst>(block->getTerminator());
      if (blockBranches_.count(block)) {
        if (region.branchBlock)
          return fail("several branches decide where a region goes on");
        region.branchBlock = block;
      }
    }
    for (auto [block, target] : region.exits) {
      if (region.branchBlock ? block != region.branchBlock : target != region.exits[0].second)
        return fail("pieces go to different barriers");
    }
    if (returns && !region.exits.empty())
      return fail("pieces end at different times");
    if (region.branchBlock && !llvm::isa<llvm::BranchInst>(region.branchBlock->getTerminator()))
      return fail("an unusual branch");
  }
}

bool BarrierRegions::isHead(const BasicBlock *block) const {
  return regions_[regionOf(block)].head == block;
}

/// `block` always runs when its region does.
bool BarrierRegions::runsWithHead(const BasicBlock *block) const {
  const BasicBlock *at = regions_[regionOf(block)].head;
  for (unsigned i = 0; at && i < 16; ++i, at = at->getSingleSuccessor())
    if (at == block)
      return true;
  return false;
}

/// Pure and safe wherever its operands are known.
bool BarrierRegions::canBeBlockLevel(const Instruction &inst) const {
  if (llvm::isa<llvm::AllocaInst>(inst))
    return true;
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&inst)) {
    // One value for each region that control comes from.
    if (!isHead(inst.getParent()))
      return false;
    llvm::SmallDenseMap<unsigned, const Value *, 4> incoming;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i) {
      auto [it, isNew] =
          incoming.try_emplace(regionOf(phi->getIncomingBlock(i)), phi->getIncomingValue(i));
      if (!isNew && it->second != phi->getIncomingValue(i))
        return false;
    }
    return true;
  }
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst)) {
    if (!load->hasMetadata(llvm::LLVMContext::MD_invariant_load))
      return false;
  } else if (inst.mayReadOrWriteMemory() || inst.mayHaveSideEffects() || inst.isTerminator()) {
    return false;
  }
  return runsWithHead(inst.getParent()) || llvm::isSafeToSpeculativelyExecute(&inst);
}

bool BarrierRegions::isBlockLevel(const Value *value) const {
  if (auto *arg = llvm::dyn_cast<llvm::Argument>(value))
    return arg->getArgNo() < 2; // launch, block
  return !llvm::isa<Instruction>(value) || blockLevel_.count(value);
}

void BarrierRegions::findBlockLevel() {
  for (Instruction &inst : llvm::instructions(function_))
    if (canBeBlockLevel(inst))
      blockLevel_.insert(&inst);
  for (bool changed = true; changed;) {
    changed = false;
    for (Instruction &inst : llvm::instructions(function_))
      if (blockLevel_.count(&inst))
        for (const Value *operand : inst.operands())
          if (!isBlockLevel(operand)) {
            blockLevel_.erase(&inst);
            changed = true;
            break;
          }
  }
  for (const Region &region : regions_)
    if (region.branchBlock && !isBlockLevel(region.branchBlock->getTerminator()->getOperand(0)))
      return fail("a branch that decides about barriers may differ in the block");
}

/// An induction that starts differently for each piece but advances alike becomes a block-level one
/// from zero, plus the start: nothing of it needs to be kept for each piece.
bool BarrierRegions::separateInductions() {
  bool changed = false;
  for (const Region &region : regions_) {
    llvm::SmallVector<llvm::PHINode *, 8> phis;
    for (llvm::PHINode &phi : region.head->phis())
      if (!isBlockLevel(&phi) && phi.getType()->isIntegerTy() && phi.getNumIncomingValues() == 2)
        phis.push_back(&phi);
    for (llvm::PHINode *phi : phis)
      for (unsigned around = 0; around < 2; ++around) {
        auto *next = llvm::dyn_cast<llvm::BinaryOperator>(phi->getIncomingValue(around));
        Value *start = phi->getIncomingValue(1 - around);
        if (!next || next->getOpcode() != Instruction::Add || start == next)
          continue;
        unsigned self = next->getOperand(0) == phi ? 0 : 1;
        Value *step = next->getOperand(1 - self);
        if (next->getOperand(self) != phi || !isBlockLevel(step) ||
            !(isRecomputed(start) || llvm::isa<llvm::Argument>(start)))
          continue;
        auto *offset = llvm::PHINode::Create(phi->getType(), 2, phi->getName() + ".offset",
                                             phi->getIterator());
        auto *advanced = llvm::BinaryOperator::CreateAdd(offset, step, next->getName() + ".offset",
                                                         next->getIterator());
        offset->addIncoming(advanced, phi->getIncomingBlock(around));
        offset->addIncoming(llvm::ConstantInt::get(phi->getType(), 0),
                            phi->getIncomingBlock(1 - around));
        auto *value = llvm::BinaryOperator::CreateAdd(start, offset, phi->getName(),
                                                      region.head->getFirstInsertionPt());
        phi->replaceAllUsesWith(value);
        phi->eraseFromParent();
        changed = true;
        break;
      }
  }
  return changed;
}

void BarrierRegions::findRecomputed() {
  // A vector takes as long as so many scalars, to compute or to keep.
  constexpr unsigned kVector = 3, kScalarLimit = 10, kVectorLimit = 13;
  llvm::DenseMap<const Value *, unsigned> cost;
  auto costOf = [&](const Value *value) -> unsigned {
    if (isBlockLevel(value) || llvm::isa<llvm::Argument>(value))
      return 0;
    auto it = cost.find(value);
    return it == cost.end() ? 1000 : it->second;
  };
  llvm::ReversePostOrderTraversal<llvm::Function *> order(&function_);
  for (BasicBlock *block : order)
    for (Instruction &inst : *block) {
      if (isBlockLevel(&inst) || llvm::isa<llvm::PHINode>(inst) || inst.mayReadOrWriteMemory() ||
          inst.isTerminator() || inst.getType()->isVoidTy() ||
          (llvm::isa<llvm::CallInst>(inst) && !llvm::isa<llvm::MinMaxIntrinsic>(inst)) ||
          !llvm::isSafeToSpeculativelyExecute(&inst))
        continue;
      switch (inst.getOpcode()) {
      case Instruction::UDiv:
      case Instruction::SDiv:
      case Instruction::URem:
      case Instruction::SRem:
      case Instruction::FDiv:
      case Instruction::FRem:
        continue;
      default:
        break;
      }
      const bool isVector = inst.getType()->isVectorTy();
      unsigned sum = llvm::isa<llvm::InsertElementInst>(inst) ? 0 : isVector ? kVector : 1;
      for (const Value *operand : inst.operands())
        sum += costOf(operand);
      if (sum > (isVector ? kVectorLimit : kScalarLimit))
        continue;
      cost[&inst] = sum;
      recomputed_.insert(&inst);
    }
  // What its own block alone uses stays there, where it may be rarely needed.
  for (BasicBlock *block : llvm::post_order(&function_))
    for (Instruction &inst : llvm::reverse(*block))
      if (llvm::all_of(inst.users(), [&](const llvm::User *user) {
            return llvm::cast<Instruction>(user)->getParent() == block && !isRecomputed(user) &&
                   !llvm::isa<llvm::PHINode>(user);
          }))
        recomputed_.erase(&inst);
}

} // namespace anywarp::codegen
