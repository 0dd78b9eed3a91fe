// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions that the engine delays, and what gives them to memory before something could see that
// they are late (DelayReductions).
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "codegen/passes/Runtime.h"
#include "codegen/passes/scalar/DelayReductions.h"
#include "codegen/passes/warps/WarpBuilder.h"
#include "exec/ReductionAbi.h"

namespace anywarp::codegen {

using exec::DenseReductions;
using exec::PendingReductions;
using exec::RecentReduction;
using exec::Reduction;
using llvm::AtomicRMWInst;
using llvm::Value;

namespace {

Reduction reductionOf(AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case AtomicRMWInst::And:
    return Reduction::And;
  case AtomicRMWInst::Or:
    return Reduction::Or;
  case AtomicRMWInst::Xor:
    return Reduction::Xor;
  case AtomicRMWInst::Min:
    return Reduction::Min;
  case AtomicRMWInst::Max:
    return Reduction::Max;
  case AtomicRMWInst::UMin:
    return Reduction::UMin;
  case AtomicRMWInst::UMax:
    return Reduction::UMax;
  default:
    assert(operation == AtomicRMWInst::Add);
    return Reduction::Add;
  }
}

} // namespace

/// The worker's PendingReductions.
Value *WarpBuilder::pending() {
  if (!pending_) {
    llvm::IRBuilderBase::InsertPointGuard restore(ir);
    ir.SetInsertPoint(target.getEntryBlock().getTerminator());
    llvm::CallInst *call = callRuntime("aw_reductions", {});
    call->setDoesNotAccessMemory();
    call->addFnAttr(llvm::Attribute::WillReturn);
    pending_ = call;
  }
  return pending_;
}

Value *WarpBuilder::pendingField(uint64_t offset) {
  return ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), pending(), offset);
}

/// Hands the reductions of `lanes` (i32) to the engine. Gives the lanes (i32) that must do theirs
/// themselves.
Value *WarpBuilder::delayReduction(AtomicRMWInst &atomic, Value *lanes, llvm::AllocaInst *addresses,
                                   llvm::AllocaInst *values) {
  const uint64_t word = exec::reductionWord(reductionOf(atomic.getOperation()),
                                            atomic.getType()->getIntegerBitWidth() / 8, 0);
  Value *what = ir.CreateShl(ir.CreateZExt(lanes, ir.getInt64Ty()), 32);
  what = ir.CreateOr(what, ir.getInt64(word));
  return callRuntime("aw_reduce", {pending(), what, addresses, values});
}

/// i1: the operation's last reduction of one value was for `pointer`; where its value is then; the
/// word that tells the engine of it.
std::array<Value *, 3> WarpBuilder::recentReduction(AtomicRMWInst &atomic, Value *pointer) {
  const auto reduction = unsigned(reductionOf(atomic.getOperation()));
  const uint64_t entry = offsetof(PendingReductions, recent) + reduction * sizeof(RecentReduction);
  auto field = [&](uint64_t offset) { return pendingField(entry + offset); };
  Value *address = ir.CreateLoad(ir.getInt64Ty(), field(offsetof(RecentReduction, address)));
  Value *isRecent = ir.CreateICmpEQ(address, ir.CreatePtrToInt(pointer, ir.getInt64Ty()));
  Value *value = ir.CreateLoad(ir.getPtrTy(), field(offsetof(RecentReduction, value)), "recent");
  return {isRecent, value, field(offsetof(RecentReduction, isUsed))};
}

