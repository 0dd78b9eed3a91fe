// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What profiled kernels count: additions to the worker's words (exec/ProfileAbi.h). An access looks
// its pattern up in a memo of its place and calls the engine only where it is not there.
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include "codegen/passes/warps/WarpBuilder.h"
#include "exec/ProfileAbi.h"

namespace anywarp::codegen {

using llvm::BasicBlock;
using llvm::LLVMContext;
using llvm::MDNode;
using llvm::Value;

namespace {

constexpr char kScope[] = "aw.counts";

/// The alias scope of what is counted; nothing else touches it.
MDNode *countsScope(LLVMContext &context) {
  llvm::MDBuilder md(context);
  auto *domain = MDNode::get(context, llvm::MDString::get(context, kScope));
  auto *scope = MDNode::get(context, {llvm::MDString::get(context, kScope), domain});
  return MDNode::get(context, scope);
}

/// An access as its memo has it, and the number of its entry, of which the lowest bits are meant.
struct Key {
  Value *value, *number;
};

class Counting {
public:
  Counting(WarpBuilder &b, Value *place, llvm::AllocaInst *&array)
      : b_(b), ir_(b.ir), place_(place), array_(array),
        first_(exec::kHeadWords + uint32_t(llvm::cast<llvm::ConstantInt>(place)->getZExtValue()) *
                                      exec::kPlaceWords) {}

  void execution() {
    add(exec::Warps, warps());
    add(exec::Threads, threads(b_.mask));
    tellStep(nullptr, nullptr);
  }
  void branch(Value *condition);
  void access(Value *address, uint64_t bytes, bool isGeneric);

private:
  /// Asked for again at each use: calls of one block become one, and none lives across a barrier.
  Value *words() { return b_.callRuntime("aw_profile_words", {}); }
  Value *word(uint32_t index) {
    return ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), words(), index);
  }
  void add(exec::PlaceWord index, Value *amount);
  /// One, if any lane is active.
  Value *warps() {
    return b_.isActive ? ir_.getInt64(1) : ir_.CreateZExt(b_.any(b_.mask), ir_.getInt64Ty());
  }
  Value *threads(Value *lanes);
  Value *isGlobal(Value *lowest, uint64_t span);
  Key keyOf(uint64_t known, Value *inLine);
  Value *entry(exec::PlaceWord memo, const Key &key, uint32_t entries, uint64_t bytes);
  llvm::LoadInst *load(llvm::Type *type, Value *from, uint64_t align);
  void lookUp(Value *isKnown, Value *entry, llvm::function_ref<void()> miss);
  void line(Value *address, int64_t stride, uint64_t bytes, bool isGeneric);
  void groups(Value *address, LaneShape shape, bool isGeneric);
  void scattered(Value *addresses, bool isGeneric);
  Value *keptKey(Value *key, Value *&isKnown, Value *isGlobal);
  Value *inArray(Value *addresses);
  void tellStep(Value *taken, Value *addresses);
  void tellOf(llvm::StringRef name, Value *addresses, Value *key);

  WarpBuilder &b_;
  llvm::IRBuilder<llvm::InstSimplifyFolder> &ir_;
  Value *const place_;
  llvm::AllocaInst *&array_; ///< for addresses; made at its first use
  const uint32_t first_;     ///< word of the place
};

void Counting::add(exec::PlaceWord index, Value *amount) {
  if (auto *number = llvm::dyn_cast<llvm::ConstantInt>(amount); number && number->isZero())
    return;
  MDNode *scope = countsScope(ir_.getContext());
  Value *where = word(first_ + index);
  llvm::LoadInst *before = ir_.CreateAlignedLoad(ir_.getInt64Ty(), where, llvm::Align(8));
  before->setMetadata(LLVMContext::MD_alias_scope, scope);
  ir_.CreateAlignedStore(ir_.CreateAdd(before, amount), where, llvm::Align(8))
      ->setMetadata(LLVMContext::MD_alias_scope, scope);
}

