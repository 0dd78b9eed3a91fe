// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomics: one operation for each active lane in lane order, or one for the piece where lanes of
// one address can be combined. On shared memory they need no lock: a block runs on one worker.
#include <limits>
#include <optional>
#include <utility>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/scalar/DelayReductions.h"
#include "codegen/passes/warps/WarpBuilder.h"

namespace anywarp::codegen {

using llvm::AtomicRMWInst;
using llvm::Instruction;
using llvm::Value;

namespace {

/// Shared memory that no other worker reaches.
bool isPrivate(const WarpBuilder &b, const Value *pointer) {
  return pointer->getType()->getPointerAddressSpace() == 3 &&
         !b.lowering.module.getFunction(infoOf(Intrinsic::ClusterShared).name);
}

/// How values are combined before an atomic operation, and the value that changes nothing.
std::optional<std::pair<llvm::Intrinsic::ID, llvm::APInt>>
reductionOf(const AtomicRMWInst &atomic) {
  if (!atomic.getType()->isIntegerTy())
    return std::nullopt;
  const unsigned bits = atomic.getType()->getIntegerBitWidth();
  llvm::APInt identity(bits, 0);
  llvm::Intrinsic::ID reduce;
  switch (atomic.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    reduce = llvm::Intrinsic::vector_reduce_add;
    break;
  case AtomicRMWInst::And:
    reduce = llvm::Intrinsic::vector_reduce_and;
    identity.setAllBits();
    break;
  case AtomicRMWInst::Or:
    reduce = llvm::Intrinsic::vector_reduce_or;
    break;
  case AtomicRMWInst::Xor:
    reduce = llvm::Intrinsic::vector_reduce_xor;
    break;
  case AtomicRMWInst::Max:
    reduce = llvm::Intrinsic::vector_reduce_smax;
    identity = llvm::APInt::getSignedMinValue(bits);
    break;
  case AtomicRMWInst::Min:
    reduce = llvm::Intrinsic::vector_reduce_smin;
    identity = llvm::APInt::getSignedMaxValue(bits);
    break;
  case AtomicRMWInst::UMax:
    reduce = llvm::Intrinsic::vector_reduce_umax;
    break;
  case AtomicRMWInst::UMin:
    reduce = llvm::Intrinsic::vector_reduce_umin;
    identity.setAllBits();
    break;
  default:
    return std::nullopt;
  }
  return std::pair(reduce, identity);
}

/// `inst` with other operands; gives its result.
Value *emitAtomic(WarpBuilder &b, Instruction &inst, llvm::ArrayRef<Value *> operands) {
  if (isPrivate(b, inst.getOperand(0))) {
    bool isVolatile = inst.isVolatile();
    if (auto *rmw = llvm::dyn_cast<AtomicRMWInst>(&inst)) {
      Value *old = b.ir.CreateAlignedLoad(rmw->getType(), operands[0], rmw->getAlign(), isVolatile);
      Value *next = llvm::buildAtomicRMWValue(rmw->getOperation(), b.ir, old, operands[1]);
      if (rmw->getOperation() == AtomicRMWInst::FAdd && next->getType()->isFloatTy()) {
        Value *nan = llvm::ConstantExpr::getBitCast(b.ir.getInt32(kMadeNan), next->getType());
        next = b.ir.CreateSelect(b.ir.CreateFCmpUNO(next, next), nan, next);
      }
      b.ir.CreateAlignedStore(next, operands[0], rmw->getAlign(), isVolatile);
      return old;
    }
    auto &exchange = llvm::cast<llvm::AtomicCmpXchgInst>(inst);
    Value *old = b.ir.CreateAlignedLoad(operands[1]->getType(), operands[0], exchange.getAlign(),
                                        isVolatile);
    Value *isEqual = b.ir.CreateICmpEQ(old, operands[1]);
    b.ir.CreateAlignedStore(b.ir.CreateSelect(isEqual, operands[2], old), operands[0],
                            exchange.getAlign(), isVolatile);
    Value *result = llvm::PoisonValue::get(inst.getType());
    result = b.ir.CreateInsertValue(result, old, 0);
    return b.ir.CreateInsertValue(result, isEqual, 1);
  }
  Instruction *copy = inst.clone();
  for (unsigned i = 0; i < operands.size(); ++i)
    copy->setOperand(i, operands[i]);
  return b.ir.Insert(copy, inst.getName());
}

} // namespace

void WarpBuilder::widenAtomic(Instruction &inst) {
  if (width == 1) {
    llvm::SmallVector<Value *, 3> operands;
    for (Value *operand : inst.operands())
      operands.push_back(scalar(operand));
    if (inst.hasMetadata(kDelayedMetadata))
      return reduceOnce(llvm::cast<AtomicRMWInst>(inst), operands[0], operands[1]);
    define(&inst, emitAtomic(*this, inst, operands));
    return;
  }
  if (auto *rmw = llvm::dyn_cast<AtomicRMWInst>(&inst); rmw && combineAtomic(*rmw))
    return;
  struct Source {
    Value *same = nullptr;
    llvm::AllocaInst *lanes = nullptr;
  };
  llvm::SmallVector<Source, 3> sources;
  const bool isExchange = llvm::isa<llvm::AtomicCmpXchgInst>(inst);
  llvm::Type *type = isExchange ? inst.getOperand(1)->getType() : inst.getType();
  llvm::AllocaInst *old = nullptr, *success = nullptr;
  if (!inst.use_empty()) {
    old = spill(llvm::PoisonValue::get(widened(type)));
    if (isExchange)
      success = spill(llvm::PoisonValue::get(maskType()));
  }
  auto oneByOne = [&](Value *index) {
    llvm::SmallVector<Value *, 3> operands;
    for (Source &source : sources)
      operands.push_back(source.same ? source.same : lane(source.lanes, index));
    Value *result = emitAtomic(*this, inst, operands);
    if (!old)
      return;
    setLane(old, index, isExchange ? ir.CreateExtractValue(result, 0) : result);
    if (success)
      setLane(success, index, ir.CreateExtractValue(result, 1));
  };
  auto laneByLane = [&] {
    const bool isDelayed = inst.hasMetadata(kDelayedMetadata);
    for (Value *operand : inst.operands()) {
      if (isUniform(operand) && !isDelayed)
        sources.push_back({scalar(operand), nullptr});
      else
        sources.push_back({nullptr, spill(vector(operand))});
    }
    if (!isDelayed)
      return forEachLane(mask, isActive, oneByOne);
    Value *refused = delayReduction(llvm::cast<AtomicRMWInst>(inst), bitsOf(mask), sources[0].lanes,
                                    sources[1].lanes);
    forEachLane(lanesOf(refused), /*known=*/false, oneByOne);
  };
  auto apart = [&] {
    if (inst.hasMetadata(kDelayedMetadata))
      reduceDense(llvm::cast<AtomicRMWInst>(inst), laneByLane);
    else
      laneByLane();
  };
  if (auto *rmw = llvm::dyn_cast<AtomicRMWInst>(&inst); !rmw || !combineWhereEqual(*rmw, apart))
    apart();
  if (!old)
    return;
  Value *result = reload(old, widened(type));
  if (isExchange) {
    Value *both = llvm::PoisonValue::get(widened(inst.getType()));
    both = ir.CreateInsertValue(both, result, 0);
    result = ir.CreateInsertValue(both, reload(success, maskType()), 1);
  }
  define(&inst, result);
}

/// One address for all lanes and an operation whose order does not matter: the lanes' values are
/// combined first. With its result used, only the sum of equal values: lane i then sees the old
/// value and those of the active lanes before it.
bool WarpBuilder::combineAtomic(AtomicRMWInst &atomic) {
  Value *pointer = atomic.getPointerOperand(), *value = atomic.getValOperand();
  if (!isUniform(pointer) || !atomic.getType()->isIntegerTy() || !isActive)
    return false;
  llvm::Type *type = atomic.getType();
  if (!atomic.use_empty()) {
    if (atomic.getOperation() != AtomicRMWInst::Add || !isUniform(value))
      return false;
    Value *bits = bitsOf(mask);
    Value *count = ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, bits);
    Value *total = ir.CreateMul(ir.CreateZExtOrTrunc(count, type), scalar(value));
    Value *old = emitAtomic(*this, atomic, {scalar(pointer), total});
    llvm::SmallVector<llvm::Constant *, 32> before;
    for (unsigned i = 0; i < width; ++i)
      before.push_back(ir.getInt32((uint32_t(1) << i) - 1));
    Value *ranks = ir.CreateAnd(splat(bits), llvm::ConstantVector::get(before));
    ranks = ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, ranks);
    ranks = ir.CreateZExtOrTrunc(ranks, widened(type));
    define(&atomic, ir.CreateAdd(splat(old), ir.CreateMul(ranks, splat(scalar(value)))));
    return true;
  }
  if (!reductionOf(atomic))
    return false;
  reduceOnce(atomic, scalar(pointer), reduced(atomic));
  return true;
}

