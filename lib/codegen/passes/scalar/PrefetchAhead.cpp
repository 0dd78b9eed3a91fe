// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads of later iterations, asked for early, in loops over a grid whose reductions are delayed, or
// whose rounds only read: what an iteration loads lies a whole grid behind the one before, where no
// prefetcher of a processor goes. Calls of the engine keep the processor from looking ahead.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/Lowering.h"
#include "codegen/passes/scalar/DelayReductions.h"

namespace anywarp::codegen {
namespace {

using llvm::Instruction;
using llvm::Loop;
using llvm::PHINode;
using llvm::Value;

/// Iterations: each takes about a third of what memory takes to answer.
constexpr unsigned kAhead = 4;
constexpr unsigned kMostInstructions = 8; ///< that make an address out of the counter

/// What is added to `phi` in every iteration, if it is known only at run time.
Value *stepOf(const PHINode &phi, const Loop &loop) {
  auto *next =
      llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(loop.getLoopLatch()));
  if (!next || next->getOpcode() != Instruction::Add || !phi.getType()->isIntegerTy())
    return nullptr;
  Value *step = next->getOperand(next->getOperand(0) == &phi ? 1 : 0);
  return llvm::is_contained(next->operands(), &phi) && loop.isLoopInvariant(step) &&
                 !llvm::isa<llvm::Constant>(step)
             ? step
             : nullptr;
}

/// The address `kAhead` iterations later, made before `load`; null: it is not that simple.
class LaterAddress {
public:
  LaterAddress(const Loop &loop, llvm::LoadInst &load) : loop_(loop), ir_(&load) {}

  bool canMake(Value *value) {
    auto *inst = llvm::dyn_cast<Instruction>(value);
    if (!inst || !loop_.contains(inst))
      return true;
    if (auto *phi = llvm::dyn_cast<PHINode>(inst)) {
      moves_ = true;
      return phi->getParent() == loop_.getHeader() && stepOf(*phi, loop_);
    }
    return ++count_ <= kMostInstructions &&
           llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::GetElementPtrInst>(inst) &&
           !inst->isIntDivRem() &&
           llvm::all_of(inst->operands(), [&](Value *operand) { return canMake(operand); });
  }
  bool moves() const { return moves_; }

  Value *make(Value *value) {
    auto *inst = llvm::dyn_cast<Instruction>(value);
    if (!inst || !loop_.contains(inst))
      return value;
    if (auto *phi = llvm::dyn_cast<PHINode>(inst)) {
      Value *step = stepOf(*phi, loop_);
      Value *ahead = ir_.CreateMul(step, llvm::ConstantInt::get(step->getType(), kAhead));
      return ir_.CreateAdd(phi, ahead);
    }
    llvm::SmallVector<Value *, 4> operands;
    for (Value *operand : inst->operands())
      operands.push_back(make(operand));
    Instruction *copy = inst->clone();
    for (unsigned i = 0; i < operands.size(); ++i)
      copy->setOperand(i, operands[i]);
    copy->dropPoisonGeneratingFlags();
    return ir_.Insert(copy);
  }
  llvm::IRBuilder<> &ir() { return ir_; }

private:
  const Loop &loop_;
  llvm::IRBuilder<> ir_;
  unsigned count_ = 0;
  bool moves_ = false;
};

/// `inst` ends a round that pieces take in turn (StrideTogether.cpp) and that only reads.
bool endsReadingRound(const Instruction &inst, const llvm::LoopInfo &loops) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
  const Loop *loop = call && intrinsicOf(*call) == Intrinsic::PiecesMeet
                         ? loops.getLoopFor(inst.getParent())
                         : nullptr;
  return loop && llvm::none_of(loop->blocks(), [&](const llvm::BasicBlock *block) {
           return llvm::any_of(*block, [&](const Instruction &other) {
             return &other != &inst && other.mayWriteToMemory();
           });
         });
}

} // namespace

Status prefetchAhead(Lowering &lowering) {
  llvm::Function &kernel = *lowering.kernel;
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  llvm::SmallPtrSet<const Loop *, 4> reading;
  llvm::SmallVector<llvm::LoadInst *, 8> loads;
  for (Instruction &inst : llvm::instructions(kernel)) {
    if (inst.hasMetadata(kDelayedMetadata) || endsReadingRound(inst, loops))
      reading.insert(loops.getLoopFor(inst.getParent()));
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst);
        load && load->isSimple() && load->getPointerAddressSpace() <= 1)
      loads.push_back(load);
  }
  for (llvm::LoadInst *load : loads) {
    const Loop *loop = loops.getLoopFor(load->getParent());
    if (!loop || !reading.contains(loop) || !loop->getLoopLatch())
      continue;
    LaterAddress later(*loop, *load);
    if (!later.canMake(load->getPointerOperand()) || !later.moves())
      continue;
    Value *address = later.make(load->getPointerOperand());
    llvm::IRBuilder<> &ir = later.ir();
    llvm::CallInst *call =
        ir.CreateIntrinsic(llvm::Intrinsic::prefetch, {address->getType()},
                           {address, ir.getInt32(0), ir.getInt32(3), ir.getInt32(1)});
    call->setMetadata(kAheadMetadata, llvm::MDNode::get(kernel.getContext(), {}));
  }
  return {};
}

} // namespace anywarp::codegen