Value *Counting::threads(Value *lanes) {
  if (b_.isFull(lanes))
    return ir_.getInt64(b_.width);
  Value *count = ir_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, b_.bitsOf(lanes));
  return ir_.CreateZExt(count, ir_.getInt64Ty());
}

void Counting::branch(Value *condition) {
  add(exec::Warps, warps());
  tellStep(b_.bitsOf(b_.both(b_.mask, b_.vector(condition))), nullptr);
  if (b_.isUniform(condition)) {
    add(exec::TakenThreads,
        ir_.CreateSelect(b_.scalar(condition), threads(b_.mask), ir_.getInt64(0)));
    return;
  }
  Value *taken = b_.both(b_.mask, b_.vector(condition));
  add(exec::TakenThreads, threads(taken));
  Value *some = b_.any(taken), *all = ir_.CreateICmpEQ(b_.bitsOf(taken), b_.bitsOf(b_.mask));
  add(exec::DivergentWarps,
      ir_.CreateZExt(ir_.CreateAnd(some, ir_.CreateNot(all)), ir_.getInt64Ty()));
}

/// Volatile: the engine writes it behind the back of code that calls it.
llvm::LoadInst *Counting::load(llvm::Type *type, Value *from, uint64_t align) {
  return ir_.CreateAlignedLoad(type, from, llvm::Align(align), /*isVolatile=*/true);
}

/// No address from `lowest` to `lowest + span` is in shared or local memory. Kernels that reach the
/// shared memory of other blocks leave it to the engine.
Value *Counting::isGlobal(Value *lowest, uint64_t span) {
  if (b_.lowering.module.getFunction(infoOf(Intrinsic::ClusterShared).name))
    return lowest->getType()->isVectorTy() ? b_.noLanes() : ir_.getFalse();
  llvm::Type *i64 = ir_.getInt64Ty(), *i32 = ir_.getInt32Ty();
  auto isBehind = [&](Value *start, Value *size) {
    Value *distance = ir_.CreateSub(lowest, start);
    Value *reach = ir_.getInt64(span);
    llvm::Type *type = distance->getType();
    if (type->isVectorTy())
      reach = b_.splat(reach), size = b_.splat(size);
    return ir_.CreateICmpUGE(ir_.CreateAdd(distance, reach), ir_.CreateAdd(size, reach));
  };
  auto start = [&](size_t offset) -> Value * {
    Value *value = ir_.CreatePtrToInt(b_.blockField(offset, ir_.getPtrTy(), "window"), i64);
    return lowest->getType()->isVectorTy() ? b_.splat(value) : value;
  };
  Value *shared = ir_.CreateZExt(
      b_.launchField(offsetof(exec::LaunchState, totalShared), i32, "shared.bytes"), i64);
  Value *warps =
      ir_.CreateZExt(b_.launchField(offsetof(exec::LaunchState, warpsPerBlock), i32, "warps"), i64);
  Value *local =
      ir_.CreateMul(warps, ir_.CreateAlignedLoad(i64, word(exec::WarpLocalBytes), llvm::Align(8)));
  return ir_.CreateAnd(isBehind(start(offsetof(exec::BlockState, shared)), shared),
                       isBehind(start(offsetof(exec::BlockState, local)), local));
}

/// `known`: bits 0 to 31 without the place in the line.
Key Counting::keyOf(uint64_t known, Value *inLine) {
  Value *lanes = ir_.CreateZExt(b_.bitsOf(b_.mask), ir_.getInt64Ty());
  Value *others = ir_.CreateOr(ir_.CreateShl(lanes, exec::kKeyLanes), ir_.getInt64(known));
  // As entryOf does it; constant where the lanes are.
  Value *mixed = ir_.CreateLShr(
      ir_.CreateMul(ir_.CreateLShr(others, exec::kKeyMixed), ir_.getInt64(exec::kKeyFactor)),
      exec::kMixedShift);
  Value *word = ir_.CreateLShr(inLine, exec::kKeyWord - exec::kKeyLine);
  return {ir_.CreateOr(others, ir_.CreateShl(inLine, exec::kKeyLine)), ir_.CreateXor(word, mixed)};
}