/// One operation on memory whose result nobody reads.
void WarpBuilder::reduceOnce(AtomicRMWInst &atomic, Value *pointer, Value *value) {
  if (!atomic.hasMetadata(kDelayedMetadata)) {
    emitAtomic(*this, atomic, {pointer, value});
    return;
  }
  llvm::LLVMContext &context = target.getContext();
  auto *recent = llvm::BasicBlock::Create(context, "recent", &target);
  auto *other = llvm::BasicBlock::Create(context, "other", &target);
  auto *atOnce = llvm::BasicBlock::Create(context, "at.once", &target);
  auto *next = llvm::BasicBlock::Create(context, "reduced", &target);
  auto [isRecent, place, isUsed] = recentReduction(atomic, pointer);
  ir.CreateCondBr(isRecent, recent, other, llvm::MDBuilder(context).createLikelyBranchWeights());
  ir.SetInsertPoint(recent);
  const llvm::Align align(8);
  Value *combined = llvm::buildAtomicRMWValue(
      atomic.getOperation(), ir, ir.CreateAlignedLoad(atomic.getType(), place, align), value);
  ir.CreateAlignedStore(combined, place, align);
  ir.CreateAlignedStore(ir.getInt64(1), isUsed, align);
  ir.CreateBr(next);
  ir.SetInsertPoint(other);
  Value *refused = delayReduction(atomic, ir.getInt32(1), spill(pointer), spill(value));
  ir.CreateCondBr(ir.CreateIsNotNull(refused), atOnce, next);
  ir.SetInsertPoint(atOnce);
  emitAtomic(*this, atomic, {pointer, value});
  ir.CreateBr(next);
  ir.SetInsertPoint(next);
}

