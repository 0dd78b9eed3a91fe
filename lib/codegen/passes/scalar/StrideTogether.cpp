// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over the grid, `for (i = index of the thread; i < n; i += threads of the grid)`. A piece
// that runs such a loop to its end touches a cache line or two of each page. What the processor
// fetches around them is gone when the next piece comes. Therefore pieces take the rounds in turn
// in which all threads of the block have another one behind it. At the end of such a round stands
// Intrinsic::PiecesMeet, where SplitAtBarriers cuts.
//
//     guard -> every thread has a round? -> together -> ... -> together.end -> rest
//        `-> rest: has this thread a round? -> preheader -> loop
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;
using llvm::PHINode;
using llvm::Value;

/// Longer rounds hide what they wait for, and keep more from one to the next.
constexpr unsigned kMostInstructions = 80;

bool isRegister(const Value *value, Intrinsic id) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(value);
  return call && intrinsicOf(*call) == id;
}

/// The same for all threads of the block, and computed without effect.
bool isOfBlock(const Value *value, unsigned depth = 12) {
  auto *inst = llvm::dyn_cast<Instruction>(value);
  if (!inst)
    return llvm::isa<llvm::Constant>(value);
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(inst)) {
    const std::optional<Intrinsic> id = intrinsicOf(*call);
    return id && infoOf(*id).shape == Shape::Block && infoOf(*id).effect == Effect::Pure;
  }
  const bool isPlain =
      llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::GetElementPtrInst, llvm::SelectInst,
                llvm::CmpInst>(inst) ||
      (llvm::isa<llvm::LoadInst>(inst) && inst->hasMetadata(llvm::LLVMContext::MD_invariant_load));
  return isPlain && depth && llvm::all_of(inst->operands(), [&](const llvm::Use &operand) {
           return isOfBlock(operand, depth - 1);
         });
}

/// `value` as tid.x and a part of the block; the part, or null.
Value *besideThread(Value *value) {
  auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
  if (!sum || sum->getOpcode() != Instruction::Add)
    return nullptr;
  for (unsigned i = 0; i < 2; ++i) {
    const Value *thread = sum->getOperand(i);
    if (llvm::isa<llvm::ZExtInst, llvm::SExtInst>(thread))
      thread = llvm::cast<Instruction>(thread)->getOperand(0);
    if (isRegister(thread, Intrinsic::TidX) && isOfBlock(sum->getOperand(1 - i)))
      return sum->getOperand(1 - i);
  }
  return nullptr;
}

/// A branch on `left` < `right`, signed or not.
struct Below {
  llvm::BranchInst *branch = nullptr;
  bool isSigned = false;
  Value *left = nullptr, *right = nullptr;
  BasicBlock *taken = nullptr; ///< where it holds

  explicit Below(BasicBlock *block) {
    auto *end = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    auto *compare =
        end && end->isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(end->getCondition()) : nullptr;
    if (!compare)
      return;
    auto predicate = compare->getPredicate();
    left = compare->getOperand(0), right = compare->getOperand(1);
    bool holds = true;
    if (llvm::ICmpInst::isGT(predicate) || llvm::ICmpInst::isLE(predicate)) {
      std::swap(left, right);
      predicate = llvm::ICmpInst::getSwappedPredicate(predicate);
    }
    if (llvm::ICmpInst::isGE(predicate)) {
      holds = false;
      predicate = llvm::ICmpInst::getInversePredicate(predicate);
    }
    if (!llvm::ICmpInst::isLT(predicate))
      return;
    isSigned = llvm::ICmpInst::isSigned(predicate);
    branch = end;
    taken = end->getSuccessor(holds ? 0 : 1);
  }
  BasicBlock *otherwise() const {
    return branch->getSuccessor(branch->getSuccessor(0) == taken ? 1 : 0);
  }
};

/// Neither ends a thread nor talks to another.
bool mayStandInRound(const Instruction &inst) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
  if (!call || llvm::isa<llvm::IntrinsicInst>(call))
    return !inst.isVolatile();
  const std::optional<Intrinsic> id = intrinsicOf(*call);
  return id && (infoOf(*id).effect == Effect::Pure || infoOf(*id).effect == Effect::Fetch);
}

