// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Marks loads of tiles: short rows, a pitch apart, that continue in the next block. A prefetcher of
// a processor follows one row, not the twenty of a tile at once, of which each block reads a line
// or two. Where FormWarps finds the rows it asks for those of a later block.
#include "codegen/passes/scalar/NextBlocks.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "codegen/passes/Lowering.h"
#include "codegen/passes/scalar/Dependents.h"

namespace anywarp::codegen {
namespace {

using llvm::ConstantInt;
using llvm::Instruction;
using llvm::Loop;
using llvm::Value;

/// Bytes from a block to the next. Longer rows are streams, which prefetchers follow.
constexpr int64_t kMostBytes = 256;
constexpr uint64_t kMostRounds = 16; ///< of a loop that fills a tile
constexpr unsigned kMaxDepth = 24;
constexpr int64_t kMostGrowth = int64_t(1) << 40, kMostFactor = 1 << 20;

class Growth {
public:
  explicit Growth(const llvm::Module &module)
      : ofColumn_(dependents(module, Intrinsic::CtaIdX)),
        ofRow_(dependents(module, Intrinsic::CtaIdY)) {}

  bool areTwoDimensional() const { return !ofColumn_.empty() && !ofRow_.empty(); }
  bool dependsOnBoth(const Value *value) const {
    return ofColumn_.contains(value) && ofRow_.contains(value);
  }
  /// What `value` grows by from a block to the next one of the row, away from edges.
  std::optional<int64_t> of(const Value *value, unsigned depth = 0);

private:
  std::optional<int64_t> ofInstruction(const Instruction &inst, unsigned depth);
  std::optional<int64_t> ofElement(const llvm::GetElementPtrInst &gep, unsigned depth);
  /// Of values of which one is chosen: what does not grow is an edge.
  std::optional<int64_t> ofEither(const Value *a, const Value *b, unsigned depth);

  const Values ofColumn_, ofRow_;
  llvm::DenseMap<const Value *, std::optional<int64_t>> known_;
};

std::optional<int64_t> Growth::ofEither(const Value *a, const Value *b, unsigned depth) {
  const std::optional<int64_t> first = of(a, depth), second = of(b, depth);
  if (!first || !second || (*first && *second && *first != *second))
    return std::nullopt;
  return *first ? first : second;
}

std::optional<int64_t> Growth::ofElement(const llvm::GetElementPtrInst &gep, unsigned depth) {
  std::optional<int64_t> sum = of(gep.getPointerOperand(), depth);
  const llvm::DataLayout &layout = gep.getDataLayout();
  for (auto type = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep); type != end && sum;
       ++type) {
    if (type.isStruct())
      continue; // a constant
    const std::optional<int64_t> index = of(type.getOperand(), depth);
    const auto stride = int64_t(type.getSequentialElementStride(layout).getFixedValue());
    if (!index || stride > kMostFactor)
      return std::nullopt;
    sum = *sum + *index * stride;
  }
  return sum;
}

std::optional<int64_t> Growth::of(const Value *value, unsigned depth) {
  if (!ofColumn_.contains(value))
    return 0;
  auto *inst = llvm::dyn_cast<Instruction>(value);
  if (!inst || ++depth > kMaxDepth)
    return std::nullopt;
  if (const auto it = known_.find(value); it != known_.end())
    return it->second;
  std::optional<int64_t> growth = ofInstruction(*inst, depth);
  if (growth && std::abs(*growth) > kMostGrowth)
    growth = std::nullopt;
  return known_[value] = growth;
}

std::optional<int64_t> Growth::ofInstruction(const Instruction &inst, unsigned depth) {
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst)) {
    if (intrinsicOf(*call) == Intrinsic::CtaIdX)
      return 1;
    auto *clamp = llvm::dyn_cast<llvm::MinMaxIntrinsic>(call);
    return clamp ? ofEither(clamp->getLHS(), clamp->getRHS(), depth) : std::nullopt;
  }
  if (auto *gep = llvm::dyn_cast<llvm::GetElementPtrInst>(&inst))
    return ofElement(*gep, depth);
  if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&inst))
    return ofEither(select->getTrueValue(), select->getFalseValue(), depth);
  if (llvm::isa<llvm::CastInst, llvm::FreezeInst>(inst) && !inst.getType()->isFloatingPointTy() &&
      !inst.getOperand(0)->getType()->isFloatingPointTy())
    return of(inst.getOperand(0), depth);
  auto *factor =
      inst.getNumOperands() == 2 ? llvm::dyn_cast<ConstantInt>(inst.getOperand(1)) : nullptr;
  std::optional<int64_t> first = inst.isBinaryOp() ? of(inst.getOperand(0), depth) : std::nullopt;
  if (!first)
    return std::nullopt;
  switch (inst.getOpcode()) {
  case Instruction::Mul:
    if (!factor || factor->getValue().abs().ugt(kMostFactor))
      return std::nullopt;
    return *first * factor->getSExtValue();
  case Instruction::Shl:
    if (!factor || factor->getValue().ugt(20))
      return std::nullopt;
    return *first << factor->getZExtValue();
  case Instruction::Or:
    if (!llvm::cast<llvm::PossiblyDisjointInst>(inst).isDisjoint())
      return std::nullopt;
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub: {
    const std::optional<int64_t> second = of(inst.getOperand(1), depth);
    if (!second)
      return std::nullopt;
    return inst.getOpcode() == Instruction::Sub ? *first - *second : *first + *second;
  }
  default:
    return std::nullopt;
  }
}

