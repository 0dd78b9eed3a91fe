// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A slice over data and control dependence (Ferrante, Ottenstein and Warren, "The program
// dependence graph", TOPLAS 1987), from the exits of a loop back to the memory that it reads.
#include "codegen/passes/waits/SpinLoops.h"

#include <unordered_map>
#include <vector>

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include "codegen/Intrinsics.h"

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;
using llvm::PHINode;
using llvm::Value;

constexpr unsigned kSharedSpace = 3, kConstSpace = 4, kLocalSpace = 5;

/// For a block of a loop the branches of the loop that decide whether an iteration gets there. What
/// comes after further iterations does not count, other than in the textbook's control dependence:
/// a loop may never end.
class IterationControl {
public:
  explicit IterationControl(const Loop &loop) : loop_(loop) {}

  /// Stays where it is while others are asked for.
  const std::vector<const BasicBlock *> &of(const BasicBlock *block) {
    auto [known, isNew] = deciders_.try_emplace(block);
    if (!isNew)
      return known->second;
    llvm::SmallPtrSet<const BasicBlock *, 32> reaching{block};
    llvm::SmallVector<const BasicBlock *, 32> todo{block};
    while (!todo.empty()) {
      const BasicBlock *next = todo.pop_back_val();
      if (next == loop_.getHeader())
        continue;
      for (const BasicBlock *from : llvm::predecessors(next))
        if (loop_.contains(from) && reaching.insert(from).second)
          todo.push_back(from);
    }
    for (const BasicBlock *from : reaching)
      if (from != block && llvm::any_of(llvm::successors(from), [&](const BasicBlock *to) {
            return to == loop_.getHeader() || !reaching.contains(to);
          }))
        known->second.push_back(from);
    return known->second;
  }

private:
  const Loop &loop_;
  std::unordered_map<const BasicBlock *, std::vector<const BasicBlock *>> deciders_;
};

bool isInLocalMemory(const Value *pointer) {
  return pointer->getType()->getPointerAddressSpace() == kLocalSpace ||
         llvm::isa<llvm::AllocaInst>(pointer->stripInBoundsOffsets());
}

/// What decides whether a loop goes on, as far as it happens in the loop.
class ExitSlice {
public:
  /// `control`: null follows operands only.
  ExitSlice(const Loop &loop, IterationControl *control) : loop_(loop), control_(control) {
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &inst : *block) {
        hasBarrier_ |= isBarrier(inst);
        rereads_ |= isBarrier(inst) || llvm::isa<llvm::FenceInst>(inst);
      }
    llvm::SmallVector<BasicBlock *, 4> exiting;
    loop.getExitingBlocks(exiting);
    for (const BasicBlock *block : exiting) {
      if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
          branch && branch->isConditional())
        visit(branch->getCondition());
      visitDeciders(block);
    }
  }

  bool hasBarrier() const { return hasBarrier_; }
  /// An exchange is tried again with what it found: that ends without anybody's help.
  bool retries() const { return !retried_.empty(); }
  /// Reads memory that somebody else may change, elsewhere than where it tries an exchange.
  bool waits() const {
    if (llvm::any_of(reads_, [&](const Value *pointer) { return !retried_.contains(pointer); }))
      return true;
    return rereadsPlainly_ && canStandStill();
  }