/// The active lanes' values in one.
Value *WarpBuilder::reduced(AtomicRMWInst &atomic) {
  auto [reduce, identity] = *reductionOf(atomic);
  Value *neutral = splat(llvm::ConstantInt::get(atomic.getType(), identity));
  return ir.CreateUnaryIntrinsic(reduce, blend(mask, vector(atomic.getValOperand()), neutral));
}

/// The parts of an address that is a sum, of which the offset is known to be short.
PointerParts WarpBuilder::partsOf(Value *pointer) {
  auto *cast = llvm::dyn_cast<llvm::IntToPtrInst>(pointer);
  auto *sum = cast ? llvm::dyn_cast<llvm::BinaryOperator>(cast->getOperand(0)) : nullptr;
  if (!sum || sum->getOpcode() != llvm::Instruction::Add || !sum->getType()->isIntegerTy(64))
    return {};
  Value *base = sum->getOperand(0), *offset = sum->getOperand(1);
  if (!isUniform(base))
    std::swap(base, offset);
  if (!isUniform(base) || isUniform(offset))
    return {};
  const llvm::KnownBits bits = llvm::computeKnownBits(offset, sum->getDataLayout());
  if (bits.getMaxValue().ugt(std::numeric_limits<int32_t>::max()))
    return {};
  return {base, offset, uint32_t(bits.getMaxValue().getZExtValue())};
}

/// The lanes' offsets, as i32.
Value *WarpBuilder::offsetsOf(const PointerParts &parts) {
  return ir.CreateTrunc(vector(parts.offset), widened(ir.getInt32Ty()));
}

/// Lanes' addresses that are not known to be equal often are: a hot word, one key after the other.
/// Where they are, a locked operation is saved for each lane but one.
bool WarpBuilder::combineWhereEqual(AtomicRMWInst &atomic, llvm::function_ref<void()> apart) {
  Value *pointer = atomic.getPointerOperand();
  const LaneShape shape = shapeOf(pointer);
  if (!atomic.use_empty() || shape.group > 1 || isPrivate(*this, pointer) || !reductionOf(atomic))
    return false;
  llvm::LLVMContext &context = target.getContext();
  auto *together = llvm::BasicBlock::Create(context, "together", &target);
  auto *split = llvm::BasicBlock::Create(context, "apart", &target);
  auto *next = llvm::BasicBlock::Create(context, "added", &target);
  const PointerParts parts = partsOf(pointer);
  Value *first = firstActive(parts ? parts.offset : pointer);
  Value *lanes = parts ? offsetsOf(parts) : vector(pointer);
  Value *differs = both(
      mask, ir.CreateICmpNE(lanes, splat(parts ? ir.CreateTrunc(first, ir.getInt32Ty()) : first)));
  Value *isOne = ir.CreateIsNull(bitsOf(differs));
  if (!isActive)
    isOne = ir.CreateAnd(isOne, ir.CreateIsNotNull(bitsOf(mask)));
  ir.CreateCondBr(isOne, together, split);
  ir.SetInsertPoint(together);
  if (parts)
    first = ir.CreateIntToPtr(ir.CreateAdd(scalar(parts.base), first), pointer->getType());
  reduceOnce(atomic, first, reduced(atomic));
  ir.CreateBr(next);
  ir.SetInsertPoint(split);
  apart();
  ir.CreateBr(next);
  ir.SetInsertPoint(next);
  return true;
}

} // namespace anywarp::codegen