Value *Counting::entry(exec::PlaceWord memo, const Key &key, uint32_t entries, uint64_t bytes) {
  Value *start = load(ir_.getPtrTy(), word(first_ + memo), 8);
  Value *number = ir_.CreateAnd(key.number, entries - 1);
  return ir_.CreateInBoundsGEP(ir_.getInt8Ty(), start, ir_.CreateMul(number, ir_.getInt64(bytes)));
}

/// Adds one to the entry if it is the right one; else `miss` tells the engine.
void Counting::lookUp(Value *isKnown, Value *entry, llvm::function_ref<void()> miss) {
  LLVMContext &context = ir_.getContext();
  auto *hit = BasicBlock::Create(context, "known", &b_.target);
  auto *missed = BasicBlock::Create(context, "unknown", &b_.target);
  auto *next = BasicBlock::Create(context, "counted", &b_.target);
  ir_.CreateCondBr(isKnown, hit, missed, llvm::MDBuilder(context).createLikelyBranchWeights());
  ir_.SetInsertPoint(hit);
  Value *times = ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), entry, 1);
  ir_.CreateAlignedStore(ir_.CreateAdd(load(ir_.getInt64Ty(), times, 8), ir_.getInt64(1)), times,
                         llvm::Align(8),
                         /*isVolatile=*/true);
  ir_.CreateBr(next);
  ir_.SetInsertPoint(missed);
  miss();
  ir_.CreateBr(next);
  ir_.SetInsertPoint(next);
}

/// The engine touches no memory of the kernel.
void tellsEngine(llvm::CallInst *call) {
  call->setMemoryEffects(llvm::MemoryEffects::inaccessibleOrArgMemOnly());
  call->addFnAttr(llvm::Attribute::WillReturn);
  call->addFnAttr(llvm::Attribute::Cold);
  call->setMetadata(LLVMContext::MD_noalias, countsScope(call->getContext()));
}

/// The key under which the engine may keep the access: 0 for a generic one that is not known to go
/// to global memory.
Value *Counting::keptKey(Value *key, Value *&isKnown, Value *isGlobal) {
  isKnown = ir_.CreateAnd(isKnown, isGlobal);
  return ir_.CreateSelect(isGlobal, key, ir_.getInt64(0));
}

void Counting::line(Value *address, int64_t stride, uint64_t bytes, bool isGeneric) {
  // What an aligned address for all costs is the same everywhere.
  const uint64_t inLine =
      stride == 0 && llvm::isPowerOf2_64(bytes) && bytes <= 32 ? bytes : exec::kMemoLine;
  const Key key = keyOf(exec::keyOf(stride, 0), ir_.CreateAnd(address, inLine - 1));
  Value *where = entry(exec::LinesMemo, key, exec::kLineEntries, sizeof(exec::LineEntry));
  Value *isKnown = ir_.CreateICmpEQ(load(ir_.getInt64Ty(), where, 8), key.value);
  Value *kept = key.value, *distance = llvm::ConstantInt::getSigned(ir_.getInt64Ty(), stride);
  if (isGeneric) {
    const int64_t reach = stride * int64_t(b_.width - 1);
    Value *lowest = ir_.CreateAdd(
        address, llvm::ConstantInt::getSigned(ir_.getInt64Ty(), std::min<int64_t>(reach, 0)));
    kept = keptKey(kept, isKnown, isGlobal(lowest, uint64_t(std::abs(reach))));
  }
  lookUp(isKnown, where, [&] {
    tellsEngine(b_.callRuntime("aw_profile_line",
                               {b_.piece(), place_, b_.bitsOf(b_.mask), address, distance, kept}));
  });
}