/// Combines the active lanes' values with the words of the operation's array, where all of them lie
/// in it and there are enough lanes to write them all; else `apart` does.
void WarpBuilder::reduceDense(AtomicRMWInst &atomic, llvm::function_ref<void()> apart) {
  constexpr unsigned kStep = 8; // lanes in one round of the loop
  llvm::LLVMContext &context = target.getContext();
  auto *dense = llvm::BasicBlock::Create(context, "dense", &target);
  auto *sparse = llvm::BasicBlock::Create(context, "sparse", &target);
  auto *next = llvm::BasicBlock::Create(context, "combined", &target);
  const auto reduction = unsigned(reductionOf(atomic.getOperation()));
  const uint64_t entry = offsetof(PendingReductions, dense) + reduction * sizeof(DenseReductions);
  Value *value = atomic.getValOperand();
  llvm::Type *i64 = ir.getInt64Ty();
  Value *low = ir.CreateLoad(i64, pendingField(entry + offsetof(DenseReductions, low)));
  Value *bytes = ir.CreateLoad(i64, pendingField(entry + offsetof(DenseReductions, bytes)));
  const PointerParts parts = partsOf(atomic.getPointerOperand());
  // Where `values` would have what belongs to offset 0 of the lanes.
  Value *start = parts ? ir.CreateSub(scalar(parts.base), low) : ir.getInt64(0);
  Value *isMany = ir.getTrue();
  if (!isFull(mask)) {
    Value *count = ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, bitsOf(mask));
    isMany = ir.CreateICmpUGE(count, ir.getInt32(width / 4));
  }
  if (parts) { // all offsets that there may be lie in the array: no lane is looked at
    auto *look = llvm::BasicBlock::Create(context, "look", &target);
    Value *isInside =
        ir.CreateAnd(ir.CreateICmpULT(start, bytes),
                     ir.CreateICmpUGT(ir.CreateSub(bytes, start), ir.getInt64(parts.most)));
    ir.CreateCondBr(ir.CreateAnd(isInside, isMany), dense, look);
    ir.SetInsertPoint(look);
  }
  Value *offsets =
      ir.CreateSub(ir.CreatePtrToInt(vector(atomic.getPointerOperand()), widened(i64)), splat(low));
  Value *outside = both(mask, ir.CreateICmpUGE(offsets, splat(bytes)));
  ir.CreateCondBr(ir.CreateAnd(ir.CreateIsNull(bitsOf(outside)), isMany), dense, sparse);

  ir.SetInsertPoint(dense);
  Value *places =
      ir.CreateLoad(ir.getPtrTy(), pendingField(entry + offsetof(DenseReductions, values)));
  places = ir.CreateGEP(ir.getInt8Ty(), places, start);
  Value *short32 = parts ? offsetsOf(parts) : ir.CreateTrunc(offsets, widened(ir.getInt32Ty()));
  Value *beyond = ir.CreateTrunc(ir.CreateSub(bytes, start), ir.getInt32Ty());
  llvm::AllocaInst *spilledOffsets = spill(blend(mask, short32, splat(beyond)));
  llvm::AllocaInst *spilledValues = isUniform(value) ? nullptr : spill(vector(value));
  Value *same = spilledValues ? nullptr : scalar(value);
  ir.CreateStore(ir.getInt64(1), pendingField(entry + offsetof(DenseReductions, isUsed)));
  auto *loop = llvm::BasicBlock::Create(context, "words", &target);
  llvm::BasicBlock *before = ir.GetInsertBlock();
  ir.CreateBr(loop);
  ir.SetInsertPoint(loop);
  llvm::PHINode *first = ir.CreatePHI(ir.getInt32Ty(), 2, "first");
  // Complete at once: the folder takes a phi of one value for that value.
  Value *following = ir.Insert(llvm::BinaryOperator::CreateAdd(first, ir.getInt32(kStep)));
  first->addIncoming(ir.getInt32(0), before);
  first->addIncoming(following, loop);
  for (unsigned k = 0; k < kStep; ++k) {
    Value *index = ir.CreateOr(first, ir.getInt32(k));
    Value *offset = ir.CreateZExt(lane(spilledOffsets, index), i64);
    Value *place = ir.CreateGEP(ir.getInt8Ty(), places, offset);
    const llvm::Align align(atomic.getType()->getIntegerBitWidth() / 8);
    Value *old = ir.CreateAlignedLoad(atomic.getType(), place, align);
    Value *combined = llvm::buildAtomicRMWValue(atomic.getOperation(), ir, old,
                                                same ? same : lane(spilledValues, index));
    ir.CreateAlignedStore(combined, place, align);
  }
  keepRolled(ir.CreateCondBr(ir.CreateICmpULT(following, ir.getInt32(width)), loop, next));

  ir.SetInsertPoint(sparse);
  apart();
  ir.CreateBr(next);
  ir.SetInsertPoint(next);
}

/// i1: a delayed reduction may be for memory that `inst` accesses.
Value *WarpBuilder::mayBePending(llvm::Instruction &inst) {
  auto *atomic = llvm::dyn_cast<AtomicRMWInst>(&inst);
  Value *pointer = atomic ? atomic->getPointerOperand() : llvm::getLoadStorePointerOperand(&inst);
  llvm::Type *type = atomic ? atomic->getType() : llvm::getLoadStoreType(&inst);
  const uint64_t size = lowering.module.getDataLayout().getTypeStoreSize(type).getFixedValue();
  llvm::Type *i64 = ir.getInt64Ty();
  auto bound = [&](size_t offset, const char *name) {
    return ir.CreateLoad(i64, pendingField(offset), name);
  };
  Value *low = bound(offsetof(PendingReductions, low), "low");
  Value *high = bound(offsetof(PendingReductions, high), "high");
  // Lanes that are not active may have any address: it settles too much then.
  const LaneShape shape = shapeOf(pointer);
  if (width == 1 || isGrouped(shape)) {
    const unsigned groups = width / shape.group;
    const int64_t last = shape.stride * int64_t(shape.group - 1);
    Value *isHit = ir.getFalse();
    for (unsigned k = 0; k < groups; ++k) {
      Value *start = ir.CreateFreeze(ir.CreatePtrToInt(base(pointer, k, shape.group), i64));
      Value *first = ir.CreateAdd(start, ir.getInt64(uint64_t(std::min<int64_t>(last, 0))));
      Value *end = ir.CreateAdd(start, ir.getInt64(uint64_t(std::max<int64_t>(last, 0)) + size));
      isHit = ir.CreateOr(isHit,
                          ir.CreateAnd(ir.CreateICmpULT(first, high), ir.CreateICmpUGT(end, low)));
    }
    return isHit;
  }
  Value *start = ir.CreatePtrToInt(vector(pointer), widened(i64));
  Value *end = ir.CreateAdd(start, splat(ir.getInt64(size)));
  Value *hits =
      ir.CreateAnd(ir.CreateICmpULT(start, splat(high)), ir.CreateICmpUGT(end, splat(low)));
  return any(both(mask, hits));
}

/// What is delayed is given to memory, as far as `inst` asks for it.
void WarpBuilder::settleBefore(llvm::Instruction &inst) {
  const bool isAll = inst.hasMetadata(kSettleAllMetadata);
  if (!isAll && !inst.hasMetadata(kSettlePlaceMetadata))
    return;
  if (isAll) {
    callRuntime("aw_settle", {pending()});
    return;
  }
  llvm::LLVMContext &context = target.getContext();
  auto *settle = llvm::BasicBlock::Create(context, "settle", &target);
  auto *next = llvm::BasicBlock::Create(context, "settled", &target);
  ir.CreateCondBr(mayBePending(inst), settle, next,
                  llvm::MDBuilder(context).createUnlikelyBranchWeights());
  ir.SetInsertPoint(settle);
  callRuntime("aw_settle", {pending()});
  ir.CreateBr(next);
  ir.SetInsertPoint(next);
}

} // namespace anywarp::codegen
