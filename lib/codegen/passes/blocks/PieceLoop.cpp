// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any interleaving of a block's threads between barriers is allowed, so that pieces may run side by
// side. A load that all of them make is made once: what other threads write meanwhile may or may
// not be seen. Code whose order among pieces shows, calls of the engine and most atomics, is left
// alone.
#include "codegen/passes/blocks/PieceLoop.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include "codegen/passes/Runtime.h"

namespace anywarp::codegen {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;
using llvm::PHINode;
using llvm::Value;

namespace {

constexpr unsigned kMaxGuards = 4;
constexpr size_t kMaxInstructions = 600; // of one piece

bool notesNothing(const Instruction &inst) {
  auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
  return intrinsic && (intrinsic->isAssumeLikeIntrinsic() || intrinsic->isLifetimeStartOrEnd() ||
                       intrinsic->getIntrinsicID() == llvm::Intrinsic::prefetch);
}

/// Its order among pieces does not show, and it can be copied.
bool canBeJammed(const Instruction &inst) {
  if (inst.isAtomic() || inst.isVolatile())
    return false;
  auto *call = llvm::dyn_cast<llvm::CallBase>(&inst);
  if (!call || notesNothing(inst))
    return !llvm::isa<llvm::AllocaInst>(inst);
  if (call->cannotDuplicate() || call->isConvergent() || call->isInlineAsm())
    return false;
  switch (call->getIntrinsicID()) {
  case llvm::Intrinsic::masked_store:
  case llvm::Intrinsic::masked_scatter:
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memset:
    return true;
  default:
    return call->onlyReadsMemory() && call->willReturn();
  }
}

/// Registers of `bits` that a value takes; what scalar registers hold counts nothing.
unsigned registersOf(const llvm::Type *type, unsigned bits) {
  if (type->isFloatingPointTy())
    return 1;
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (!vector || vector->getElementType()->isIntegerTy(1))
    return 0;
  const unsigned element =
      vector->getElementType()->isPointerTy() ? 64 : unsigned(vector->getScalarSizeInBits());
  return (vector->getNumElements() * element + bits - 1) / bits;
}

/// Spreads a few values over the lanes: broadcasts from memory, registers that are used twice.
bool isSpread(const Instruction &inst) {
  auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&inst);
  auto *from =
      shuffle ? llvm::dyn_cast<llvm::FixedVectorType>(shuffle->getOperand(0)->getType()) : nullptr;
  return from && llvm::isa<llvm::UndefValue>(shuffle->getOperand(1)) &&
         from->getNumElements() <
             llvm::cast<llvm::FixedVectorType>(inst.getType())->getNumElements();
}

unsigned registersOf(const Value &value, unsigned bits) {
  auto *inst = llvm::dyn_cast<Instruction>(&value);
  // A spread is made register by register where it is used, from memory if it can.
  if (inst && isSpread(*inst)) {
    auto *from = llvm::cast<llvm::FixedVectorType>(inst->getOperand(0)->getType());
    return from->getNumElements() <= 4 ? 1 : registersOf(from, bits);
  }
  // All registers of a vector hold the same.
  if (auto *shuffle = llvm::dyn_cast_if_present<llvm::ShuffleVectorInst>(inst);
      shuffle && llvm::all_equal(shuffle->getShuffleMask()))
    return 1;
  if (inst && (llvm::isa<llvm::InsertElementInst>(inst) ||
               (llvm::isa<llvm::LoadInst>(inst) && inst->hasOneUse() &&
                llvm::isa<llvm::InsertElementInst>(inst->user_back()))))
    return 0;
  return registersOf(value.getType(), bits);
}

/// In instructions.
unsigned costOf(const Instruction &inst, unsigned bits) {
  if (llvm::isa<PHINode, llvm::InsertElementInst>(inst) || inst.isTerminator() || isSpread(inst) ||
      notesNothing(inst) || notesPiece(inst))
    return 0;
  const unsigned registers = registersOf(inst.getType(), bits);
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&inst))
    return std::max(1u, registersOf(store->getValueOperand()->getType(), bits));
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
      call && call->getIntrinsicID() == llvm::Intrinsic::masked_gather)
    return 10 * std::max(1u, registers);
  return llvm::isa<llvm::LoadInst>(inst) ? std::max(1u, registers) : registers;
}

} // namespace

PieceLoop::PieceLoop(Loop &loop, const llvm::LoopInfo &loops,
                     const llvm::PostDominatorTree &postDominators)
    : loop_(loop), loops_(loops), postDominators_(postDominators) {}

std::optional<int64_t> PieceLoop::stepOf(const Loop &loop, const PHINode &phi) {
  if (!phi.getType()->isIntegerTy() || phi.getNumIncomingValues() != 2)
    return std::nullopt;
  using namespace llvm::PatternMatch;
  const llvm::APInt *step;
  if (!match(phi.getIncomingValueForBlock(loop.getLoopLatch()),
             m_Add(m_Specific(&phi), m_APInt(step))))
    return std::nullopt;
  return step->getSExtValue();
}