void Counting::groups(Value *address, LaneShape shape, bool isGeneric) {
  const unsigned count = b_.width / shape.group;
  llvm::SmallVector<Value *, 4> bases;
  for (unsigned k = 0; k < count; ++k)
    bases.push_back(ir_.CreateFreeze(b_.base(address, k, shape.group)));
  const Key key = keyOf(exec::keyOf(shape.stride, llvm::Log2_32(count)),
                        ir_.CreateAnd(bases[0], exec::kMemoLine - 1));
  Value *where = entry(exec::GroupsMemo, key, exec::kGroupsEntries, sizeof(exec::GroupsEntry));
  Value *start = ir_.CreateAnd(bases[0], ~(exec::kMemoLine - 1));
  Value *differs = ir_.CreateXor(load(ir_.getInt64Ty(), where, 8), key.value);
  for (unsigned k = 1; k < count; ++k) {
    Value *known = load(ir_.getInt64Ty(),
                        ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), where,
                                                       offsetof(exec::GroupsEntry, apart) + 8 * k),
                        8);
    differs = ir_.CreateOr(differs, ir_.CreateXor(ir_.CreateSub(bases[k], start), known));
  }
  Value *isKnown = ir_.CreateIsNull(differs), *kept = key.value;
  if (isGeneric) {
    const int64_t reach = shape.stride * int64_t(shape.group - 1);
    Value *all = ir_.getTrue();
    for (Value *base : bases) {
      Value *lowest = ir_.CreateAdd(
          base, llvm::ConstantInt::getSigned(ir_.getInt64Ty(), std::min<int64_t>(reach, 0)));
      all = ir_.CreateAnd(all, isGlobal(lowest, uint64_t(std::abs(reach))));
    }
    kept = keptKey(kept, isKnown, all);
  }
  lookUp(isKnown, where, [&] {
    llvm::Type *type = llvm::FixedVectorType::get(ir_.getInt64Ty(), shape.group);
    Value *steps = b_.part(b_.iota(ir_.getInt64Ty(), shape.stride), 0, shape.group);
    llvm::SmallVector<Value *, 4> parts;
    for (Value *base : bases)
      parts.push_back(ir_.CreateAdd(
          ir_.CreateVectorSplat(llvm::cast<llvm::FixedVectorType>(type)->getElementCount(), base),
          steps));
    tellOf("aw_profile_groups", b_.concat(parts), kept);
  });
}

Value *Counting::inArray(Value *addresses) {
  if (!array_) {
    array_ = b_.entryAlloca(llvm::ArrayType::get(ir_.getInt64Ty(), b_.width), "profiled");
    array_->setAlignment(llvm::Align(64));
  }
  ir_.CreateAlignedStore(addresses, array_, llvm::Align(std::min(64u, 8 * b_.width)));
  return array_;
}

void Counting::tellOf(llvm::StringRef name, Value *addresses, Value *key) {
  tellsEngine(
      b_.callRuntime(name, {b_.piece(), place_, b_.bitsOf(b_.mask), key, inArray(addresses)}));
}

/// Tells the engine of the step, if this is the block whose steps are wanted and a lane is active.
void Counting::tellStep(Value *taken, Value *addresses) {
  if (!b_.lowering.options.tellsSteps)
    return;
  llvm::Type *i64 = ir_.getInt64Ty();
  Value *number = ir_.getInt64(0);
  for (unsigned d = 3; d-- > 0;) {
    auto field = [&](Value *value) { return ir_.CreateZExt(value, i64); };
    const size_t at = d * sizeof(uint32_t);
    Value *size = field(
        b_.launchField(offsetof(exec::LaunchState, gridDim) + at, ir_.getInt32Ty(), "blocks"));
    Value *index =
        field(b_.blockField(offsetof(exec::BlockState, blockIdx) + at, ir_.getInt32Ty(), "block"));
    number = ir_.CreateAdd(ir_.CreateMul(number, size), index);
  }
  Value *told = ir_.CreateAlignedLoad(i64, word(exec::ToldBlock), llvm::Align(8));
  Value *isTold = ir_.CreateAnd(ir_.CreateICmpEQ(number, told), b_.any(b_.mask));
  LLVMContext &context = ir_.getContext();
  auto *tell = BasicBlock::Create(context, "step", &b_.target);
  auto *next = BasicBlock::Create(context, "stepped", &b_.target);
  ir_.CreateCondBr(isTold, tell, next, llvm::MDBuilder(context).createUnlikelyBranchWeights());
  ir_.SetInsertPoint(tell);
  Value *none = llvm::ConstantPointerNull::get(ir_.getPtrTy());
  tellsEngine(b_.callRuntime("aw_profile_step", {b_.piece(), place_, b_.bitsOf(b_.mask),
                                                 taken ? taken : ir_.getInt32(0),
                                                 addresses ? inArray(addresses) : none}));
  ir_.CreateBr(next);
  ir_.SetInsertPoint(next);
}