private:
  void visit(const Value *value) {
    auto *inst = llvm::dyn_cast<Instruction>(value);
    if (!inst || !loop_.contains(inst) || !seen_.insert(inst).second)
      return;
    if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(inst)) {
      auto *expected = llvm::dyn_cast<Instruction>(exchange->getCompareOperand());
      if (expected && loop_.contains(expected))
        retried_.insert(exchange->getPointerOperand());
      else
        reads(exchange->getPointerOperand());
    } else if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(inst)) {
      reads(update->getPointerOperand());
    } else if (auto *load = llvm::dyn_cast<llvm::LoadInst>(inst)) {
      visitLoad(*load);
    } else {
      if (auto *phi = llvm::dyn_cast<PHINode>(inst))
        visitPhi(*phi);
      if (const Value *pointer = wonPlace(*inst))
        retried_.insert(pointer);
      for (const Value *operand : inst->operands())
        visit(operand);
    }
  }

  /// Where `inst` ends the loop for a thread that finds there what it has just stored: an exchange
  /// without an atomic, which one of those who try it wins.
  const Value *wonPlace(const Instruction &inst) const {
    auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&inst);
    if (!compare || !compare->isEquality() || !compare->hasOneUse())
      return nullptr;
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(compare->user_back());
    if (!branch || !loop_.contains(branch) ||
        loop_.contains(branch->getSuccessor(compare->getPredicate() == llvm::CmpInst::ICMP_NE)))
      return nullptr;
    for (unsigned i = 0; i < 2; ++i)
      if (auto *load = llvm::dyn_cast<llvm::LoadInst>(compare->getOperand(i)))
        for (const Instruction *before = load->getPrevNode(); before && !isBarrier(*before);
             before = before->getPrevNode())
          if (auto *store = llvm::dyn_cast<llvm::StoreInst>(before);
              store && store->getPointerOperand() == load->getPointerOperand() &&
              store->getValueOperand() == compare->getOperand(1 - i) && loop_.contains(load))
            return load->getPointerOperand();
    return nullptr;
  }

  void visitPhi(const PHINode &phi) {
    if (loop_.getHeader() == phi.getParent())
      state_.push_back(&phi);
    for (const BasicBlock *from : phi.blocks())
      visitDeciders(from);
  }

  void visitDeciders(const BasicBlock *block) {
    if (!control_ || !loop_.contains(block) || !reached_.insert(block).second)
      return;
    for (const BasicBlock *decider : control_->of(block)) {
      if (!loop_.contains(decider))
        continue;
      if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(decider->getTerminator()))
        visit(branch->getCondition());
      visitDeciders(decider);
    }
  }

  void visitLoad(const llvm::LoadInst &load) {
    const Value *pointer = load.getPointerOperand();
    if (isInLocalMemory(pointer) || load.hasMetadata(llvm::LLVMContext::MD_invariant_load))
      return;
    // Threads that meet in every iteration find in shared memory what they put there.
    if (hasBarrier_ && load.getPointerAddressSpace() == kSharedSpace)
      return visitSharedStores();
    if (!load.isSimple())
      reads(pointer);
    else if (load.getPointerAddressSpace() != kConstSpace && control_ && !throughShared_)
      rereadsPlainly_ |= rereads_;
  }

  void visitSharedStores() {
    if (throughShared_ || !control_)
      return;
    throughShared_ = true;
    for (const BasicBlock *block : loop_.blocks())
      for (const Instruction &inst : *block)
        if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&inst);
            store && store->getPointerAddressSpace() == kSharedSpace) {
          visit(store->getValueOperand());
          visitDeciders(block);
        }
  }

  void reads(const Value *pointer) {
    if (hasBarrier_ && pointer->getType()->getPointerAddressSpace() == kSharedSpace)
      return;
    llvm::SmallPtrSet<const Value *, 16> seen;
    if (!movesOn(pointer, seen))
      reads_.push_back(pointer);
  }

  /// Another location in every iteration: nobody is waited for there.
  bool movesOn(const Value *pointer, llvm::SmallPtrSetImpl<const Value *> &seen) const {
    auto *inst = llvm::dyn_cast<Instruction>(pointer);
    if (!inst || !loop_.contains(inst) || !seen.insert(inst).second)
      return false;
    if (auto *phi = llvm::dyn_cast<PHINode>(inst))
      return phi->getParent() == loop_.getHeader() && isCounter(*phi);
    if (llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::LoadInst>(inst) ||
        inst->getOpcode() == Instruction::Add || inst->getOpcode() == Instruction::Sub ||
        inst->getOpcode() == Instruction::Shl || inst->getOpcode() == Instruction::Mul)
      return llvm::any_of(inst->operands(),
                          [&](const Value *operand) { return movesOn(operand, seen); });
    return false;
  }

  /// Every iteration adds a constant to it.
  bool isCounter(const PHINode &phi) const {
    const BasicBlock *latch = loop_.getLoopLatch();
    auto *next = latch ? llvm::dyn_cast<Instruction>(phi.getIncomingValueForBlock(latch)) : nullptr;
    if (!next)
      return false;
    if (auto *gep = llvm::dyn_cast<llvm::GetElementPtrInst>(next))
      return gep->getPointerOperand() == &phi && gep->hasAllConstantIndices() &&
             !gep->hasAllZeroIndices();
    auto *step = next->getNumOperands() == 2
                     ? llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1))
                     : nullptr;
    return step && !step->isZero() && next->getOperand(0) == &phi &&
           (next->getOpcode() == Instruction::Add || next->getOpcode() == Instruction::Sub);
  }

  /// An iteration may leave all that decides as it was.
  bool canStandStill() const {
    const BasicBlock *latch = loop_.getLoopLatch();
    return llvm::all_of(state_, [&](const PHINode *phi) {
      llvm::SmallPtrSet<const Value *, 16> seen;
      return !latch || canEqual(phi->getIncomingValueForBlock(latch), *phi, seen);
    });
  }
  bool canEqual(const Value *value, const PHINode &phi,
                llvm::SmallPtrSetImpl<const Value *> &seen) const {
    if (value == &phi)
      return true;
    auto *inst = llvm::dyn_cast<Instruction>(value);
    if (!inst || !loop_.contains(inst) || !seen.insert(inst).second)
      return false;
    if (auto *join = llvm::dyn_cast<PHINode>(inst))
      return join->getParent() != loop_.getHeader() &&
             llvm::any_of(join->incoming_values(),
                          [&](const Value *from) { return canEqual(from, phi, seen); });
    if (inst->getOpcode() == Instruction::Add || inst->getOpcode() == Instruction::Sub)
      return !llvm::isa<llvm::Constant>(inst->getOperand(1)) && // what is added may be 0
             llvm::is_contained(inst->operands(), &phi);
    if (auto *select = llvm::dyn_cast<llvm::SelectInst>(inst))
      return canEqual(select->getTrueValue(), phi, seen) ||
             canEqual(select->getFalseValue(), phi, seen);
    return false;
  }

  const Loop &loop_;
  IterationControl *control_;
  llvm::SmallPtrSet<const Instruction *, 16> seen_;
  llvm::SmallPtrSet<const BasicBlock *, 16> reached_;
  llvm::SmallVector<const Value *, 8> reads_;
  llvm::SmallPtrSet<const Value *, 4> retried_;
  llvm::SmallVector<const PHINode *, 4> state_; ///< of the loop, as far as it decides
  bool hasBarrier_ = false;
  bool rereads_ = false; ///< the loop has what makes plain loads read again
  bool rereadsPlainly_ = false;
  bool throughShared_ = false;
};