bool PieceLoop::hasSimpleForm() {
  if (!loop_.isLoopSimplifyForm() || loop_.getExitingBlock() != loop_.getLoopLatch() ||
      !loop_.getExitBlock())
    return false;
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(loop_.getLoopLatch()->getTerminator());
  auto *compare = branch && branch->isConditional()
                      ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                      : nullptr;
  if (!compare || !compare->isEquality())
    return false;
  for (PHINode &phi : loop_.getHeader()->phis()) {
    std::optional<int64_t> step = stepOf(loop_, phi);
    if (!step)
      return false; // pieces hand something on
    const Value *next = phi.getIncomingValueForBlock(loop_.getLoopLatch());
    for (unsigned i = 0; i < 2; ++i)
      if (compare->getOperand(i) == next && loop_.isLoopInvariant(compare->getOperand(1 - i)) &&
          step == 1) {
        counter_ = &phi;
        count_ = compare->getOperand(1 - i);
      }
  }
  return counter_ != nullptr;
}

bool PieceLoop::isTaken(const BasicBlock *block, unsigned way) const {
  const PieceGuard *guard = guardAt(block);
  return !guard || guard->way == way;
}

const PieceGuard *PieceLoop::guardAt(const BasicBlock *block) const {
  for (const PieceGuard &guard : guards_)
    if (guard.block == block)
      return &guard;
  return nullptr;
}

const ApartRegion *PieceLoop::regionFrom(const BasicBlock *block) const {
  if (auto it = regionOf_.find(block); it != regionOf_.end())
    return &regions_[it->second];
  for (const ApartRegion &region : regions_)
    if (region.branch == block)
      return &region;
  return nullptr;
}

void PieceLoop::findLive() {
  llvm::SmallPtrSet<BasicBlock *, 32> seen{loop_.getHeader()};
  std::vector<BasicBlock *> todo{loop_.getHeader()};
  while (!todo.empty()) {
    BasicBlock *block = todo.back();
    todo.pop_back();
    for (unsigned i = 0; i < block->getTerminator()->getNumSuccessors(); ++i)
      if (BasicBlock *next = block->getTerminator()->getSuccessor(i);
          isTaken(block, i) && loop_.contains(next) && seen.insert(next).second)
        todo.push_back(next);
  }
  live_.clear();
  llvm::ReversePostOrderTraversal<BasicBlock *> order(loop_.getHeader());
  for (BasicBlock *block : order)
    if (seen.contains(block))
      live_.push_back(block);
}

bool PieceLoop::isCopied(const Instruction &inst) const {
  return isApart(inst.getParent()) || isVarying(&inst) ||
         llvm::any_of(inst.operands(), [&](const Value *operand) { return isVarying(operand); });
}

bool PieceLoop::varies(const Instruction &inst) const {
  if (isApart(inst.getParent()))
    return true;
  auto *phi = llvm::dyn_cast<PHINode>(&inst);
  if (!phi)
    return isCopied(inst);
  if (phi->getParent() == loop_.getHeader() || joins_.contains(phi->getParent()))
    return true;
  return isCopied(inst);
}

bool PieceLoop::addRegion(ApartRegion region, llvm::ArrayRef<BasicBlock *> starts) {
  if (!region.exit || !loop_.contains(region.exit) || region.exit == loop_.getHeader())
    return false;
  std::vector<BasicBlock *> todo(starts.begin(), starts.end());
  while (!todo.empty()) {
    BasicBlock *block = todo.back();
    todo.pop_back();
    if (block == region.exit)
      continue;
    if (!loop_.contains(block) || block == loop_.getHeader() || block == region.branch)
      return false;
    if (!region.blocks.insert(block))
      continue;
    for (unsigned i = 0; i < block->getTerminator()->getNumSuccessors(); ++i)
      if (isTaken(block, i))
        todo.push_back(block->getTerminator()->getSuccessor(i));
  }
  for (BasicBlock *block : region.blocks) {
    if (guardAt(block))
      return false;
    if (block == region.entry)
      continue;
    for (BasicBlock *from : llvm::predecessors(block))
      if (llvm::is_contained(live_, from) && from != region.branch && !region.blocks.contains(from))
        return false;
  }
  // Regions that it contains are part of it.
  llvm::erase_if(regions_, [&](const ApartRegion &other) {
    return other.branch ? region.blocks.contains(other.branch)
                        : region.blocks.contains(other.entry);
  });
  for (const ApartRegion &other : regions_)
    for (BasicBlock *block : other.blocks)
      if (region.blocks.contains(block) || block == region.branch)
        return false;
  regions_.push_back(std::move(region));
  regionOf_.clear();
  joins_.clear();
  for (unsigned i = 0; i < regions_.size(); ++i) {
    joins_.insert(regions_[i].exit);
    for (BasicBlock *block : regions_[i].blocks)
      regionOf_[block] = i;
  }
  return true;
}

