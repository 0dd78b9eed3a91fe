// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Costs are reciprocal throughputs of current x86 cores, rounded: three scalar operations or two of
// vectors in a cycle, two loads, gathers no faster than their loads one by one.
#include "codegen/passes/width/WidthCost.h"

#include <llvm/Analysis/BlockFrequencyInfo.h>
#include <llvm/Analysis/BranchProbabilityInfo.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/warps/ControlPlan.h"

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;
using llvm::Value;

constexpr double kScalarOp = 0.35, kVectorOp = 0.5, kLoad = 0.5, kStore = 1;
/// One lane's part of a gather, of a load that is made of single ones, of a scatter under a mask.
constexpr double kGathered = 1.1, kPicked = 2.5, kScattered = 3;
/// Instructions on masks at a branch between which lanes differ.
constexpr double kMaskOps = 4;
/// A branch that is guessed wrong, and how often one is that depends on the thread's data.
constexpr double kMiss = 16, kMissRate = 0.15;
/// Iterations of the last lane to leave a loop over those of a mean one: 4 for 32 lanes that leave
/// by chance, little more than 1 where neighbours are alike.
constexpr double kOpenWaste = 2.5;
constexpr unsigned kLanes = exec::kWarpSize;

class CostModel {
public:
  CostModel(llvm::Function &kernel, const BlockOrder &order, const Uniformity &lanes,
            const ControlPlan &plan, const llvm::LoopInfo &loops, unsigned vectorBits)
      : order_(order), lanes_(lanes), plan_(plan), loops_(loops), vectorBits_(vectorBits),
        layout_(kernel.getParent()->getDataLayout()), probabilities_(kernel, loops),
        frequencies_(kernel, probabilities_, loops) {}

  WidthCost run() {
    WidthCost total;
    const double entry = double(frequencies_.getEntryFreq().getFrequency());
    for (BasicBlock *block : order_) {
      const double often = double(frequencies_.getBlockFreq(block).getFrequency()) / entry;
      double warp = 0, thread = 0;
      for (const Instruction &inst : *block) {
        warp += warpCost(inst);
        thread += threadCost(inst);
      }
      total.thread += often * kLanes * thread;
      total.warp += often * warp * warpFactor(block);
      for (const Loop *loop = loops_.getLoopFor(block); loop; loop = loop->getParentLoop())
        total.hasOpenLoop |= isOpen(*loop);
    }
    return total;
  }

private:
  /// How much oftener a piece comes to `block` than a thread does.
  double warpFactor(const BasicBlock *block) const {
    double factor = 1;
    const Loop *loop = loops_.getLoopFor(block);
    const BasicBlock *from = loop ? loop->getHeader() : order_[0];
    if (block != from && isTakenByFew(block)) {
      const double here = double(frequencies_.getBlockFreq(block).getFrequency());
      const double there = double(frequencies_.getBlockFreq(from).getFrequency());
      factor = std::clamp(there / std::max(here, 1.0), 1.0, 4.0);
    }
    for (; loop; loop = loop->getParentLoop()) {
      if (isOpen(*loop))
        factor *= kOpenWaste;
      const BasicBlock *before = loop->getLoopPreheader();
      if (before && isTakenByFew(before))
        factor *= 1.5;
    }
    return factor;
  }

  /// Not all lanes of the piece that are in the loop around `block`, or the kernel, come to it.
  bool isTakenByFew(const BasicBlock *block) const {
    const BlockPlan *plan = &plan_.of(block);
    while (plan->mask == BlockPlan::Same)
      plan = &plan_[plan->maskOf];
    return plan->mask == BlockPlan::Slot;
  }

  /// Lanes leave the loop at different times, and not by counting from the index of the thread.
  bool isOpen(const Loop &loop) const {
    if (!lanes_.isDivergentLoop(&loop))
      return false;
    llvm::SmallVector<BasicBlock *, 4> exiting;
    loop.getExitingBlocks(exiting);
    return llvm::any_of(exiting, [&](const BasicBlock *block) {
      if (lanes_.hasUniformBranch(block))
        return false;
      auto *compare = llvm::dyn_cast<llvm::ICmpInst>(block->getTerminator()->getOperand(0));
      auto isIndex = [&](const Value *value) { return lanes_.shapeOf(value).group > 1; };
      return !compare || !isIndex(compare->getOperand(0)) || !isIndex(compare->getOperand(1));
    });
  }

  bool isUniform(const Value *value) const { return lanes_.isUniform(value); }
  /// Lanes follow a pattern, from which a scalar and a constant vector make the values.
  bool isPattern(const Value *value) const { return lanes_.shapeOf(value).group > 4; }

  /// Registers that hold a value of all lanes.
  double registers(const llvm::Type *type) const {
    uint64_t bits = type->isPtrOrPtrVectorTy() ? 64 : type->getPrimitiveSizeInBits();
    if (!bits && type->isSized())
      bits = layout_.getTypeSizeInBits(const_cast<llvm::Type *>(type));
    if (bits == 1)
      bits = 32; // a mask is as wide as what was compared
    return std::max(1.0, double(bits * kLanes) / vectorBits_);
  }