void Counting::scattered(Value *addresses, bool isGeneric) {
  // Inactive lanes are compared as well: they may hold anything, but not something else each time.
  addresses = ir_.CreateFreeze(addresses);
  Value *first = ir_.CreateExtractElement(addresses, uint64_t(0));
  const Key key = keyOf(exec::keyOf(0, 0), ir_.CreateAnd(first, exec::kMemoLine - 1));
  Value *where =
      entry(exec::ScatteredMemo, key, exec::kScatteredEntries, sizeof(exec::ScatteredEntry));
  Value *apart = ir_.CreateSub(addresses, b_.splat(ir_.CreateAnd(first, ~(exec::kMemoLine - 1))));
  Value *known = load(
      addresses->getType(),
      ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), where, offsetof(exec::ScatteredEntry, apart)),
      64);
  Value *differs = ir_.CreateOrReduce(ir_.CreateXor(apart, known));
  differs = ir_.CreateOr(differs, ir_.CreateXor(load(ir_.getInt64Ty(), where, 8), key.value));
  Value *isKnown = ir_.CreateIsNull(differs), *kept = key.value;
  if (isGeneric)
    kept =
        keptKey(kept, isKnown, ir_.CreateNot(b_.any(b_.without(b_.mask, isGlobal(addresses, 0)))));
  lookUp(isKnown, where, [&] { tellOf("aw_profile_scattered", addresses, kept); });
}

void Counting::access(Value *address, uint64_t bytes, bool isGeneric) {
  if (b_.lowering.options.tellsSteps)
    tellStep(nullptr, b_.vector(address));
  const LaneShape shape = b_.shapeOf(address);
  if (shape.group == b_.width && exec::fitsKey(shape.stride))
    line(ir_.CreateFreeze(b_.scalar(address)), shape.stride, bytes, isGeneric);
  else if (shape.group > 1 && b_.isGrouped(shape) && exec::fitsKey(shape.stride))
    groups(address, shape, isGeneric);
  else
    scattered(b_.vector(address), isGeneric);
}

} // namespace

void WarpBuilder::widenProfile(llvm::CallInst &call, Intrinsic id) {
  Counting counting(*this, call.getArgOperand(0), profiled_);
  auto number = [&](unsigned i) {
    return llvm::cast<llvm::ConstantInt>(call.getArgOperand(i))->getZExtValue();
  };
  switch (id) {
  case Intrinsic::ProfileExecution:
    return counting.execution();
  case Intrinsic::ProfileBranch:
    return counting.branch(call.getArgOperand(1));
  default:
    return counting.access(call.getArgOperand(1), number(2), number(3));
  }
}

void isolateCounts(llvm::Function &function) {
  if (!function.getParent()->getFunction("aw_profile_words"))
    return;
  MDNode *scope = countsScope(function.getContext());
  for (llvm::Instruction &inst : llvm::instructions(function)) {
    const bool isPlain =
        llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(
            inst);
    auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
    const bool isMasked = call && (call->getIntrinsicID() == llvm::Intrinsic::masked_load ||
                                   call->getIntrinsicID() == llvm::Intrinsic::masked_store ||
                                   call->getIntrinsicID() == llvm::Intrinsic::masked_gather ||
                                   call->getIntrinsicID() == llvm::Intrinsic::masked_scatter);
    if ((isPlain || isMasked) && inst.getMetadata(LLVMContext::MD_alias_scope) != scope)
      inst.setMetadata(LLVMContext::MD_noalias,
                       MDNode::concatenate(inst.getMetadata(LLVMContext::MD_noalias), scope));
  }
}

} // namespace anywarp::codegen