/// Pieces go different ways from `block`.
bool PieceLoop::partAt(BasicBlock *block) {
  auto exitOf = [&](BasicBlock *from) -> BasicBlock * {
    auto *node = postDominators_.getNode(from);
    node = node ? node->getIDom() : nullptr;
    return node ? node->getBlock() : nullptr;
  };
  const Loop *inner = loops_.getLoopFor(block);
  ApartRegion region;
  region.exit = exitOf(block);
  if (inner == &loop_ || (region.exit && inner->contains(region.exit))) {
    region.branch = block;
    llvm::SmallVector<BasicBlock *, 2> starts(llvm::successors(block));
    return addRegion(std::move(region), starts);
  }
  // Pieces leave a loop in different rounds: all of it is apart.
  for (; inner != &loop_; inner = inner->getParentLoop()) {
    ApartRegion whole;
    whole.entry = inner->getHeader();
    for (whole.exit = whole.entry; whole.exit && inner->contains(whole.exit);)
      whole.exit = exitOf(whole.exit);
    if (whole.exit && inner->getLoopPreheader() && inner->getParentLoop()->contains(whole.exit))
      return addRegion(std::move(whole), {inner->getHeader()});
  }
  return false;
}

bool PieceLoop::findVariables() {
  for (const BasicBlock *block : loop_.blocks())
    for (const Instruction &inst : *block)
      for (Value *operand : inst.operands())
        if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(operand);
            variable && !variable->hasMetadata(kKeptMetadata))
          variables_.insert(variable);
  return llvm::all_of(variables_, [&](const llvm::AllocaInst *variable) {
    return llvm::all_of(variable->users(), [&](const llvm::User *user) {
      return loop_.contains(llvm::cast<Instruction>(user));
    });
  });
}

bool PieceLoop::analyse() {
  regions_.clear();
  regionOf_.clear();
  joins_.clear();
  varying_.clear();
  findLive();
  for (PHINode &phi : loop_.getHeader()->phis())
    varying_.insert(&phi);
  varying_.insert(variables_.begin(), variables_.end());
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock *block : live_) {
      for (const Instruction &inst : *block)
        if (!inst.getType()->isVoidTy() && !isVarying(&inst) && varies(inst)) {
          varying_.insert(&inst);
          changed = true;
        }
      const Instruction *end = block->getTerminator();
      if (end->getNumSuccessors() < 2 || block == loop_.getLoopLatch() || regionFrom(block) ||
          guardAt(block) || !isVarying(end->getOperand(0)))
        continue;
      if (!partAt(block))
        return false;
      changed = true;
    }
  }
  return !isApart(loop_.getLoopLatch()) && !isApart(loop_.getHeader());
}

/// Takes a branch over a loop for a guard; false if there is none more.
bool PieceLoop::assumeGuard() {
  if (guards_.size() == kMaxGuards)
    return false;
  bool writes = false;
  for (BasicBlock *block : live_) {
    for (const Instruction &inst : *block)
      writes |= inst.mayWriteToMemory() && !notesNothing(inst) && !notesPiece(inst);
    if (writes)
      return false; // what was done before cannot be done again
    const ApartRegion *region = regionFrom(block);
    if (!region || region->branch != block || loops_.getLoopFor(block) != &loop_)
      continue;
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (!branch)
      continue;
    BasicBlock *header = nullptr;
    for (BasicBlock *inside : region->blocks)
      if (loops_.isLoopHeader(inside))
        header = inside;
    if (!header)
      continue;
    // Which way leads to the loop?
    std::optional<unsigned> way;
    for (unsigned i = 0; i < 2; ++i) {
      llvm::SmallPtrSet<BasicBlock *, 16> seen;
      std::vector<BasicBlock *> todo{branch->getSuccessor(i)};
      while (!todo.empty()) {
        BasicBlock *next = todo.back();
        todo.pop_back();
        if (next == region->exit || !seen.insert(next).second)
          continue;
        todo.insert(todo.end(), llvm::succ_begin(next), llvm::succ_end(next));
      }
      if (seen.contains(header)) {
        if (way)
          return false;
        way = i;
      }
    }
    if (!way)
      return false;
    using namespace llvm::PatternMatch;
    Value *mask = nullptr;
    llvm::CmpInst::Predicate predicate;
    if (match(branch->getCondition(), m_ICmp(predicate, m_BitCast(m_Value(mask)), m_Zero())) &&
        predicate == (*way == 0 ? llvm::CmpInst::ICMP_NE : llvm::CmpInst::ICMP_EQ) &&
        mask->getType()->isIntOrIntVectorTy(1) && isVarying(mask)) {
      guards_.push_back({block, *way, mask});
    } else {
      guards_.push_back({block, *way, nullptr});
    }
    return true;
  }
  return false;
}