/// `mask` names the whole warp, or the lanes of it that asked to go on from such a mask.
bool isWholeWarp(const Value *mask, llvm::SmallPtrSetImpl<const Value *> &seen) {
  if (auto *number = llvm::dyn_cast<llvm::ConstantInt>(mask))
    return number->isMinusOne();
  if (llvm::isa<llvm::UndefValue>(mask) || !seen.insert(mask).second)
    return true;
  if (auto *phi = llvm::dyn_cast<PHINode>(mask))
    return llvm::all_of(phi->incoming_values(),
                        [&](const Value *value) { return isWholeWarp(value, seen); });
  auto *call = llvm::dyn_cast<llvm::CallInst>(mask);
  return call && intrinsicOf(*call) == Intrinsic::Ballot &&
         isWholeWarp(call->getArgOperand(1), seen);
}

/// Loops of more blocks are taken for what their operands say.
constexpr unsigned kMostBlocks = 2048;

bool isSpin(const Loop &loop) {
  ExitSlice direct(loop, nullptr);
  if (!direct.hasBarrier()) {
    if (direct.retries())
      return false;
    if (direct.waits())
      return true;
  }
  IterationControl control(loop);
  return loop.getNumBlocks() <= kMostBlocks && ExitSlice(loop, &control).waits();
}

} // namespace

bool isWarpFunctionCall(const Instruction &inst) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
  return call && call->getCalledFunction() && call->getCalledFunction()->hasFnAttribute("aw-warp");
}

bool isCollective(const Instruction &inst) {
  if (isWarpFunctionCall(inst))
    return true;
  auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
  std::optional<Intrinsic> id = call ? intrinsicOf(*call) : std::nullopt;
  return id && *id >= Intrinsic::ShflUp && *id <= Intrinsic::WarpSync;
}

bool isBarrier(const Instruction &inst) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
  std::optional<Intrinsic> id = call ? intrinsicOf(*call) : std::nullopt;
  return id && *id >= Intrinsic::BarrierSync && *id <= Intrinsic::ClusterWait &&
         *id != Intrinsic::BarrierArrive && *id != Intrinsic::ClusterArrive;
}

bool isMeetingOfWarp(const Instruction &inst) {
  if (isBarrier(inst) || isWarpFunctionCall(inst))
    return true;
  if (!isCollective(inst))
    return false;
  auto &call = llvm::cast<llvm::CallInst>(inst);
  std::optional<Intrinsic> id = intrinsicOf(call);
  llvm::SmallPtrSet<const Value *, 8> seen;
  return id != Intrinsic::ActiveMask && id != Intrinsic::Elect &&
         isWholeWarp(call.getArgOperand(call.arg_size() - 1), seen);
}

bool canRelease(const Instruction &inst) {
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&inst))
    return !isInLocalMemory(store->getPointerOperand());
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst)) {
    if (call->getIntrinsicID() != llvm::Intrinsic::not_intrinsic)
      return call->mayWriteToMemory() && !call->isLifetimeStartOrEnd() &&
             !llvm::isa<llvm::DbgInfoIntrinsic>(call);
    if (std::optional<Intrinsic> id = intrinsicOf(*call))
      return *id == Intrinsic::BarrierArrive || *id == Intrinsic::ClusterArrive ||
             infoOf(*id).effect == Effect::Surface;
    return !isWarpFunctionCall(inst);
  }
  return llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(inst);
}

std::vector<Loop *> findSpinLoops(const llvm::LoopInfo &loops) {
  std::vector<Loop *> found;
  for (Loop *loop : loops.getLoopsInPreorder())
    if (isSpin(*loop))
      found.push_back(loop);
  return found;
}

} // namespace anywarp::codegen