  double accessCost(const Instruction &inst, const Value *pointer, bool isStore) const {
    const llvm::Type *type = llvm::getLoadStoreType(const_cast<Instruction *>(&inst));
    const uint64_t bytes = layout_.getTypeStoreSize(const_cast<llvm::Type *>(type));
    const LaneShape shape = lanes_.shapeOf(pointer);
    if (shape.group == kLanes && shape.stride == 0)
      return kLoad;
    if (shape.group > 4 && (shape.stride == 0 || shape.stride == int64_t(bytes)))
      return (isStore ? kStore : kLoad) * std::max(registers(type), double(kLanes) / shape.group);
    if (isStore)
      return kScattered * kLanes;
    return (bytes == 4 || bytes == 8 ? kGathered * double(bytes) / 4 : kPicked) * kLanes;
  }

  double warpCost(const Instruction &inst) const {
    if (inst.isTerminator()) {
      if (inst.getNumSuccessors() < 2 || lanes_.hasUniformBranch(inst.getParent()))
        return kScalarOp;
      return kMaskOps * kVectorOp * registers(inst.getOperand(0)->getType());
    }
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst))
      return accessCost(inst, load->getPointerOperand(), /*isStore=*/false);
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&inst))
      return accessCost(inst, store->getPointerOperand(), /*isStore=*/true);
    if (isFree(inst))
      return 0;
    if (inst.isAtomic())
      return 8 * kLanes;
    if (inst.getType()->isVoidTy())
      return kScalarOp;
    if (isUniform(&inst))
      return operation(inst) * kScalarOp;
    if (isPattern(&inst))
      return 2 * kScalarOp;
    if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&inst))
      return lanes_.isDivergentJoin(phi->getParent()) ? kVectorOp * registers(inst.getType()) : 0;
    if (isDivision(inst) && inst.getType()->isIntegerTy())
      return kLanes * operation(inst) * kScalarOp;
    double each = operation(inst) * kVectorOp * registers(inst.getType());
    if (llvm::isa<llvm::CmpInst>(inst)) // as wide as what is compared
      each = kVectorOp * registers(inst.getOperand(0)->getType());
    return each;
  }

  double threadCost(const Instruction &inst) const {
    if (inst.isTerminator()) {
      if (inst.getNumSuccessors() < 2)
        return 0;
      return kScalarOp + (lanes_.hasUniformBranch(inst.getParent()) ? 0 : kMiss * missRate(inst));
    }
    if (llvm::isa<llvm::LoadInst>(inst))
      return kLoad;
    if (llvm::isa<llvm::StoreInst>(inst))
      return kStore;
    if (isFree(inst) || llvm::isa<llvm::PHINode>(inst))
      return 0;
    if (inst.isAtomic())
      return 8;
    // Chains of floating point are bound by their latency.
    const bool isFloat = inst.getType()->isFPOrFPVectorTy();
    return operation(inst) * kScalarOp * (isFloat ? 3 : 1);
  }

  /// The rarer way of a branch is what is guessed wrong.
  double missRate(const Instruction &branch) const {
    double least = 1;
    for (unsigned i = 0; i < branch.getNumSuccessors(); ++i) {
      const llvm::BranchProbability p = probabilities_.getEdgeProbability(branch.getParent(), i);
      least = std::min(least, double(p.getNumerator()) / p.getDenominator());
    }
    return std::min(kMissRate, least);
  }

  static bool isFree(const Instruction &inst) {
    if (llvm::isa<llvm::AllocaInst, llvm::GetElementPtrInst, llvm::BitCastInst,
                  llvm::AddrSpaceCastInst, llvm::PtrToIntInst, llvm::IntToPtrInst,
                  llvm::ExtractValueInst, llvm::FreezeInst>(inst))
      return true;
    auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
    if (!call)
      return false;
    if (std::optional<Intrinsic> id = intrinsicOf(*call))
      return infoOf(*id).effect == Effect::Pure;
    return call->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(inst) ||
           call->getIntrinsicID() == llvm::Intrinsic::assume;
  }

  static bool isDivision(const Instruction &inst) {
    switch (inst.getOpcode()) {
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
    case Instruction::FDiv:
    case Instruction::FRem:
      return true;
    default:
      return false;
    }
  }

  /// Simple operations that it stands for.
  static double operation(const Instruction &inst) {
    if (isDivision(inst))
      return llvm::isa<llvm::ConstantInt>(inst.getOperand(1)) ? 4 : 12;
    if (inst.getOpcode() == Instruction::Mul)
      return 2;
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst)) {
      switch (call->getIntrinsicID()) {
      case llvm::Intrinsic::sqrt:
        return 8;
      case llvm::Intrinsic::sin:
      case llvm::Intrinsic::cos:
      case llvm::Intrinsic::exp2:
      case llvm::Intrinsic::log2:
      case llvm::Intrinsic::exp:
      case llvm::Intrinsic::log:
      case llvm::Intrinsic::pow:
        return 30;
      case llvm::Intrinsic::not_intrinsic:
        return 10;
      default:
        return 1;
      }
    }
    return 1;
  }

  const BlockOrder &order_;
  const Uniformity &lanes_;
  const ControlPlan &plan_;
  const llvm::LoopInfo &loops_;
  const unsigned vectorBits_;
  const llvm::DataLayout &layout_;
  llvm::BranchProbabilityInfo probabilities_;
  llvm::BlockFrequencyInfo frequencies_;
};

} // namespace

WidthCost estimateWidthCost(llvm::Function &kernel, const BlockOrder &order,
                            const Uniformity &lanes, const ControlPlan &plan,
                            const llvm::LoopInfo &loops, unsigned vectorBits) {
  return CostModel(kernel, order, lanes, plan, loops, vectorBits).run();
}

} // namespace anywarp::codegen