class StrideLoop {
public:
  StrideLoop(Loop &loop, const llvm::PostDominatorTree &postDominators)
      : loop_(loop), postDominators_(postDominators) {}
  bool canBeTaken();
  void build();

private:
  bool findCounter(const Below &test);
  bool endsWithTest(const BasicBlock *next) const;
  bool isProgress(const PHINode &phi) const;
  bool hasSimpleState();
  bool canHoistPreheader() const;
  Value *allHaveRounds();
  void makeTogether();
  void makeRest(BasicBlock *rest);

  Loop &loop_;
  const llvm::PostDominatorTree &postDominators_;
  BasicBlock *preheader_ = nullptr, *guard_ = nullptr, *exiting_ = nullptr;
  bool isAskedFor_ = false; ///< what rounds computed, by later ones or behind the loop
  PHINode *counter_ = nullptr;
  bool isSigned_ = false;       ///< the comparison of the counter
  Instruction *next_ = nullptr; ///< of the counter
  Value *step_ = nullptr, *end_ = nullptr, *base_ = nullptr;
  llvm::ValueToValueMapTy copies_;
  BasicBlock *before_ = nullptr, *after_ = nullptr; ///< of the rounds taken together
  PHINode *last_ = nullptr;                         ///< the counter of the block's last thread
};

bool StrideLoop::findCounter(const Below &test) {
  next_ = llvm::dyn_cast<Instruction>(test.left);
  if (!next_ || next_->getOpcode() != Instruction::Add || !loop_.contains(next_))
    return false;
  for (unsigned i = 0; i < 2; ++i) {
    auto *phi = llvm::dyn_cast<PHINode>(next_->getOperand(i));
    if (!phi || phi->getParent() != loop_.getHeader() ||
        phi->getIncomingValueForBlock(loop_.getLoopLatch()) != next_)
      continue;
    counter_ = phi;
    step_ = next_->getOperand(1 - i);
    end_ = test.right;
    isSigned_ = test.isSigned;
    base_ = besideThread(phi->getIncomingValueForBlock(preheader_));
    return base_ && loop_.isLoopInvariant(step_) && loop_.isLoopInvariant(end_) &&
           isOfBlock(step_) && isOfBlock(end_) && !llvm::isa<llvm::Constant>(step_);
  }
  return false;
}

/// Nothing stands between the test and the next round: what the last round taken together would do
/// there, nobody did.
bool StrideLoop::endsWithTest(const BasicBlock *next) const {
  for (; next != loop_.getHeader(); next = next->getSingleSuccessor())
    if (!next->getSingleSuccessor() || !next->front().isTerminator())
      return false;
  return true;
}

/// How far a round came: a sum whose steps are those of the block.
bool StrideLoop::isProgress(const PHINode &phi) const {
  auto *next =
      llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(loop_.getLoopLatch()));
  if (!next || next->getOpcode() != Instruction::Add || !phi.getType()->isIntegerTy() ||
      !llvm::is_contained(next->operands(), &phi))
    return false;
  const Value *step = next->getOperand(next->getOperand(0) == &phi ? 1 : 0);
  return loop_.isLoopInvariant(step) && isOfBlock(step);
}

/// A round hands little to the next besides how far it came: each piece keeps that in memory.
bool StrideLoop::hasSimpleState() {
  constexpr unsigned kMostCarried = 2;
  unsigned carried = 0;
  for (const PHINode &phi : loop_.getHeader()->phis())
    if (!isProgress(phi) && (++carried > kMostCarried || phi.getType()->isVectorTy()))
      return false;
  unsigned count = 0;
  bool touches = false, writes = false;
  for (const BasicBlock *block : loop_.blocks())
    for (const Instruction &inst : *block) {
      if (!mayStandInRound(inst) || ++count > kMostInstructions)
        return false;
      touches |= inst.mayReadOrWriteMemory();
      writes |= inst.mayWriteToMemory();
      for (const llvm::User *user : inst.users())
        isAskedFor_ |= !loop_.contains(llvm::cast<Instruction>(user));
    }
  // What is carried takes longer in memory than in registers: only reading far apart is slower yet.
  isAskedFor_ |= carried > 0;
  return touches && !(isAskedFor_ && writes);
}