/// True of a loop whose bound and step are constants, with few rounds.
bool isShort(const Loop &loop) {
  const llvm::BasicBlock *latch = loop.getLoopLatch(), *exiting = loop.getExitingBlock();
  if (!latch || !exiting)
    return false;
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(exiting->getTerminator());
  auto *compare = branch && branch->isConditional()
                      ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition())
                      : nullptr;
  auto *bound = compare ? llvm::dyn_cast<ConstantInt>(compare->getOperand(1)) : nullptr;
  const Value *counter = compare ? compare->getOperand(0) : nullptr;
  if (auto *narrow = llvm::dyn_cast_or_null<llvm::TruncInst>(counter))
    counter = narrow->getOperand(0);
  if (!bound || bound->getValue().getActiveBits() > 31)
    return false;
  for (const llvm::PHINode &phi : loop.getHeader()->phis()) {
    auto *next = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValueForBlock(latch));
    if (!next || next->getOpcode() != Instruction::Add || next->getOperand(0) != &phi ||
        (counter != &phi && counter != next))
      continue;
    auto *step = llvm::dyn_cast<ConstantInt>(next->getOperand(1));
    return step && step->getValue().isStrictlyPositive() &&
           bound->getZExtValue() / step->getZExtValue() < kMostRounds;
  }
  return false;
}

/// The address without what constants add to it: loads that share it are in one row.
const Value *withoutConstants(const Value *address) {
  for (;;) {
    auto *inst = llvm::dyn_cast<Instruction>(address);
    if (!inst)
      return address;
    auto *gep = llvm::dyn_cast<llvm::GetElementPtrInst>(inst);
    const bool isSum =
        inst->getOpcode() == Instruction::Add && llvm::isa<ConstantInt>(inst->getOperand(1));
    if (!isSum && !(gep && gep->hasAllConstantIndices()) && !llvm::isa<llvm::CastInst>(inst))
      return address;
    address = inst->getOperand(0);
  }
}

} // namespace

Status markNextBlocks(Lowering &lowering) {
  if (lowering.options.quick || lowering.options.optLevel < 2 || lowering.isObserved ||
      lowering.info.flags & exec::KernelInfo::WalksColumns)
    return {};
  llvm::Function &kernel = *lowering.kernel;
  Growth growth(lowering.module);
  if (!growth.areTwoDimensional())
    return {};
  llvm::DominatorTree dominators(kernel);
  const llvm::LoopInfo loops(dominators);
  Values seen;
  for (Instruction &inst : llvm::instructions(kernel)) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst);
    if (!load || !load->isSimple() || load->getPointerAddressSpace() > 1 ||
        !growth.dependsOnBoth(load->getPointerOperand()))
      continue;
    const Loop *loop = loops.getLoopFor(load->getParent());
    if (loop && (loop->getLoopDepth() > 1 || !isShort(*loop)))
      continue;
    const std::optional<int64_t> bytes = growth.of(load->getPointerOperand());
    if (!bytes || *bytes <= 0 || *bytes > kMostBytes ||
        !seen.insert(withoutConstants(load->getPointerOperand())).second)
      continue;
    llvm::LLVMContext &context = kernel.getContext();
    auto *count = ConstantInt::getSigned(llvm::Type::getInt64Ty(context), *bytes);
    load->setMetadata(kNextBlockMetadata,
                      llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(count)));
  }
  return {};
}

} // namespace anywarp::codegen