/// Vector registers at the fullest place of `block`, of common and of varying values.
PieceLoop::Pressure PieceLoop::pressureIn(const BasicBlock &block, unsigned bits) const {
  llvm::SmallPtrSet<const Value *, 32> live;
  Pressure now, most;
  auto begin = [&](const Value *value) {
    if (!llvm::isa<llvm::Constant>(value) && live.insert(value).second)
      (isVarying(value) ? now.own : now.shared) += registersOf(*value, bits);
  };
  for (const BasicBlock *next : llvm::successors(&block))
    for (const PHINode &phi : next->phis())
      begin(phi.getIncomingValueForBlock(&block));
  for (const Instruction &inst : llvm::reverse(block)) {
    if (live.erase(&inst))
      (isVarying(&inst) ? now.own : now.shared) -= registersOf(inst, bits);
    if (llvm::isa<PHINode>(inst) || notesNothing(inst))
      continue;
    for (const Value *operand : inst.operands())
      begin(operand);
    most.own = std::max(most.own, now.own);
    most.shared = std::max(most.shared, now.shared);
  }
  return most;
}

/// How many rounds of the hot `body` save work, or fill the time in which one waits for its own
/// results, within the registers that there are.
unsigned PieceLoop::bestFactor(llvm::ArrayRef<BasicBlock *> body, unsigned bits,
                               unsigned registers) const {
  llvm::SmallPtrSet<const BasicBlock *, 8> inside(body.begin(), body.end());
  llvm::SmallPtrSet<const Value *, 16> constants;
  Pressure pressure;
  unsigned shared = 0, own = 0, chains = 0, constantRegisters = 0;
  for (const BasicBlock *block : body) {
    const Pressure here = pressureIn(*block, bits);
    pressure.own = std::max(pressure.own, here.own);
    pressure.shared = std::max(pressure.shared, here.shared);
    for (const Instruction &inst : *block) {
      (isCopied(inst) ? own : shared) += costOf(inst, bits);
      if (llvm::isa<PHINode>(inst) && block == body.front() && isVarying(&inst) &&
          inst.getType()->getScalarType()->isFloatingPointTy())
        chains += registersOf(inst.getType(), bits);
      for (const Value *operand : inst.operands())
        if (auto *other = llvm::dyn_cast<Instruction>(operand);
            other && !isVarying(other) && !inside.contains(other->getParent()) &&
            constants.insert(other).second && !llvm::isa<PHINode>(inst))
          constantRegisters += registersOf(*other, bits);
    }
  }
  // What does not fit stays in memory, and is loaded for each use.
  if (pressure.shared + pressure.own > registers && constantRegisters > registers / 2) {
    shared += constantRegisters;
    pressure.shared = 2;
  }
  if (own == 0)
    return 1;
  constexpr unsigned kLatency = 4, kChains = 8; // of additions and multiplications
  unsigned best = 1;
  for (unsigned factor = 2; factor <= 4; factor *= 2) {
    if (factor * pressure.own + pressure.shared + 1 > registers)
      break;
    const bool savesWork = (shared + own) * factor * 10 >= (shared + own * factor) * 11;
    const bool hidesLatency =
        chains && chains * factor / 2 < kChains && shared + own < 2 * kLatency;
    if (savesWork || hidesLatency)
      best = factor;
  }
  return best;
}

bool PieceLoop::canJam() {
  if (!hasSimpleForm())
    return false;
  size_t size = 0;
  for (const BasicBlock *block : loop_.blocks()) {
    size += block->size();
    for (const Instruction &inst : *block)
      if (!notesPiece(inst) && !canBeJammed(inst))
        return false;
  }
  if (size > kMaxInstructions || !findVariables())
    return false;
  do
    if (!analyse())
      return false;
  while (assumeGuard());
  return true;
}

unsigned PieceLoop::bestFactor(unsigned vectorBits, unsigned registers) const {
  unsigned best = 1;
  for (const Loop *inner : loops_.getLoopsInPreorder()) {
    if (!loop_.contains(inner) || !inner->isInnermost() ||
        !llvm::is_contained(live_, inner->getHeader()))
      continue;
    if (inner == &loop_ && (!regions_.empty() || !guards_.empty()))
      continue;
    if (llvm::none_of(inner->blocks(), [&](const BasicBlock *block) { return isApart(block); }))
      best = std::max(best, bestFactor(inner->getBlocks(), vectorBits, registers));
  }
  return best;
}

} // namespace anywarp::codegen