/// Its address is good in every thread.
static bool isParameter(const Instruction &inst) {
  auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst);
  return load &&
         isRegister(llvm::getUnderlyingObject(load->getPointerOperand()), Intrinsic::ParamBase);
}

/// What stands before the loop may run in threads that do not come to it.
bool StrideLoop::canHoistPreheader() const {
  return llvm::all_of(*preheader_, [](const Instruction &inst) {
    return inst.isTerminator() || isParameter(inst) ||
           (!llvm::isa<PHINode>(inst) && llvm::isSafeToSpeculativelyExecute(&inst));
  });
}

bool StrideLoop::canBeTaken() {
  preheader_ = loop_.getLoopPreheader();
  exiting_ = loop_.getExitingBlock();
  if (!loop_.isInnermost() || !preheader_ || !exiting_ || !loop_.getLoopLatch() ||
      !loop_.getExitBlock() || !(guard_ = preheader_->getSinglePredecessor()))
    return false;
  const Below test(exiting_);
  if (!test.branch || !loop_.contains(test.taken) || !endsWithTest(test.taken) ||
      !findCounter(test))
    return false;
  const Below start(guard_);
  return start.branch && start.taken == preheader_ && start.otherwise() != preheader_ &&
         start.left == counter_->getIncomingValueForBlock(preheader_) && start.right == end_ &&
         start.isSigned == test.isSigned &&
         postDominators_.dominates(guard_, &guard_->getParent()->getEntryBlock()) &&
         hasSimpleState() && canHoistPreheader();
}

/// The last thread has a first element and a second: the loop's last round is left to the rest, so
/// that there is one way out of it. No sum here wraps: the base, the step and the end are positive,
/// and so is the end plus a step.
Value *StrideLoop::allHaveRounds() {
  llvm::IRBuilder<> ir(guard_->getTerminator());
  llvm::Type *type = counter_->getType();
  Value *size = ir.CreateCall(declareIntrinsic(*guard_->getModule(), Intrinsic::NTidX), {}, "size");
  Value *others = ir.CreateSub(ir.CreateZExtOrTrunc(size, type), llvm::ConstantInt::get(type, 1));
  Value *last = ir.CreateAdd(base_, others, "last");
  Value *sum = ir.CreateOr(ir.CreateOr(base_, last), ir.CreateOr(step_, end_));
  sum = ir.CreateOr(sum, ir.CreateAdd(end_, step_));
  Value *isPositive = ir.CreateICmpSGE(sum, llvm::ConstantInt::get(type, 0));
  last_ = PHINode::Create(type, 2, "last");
  last_->addIncoming(last, before_);
  // Small arrays stay in a cache, whoever comes when.
  constexpr uint64_t kFewElements = 1 << 18;
  if (isAskedFor_)
    isPositive = ir.CreateAnd(isPositive,
                              ir.CreateICmpUGT(end_, llvm::ConstantInt::get(type, kFewElements)));
  Value *hasSecond = ir.CreateICmpULT(step_, ir.CreateSub(end_, last));
  // What was hoisted from the preheader is good only where there are rounds: asked later.
  return ir.CreateLogicalAnd(ir.CreateICmpSLT(last, end_), ir.CreateAnd(isPositive, hasSecond),
                             "all");
}

/// The copy of the loop that all threads of the block run equally often.
void StrideLoop::makeTogether() {
  llvm::SmallVector<BasicBlock *, 4> blocks;
  for (BasicBlock *block : loop_.blocks()) {
    BasicBlock *copy = llvm::CloneBasicBlock(block, copies_, ".together", guard_->getParent());
    copies_[block] = copy;
    blocks.push_back(copy);
  }
  copies_[preheader_] = before_;
  llvm::remapInstructionsInBlocks(blocks, copies_);
  auto *header = llvm::cast<BasicBlock>(copies_[loop_.getHeader()]);
  auto *exiting = llvm::cast<BasicBlock>(copies_[exiting_]);
  last_->insertInto(header, header->begin());
  llvm::BranchInst::Create(header, before_);

  Instruction *end = exiting->getTerminator();
  llvm::IRBuilder<> ir(end);
  // Below the end by more than a step: no sum that could wrap. By more than two: goes on.
  Value *left = ir.CreateSub(ir.CreateSub(end_, last_), step_, "left");
  Value *goesOn = ir.CreateICmpULT(step_, left, "all");
  ir.CreateCall(declareIntrinsic(*guard_->getModule(), Intrinsic::PiecesMeet));
  Value *lastNext = ir.CreateAdd(last_, step_);
  last_->addIncoming(lastNext, llvm::cast<BasicBlock>(copies_[loop_.getLoopLatch()]));
  auto *stays = llvm::cast<BasicBlock>(copies_[Below(exiting_).taken]);
  ir.CreateCondBr(goesOn, stays, after_);
  end->eraseFromParent();
}

/// The plain loop begins at the start, or where the rounds taken together ended.
void StrideLoop::makeRest(BasicBlock *rest) {
  llvm::IRBuilder<> ir(rest, rest->begin());
  Value *at = nullptr;
  for (PHINode &phi : loop_.getHeader()->phis()) {
    PHINode *join = ir.CreatePHI(phi.getType(), 2, phi.getName());
    join->addIncoming(phi.getIncomingValueForBlock(preheader_), guard_);
    Value *next = phi.getIncomingValueForBlock(loop_.getLoopLatch());
    Value *copy = copies_.lookup(next); // none of what is the same in all rounds
    join->addIncoming(copy ? copy : next, after_);
    phi.setIncomingValueForBlock(preheader_, join);
    if (&phi == counter_)
      at = join;
  }
  Instruction *end = rest->getTerminator();
  ir.SetInsertPoint(end);
  BasicBlock *other = end->getSuccessor(end->getSuccessor(0) == preheader_ ? 1 : 0);
  ir.CreateCondBr(isSigned_ ? ir.CreateICmpSLT(at, end_) : ir.CreateICmpULT(at, end_), preheader_,
                  other);
  end->eraseFromParent();
}

void StrideLoop::build() {
  llvm::Function &function = *guard_->getParent();
  llvm::LLVMContext &context = function.getContext();
  while (!preheader_->front().isTerminator())
    preheader_->front().moveBefore(guard_->getTerminator());
  before_ = BasicBlock::Create(context, "together", &function);
  after_ = BasicBlock::Create(context, "together.end", &function);
  Value *all = allHaveRounds();
  BasicBlock *rest = guard_->splitBasicBlock(guard_->getTerminator(), "rest");
  guard_->getTerminator()->eraseFromParent();
  llvm::BranchInst::Create(before_, rest, all, guard_);
  makeTogether();
  makeRest(rest);
  llvm::BranchInst::Create(rest, after_);
}

} // namespace

/// Rounds are counted piece by piece.
static bool isProfiled(const llvm::Module &module) {
  const llvm::Function *counts = module.getFunction(infoOf(Intrinsic::ProfileExecution).name);
  return counts && !counts->use_empty();
}

Status strideTogether(Lowering &lowering) {
  const CodegenOptions &options = lowering.options;
  if (lowering.width == 1 || options.quick || options.optLevel < 2 || options.debug ||
      lowering.isObserved || options.barriers != CodegenOptions::Auto ||
      isProfiled(lowering.module))
    return {};
  for (bool changed = true; changed;) {
    changed = false;
    llvm::DominatorTree dominators(*lowering.kernel);
    llvm::LoopInfo loops(dominators);
    llvm::PostDominatorTree postDominators(*lowering.kernel);
    for (Loop *loop : loops.getLoopsInPreorder()) {
      StrideLoop stride(*loop, postDominators);
      if (!stride.canBeTaken())
        continue;
      stride.build();
      changed = true;
      break;
    }
  }
  return {};
}

} // namespace anywarp::codegen
