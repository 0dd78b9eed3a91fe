// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events of observed kernels: one call of the engine for the whole piece, the words as arrays over
// its lanes. All events of a function share the two arrays. In guarded kernels a test of the
// addresses stands before the call (exec::SiteRange); AccessTest makes it.
#include <llvm/IR/MDBuilder.h>

#include "codegen/passes/warps/WarpBuilder.h"
#include "exec/ObserveAbi.h"

namespace anywarp::codegen {

using exec::EventKind;
using exec::SiteSpace;
using llvm::BasicBlock;
using llvm::CallInst;
using llvm::Value;

namespace {

/// A word of a SiteRange.
template <typename Builder> Value *fieldOf(Builder &ir, Value *range, unsigned index) {
  llvm::LoadInst *load = ir.CreateAlignedLoad(
      ir.getInt64Ty(), ir.CreateConstInBoundsGEP1_64(ir.getInt64Ty(), range, index), llvm::Align(8),
      index ? "limit" : "begin");
  load->setVolatile(true); // the engine writes it
  return load;
}

/// The test of one access: what it is about, and its code.
class AccessTest {
public:
  AccessTest(WarpBuilder &b, const SiteFacts &site, Value *address, uint64_t localBytes)
      : b_(b), ir_(b.ir), site_(site), address_(address), localBytes_(localBytes) {
    const uint64_t bytes = site.bytes;
    alignBits_ = bytes & (bytes - 1) ? 0 : llvm::Log2_64(bytes);
    span_ = bytes;
    const LaneShape shape = b.shapeOf(address);
    const uint64_t align = uint64_t(1) << alignBits_;
    isByGroup_ = b.isGrouped(shape) && shape.stride % int64_t(align) == 0;
    if (!isByGroup_)
      return;
    group_ = shape.group;
    stride_ = shape.stride;
    first_ = std::min<int64_t>(0, int64_t(group_ - 1) * stride_);
    span_ += uint64_t(std::abs(int64_t(group_ - 1) * stride_));
  }

  /// Bytes from the address on that the test is about.
  uint64_t span() const { return span_; }
  /// All active lanes pass; null where no test can say so.
  Value *holds();

  /// SiteByLimit: the site need not tell; null where it always has to.
  Value *isOpen() {
    const bool isAsked = isIn(Space::Global) || isIn(Space::Shared) || isIn(Space::Generic);
    return isAsked ? ir_.CreateIsNotNull(field(1)) : nullptr;
  }

  /// kWrittenOffset serves: of the block's own shared, or the kernel's own local memory.
  bool hasWritten() const {
    const bool isOwn = (isIn(Space::Shared) && !(site_.flags & exec::SiteCluster)) ||
                       (isIn(Space::Local) && localBytes_);
    return isOwn && b_.width > 1 && site_.bytes && site_.bytes <= 16 &&
           llvm::isPowerOf2_32(site_.bytes);
  }
  void markWritten() {
    eachWritten([&](Value *place, llvm::Type *type, Value *lanes) {
      Value *ones = llvm::ConstantInt::get(type, kOnes);
      if (place->getType()->isVectorTy())
        ir_.CreateMaskedScatter(ones, place, llvm::Align(1), lanes);
      else
        ir_.CreateMaskedStore(ones, place, llvm::Align(1), lanes);
    });
  }
  Value *isWritten() {
    Value *holes = ir_.getFalse();
    eachWritten([&](Value *place, llvm::Type *type, Value *lanes) {
      Value *ones = llvm::ConstantInt::get(type, kOnes);
      Value *bytes = place->getType()->isVectorTy()
                         ? ir_.CreateMaskedGather(type, place, llvm::Align(1), lanes, ones)
                         : ir_.CreateMaskedLoad(type, place, llvm::Align(1), lanes, ones);
      holes = ir_.CreateOr(holes, ir_.CreateOrReduce(ir_.CreateICmpNE(bytes, ones)));
    });
    return ir_.CreateNot(holes);
  }

  Value *range = nullptr; ///< the SiteRange; set before holds()

private:
  using Space = SiteSpace;
  static constexpr uint64_t kOnes = 0x0101010101010101;
  template <typename Each> void eachWritten(Each each);
  bool isIn(Space space) const { return site_.space == uint32_t(space); }
  bool mayBeIn(Space space) const { return isIn(space) || isIn(Space::Generic); }
  /// Other threads may wait for it: the engine closes it to end them.
  bool isPolled() const {
    return site_.flags & (exec::SiteVolatile | exec::SiteStrong) ||
           site_.kind == uint32_t(EventKind::Atomic);
  }
  Value *field(unsigned index);
  Value *inRange(Value *begin, Value *limit);
  Value *inWindow();
  Value *inLocal();
  Value *units(Value *offset);
  Value *all(Value *lanes) {
    return ir_.CreateNot(b_.any(ir_.CreateAnd(b_.mask, ir_.CreateNot(lanes))));
  }

  WarpBuilder &b_;
  decltype(WarpBuilder::ir) &ir_;
  const SiteFacts &site_;
  Value *address_;
  const uint64_t localBytes_;
  unsigned alignBits_ = 0, group_ = 1;
  int64_t stride_ = 0, first_ = 0;
  uint64_t span_ = 0;
  bool isByGroup_ = false;
};

Value *AccessTest::field(unsigned index) { return fieldOf(ir_, range, index); }

/// `offset` in units of the alignment; huge if it is not a multiple.
Value *AccessTest::units(Value *offset) {
  if (!alignBits_)
    return offset;
  Value *count = llvm::ConstantInt::get(offset->getType(), alignBits_);
  return ir_.CreateIntrinsic(llvm::Intrinsic::fshr, {offset->getType()}, {offset, offset, count});
}

Value *AccessTest::inRange(Value *begin, Value *limit) {
  if (!isByGroup_) {
    Value *offset = ir_.CreateSub(b_.vector(address_), b_.splat(begin));
    return all(ir_.CreateICmpULT(units(offset), b_.splat(limit)));
  }
  Value *result = ir_.getTrue();
  for (unsigned k = 0; k < b_.width / group_; ++k) {
    Value *start = b_.base(address_, k, group_);
    Value *offset = ir_.CreateSub(start, begin);
    offset = ir_.CreateAdd(offset, ir_.getInt64(uint64_t(first_)));
    result = ir_.CreateAnd(result, ir_.CreateICmpULT(units(offset), limit));
  }
  return result;
}

/// The site's part of the block's own shared memory.
Value *AccessTest::inWindow() {
  Value *shared = b_.blockField(offsetof(exec::BlockState, shared), ir_.getPtrTy(), "shared");
  Value *total =
      b_.launchField(offsetof(exec::LaunchState, totalShared), ir_.getInt32Ty(), "total");
  const uint64_t align = uint64_t(1) << alignBits_;
  if (site_.partBytes != exec::kWholeWindow)
    total = ir_.getInt32(site_.partBytes);
  else if (site_.partStart)
    total = ir_.CreateSub(total, ir_.getInt32(site_.partStart));
  if (site_.partStart)
    shared = ir_.CreatePtrAdd(shared, ir_.getInt64(site_.partStart));
  total = ir_.CreateAdd(ir_.CreateZExt(total, ir_.getInt64Ty()), ir_.getInt64(align));
  Value *room = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, total, ir_.getInt64(span_));
  Value *limit = ir_.CreateLShr(room, alignBits_);
  Value *result = inRange(ir_.CreatePtrToInt(shared, ir_.getInt64Ty()), limit);
  if (isPolled())
    result = ir_.CreateAnd(result, ir_.CreateIsNotNull(field(1)));
  return result;
}

/// The thread's own local memory, where the block keeps it.
Value *AccessTest::inLocal() {
  if (!localBytes_ || localBytes_ < site_.bytes)
    return nullptr;
  const uint64_t limit = ((localBytes_ - site_.bytes) >> alignBits_) + 1;
  Value *start = b_.blockField(offsetof(exec::BlockState, local), ir_.getPtrTy(), "local");
  Value *own = ir_.CreateAdd(ir_.CreatePtrToInt(start, ir_.getInt64Ty()),
                             ir_.CreateMul(ir_.CreateZExt(b_.piece(), ir_.getInt64Ty()),
                                           ir_.getInt64(localBytes_ * b_.width)));
  if (b_.isGrouped(b_.shapeOf(address_)) && stride_ == int64_t(localBytes_) && isByGroup_) {
    Value *result = ir_.getTrue();
    for (unsigned k = 0; k < b_.width / group_; ++k) {
      Value *base = ir_.CreateAdd(own, ir_.getInt64(uint64_t(k) * group_ * localBytes_));
      Value *offset = ir_.CreateSub(b_.base(address_, k, group_), base);
      result = ir_.CreateAnd(result, ir_.CreateICmpULT(units(offset), ir_.getInt64(limit)));
    }
    return result;
  }
  Value *starts = ir_.CreateAdd(b_.splat(own), b_.iota(ir_.getInt64Ty(), int64_t(localBytes_)));
  Value *offset = ir_.CreateSub(b_.vector(address_), starts);
  return all(ir_.CreateICmpULT(units(offset), b_.splat(ir_.getInt64(limit))));
}

/// Calls `each` with a pointer or pointers, the vector that lies there, and its lanes.
template <typename Each> void AccessTest::eachWritten(Each each) {
  const unsigned unit = std::min(site_.bytes, 8u);
  auto vectorOf = [&](unsigned lanes) {
    return llvm::FixedVectorType::get(ir_.getIntNTy(8 * unit), lanes);
  };
  const bool isWhole = isByGroup_ && group_ == b_.width;
  for (unsigned at = 0; at < site_.bytes; at += unit) {
    Value *distance = ir_.getInt64(uint64_t(exec::kWrittenOffset + at));
    auto pointer = [&] {
      Value *start = ir_.CreateAdd(b_.base(address_, 0, group_), distance);
      return ir_.CreateIntToPtr(start, ir_.getPtrTy());
    };
    if (isWhole && stride_ == 0) {
      Value *one = ir_.CreateVectorSplat(1, b_.any(b_.mask));
      each(pointer(), vectorOf(1), one);
    } else if (isWhole && stride_ == int64_t(unit) && site_.bytes == unit) {
      each(pointer(), vectorOf(b_.width), b_.mask);
    } else {
      Value *starts = ir_.CreateAdd(b_.vector(address_), b_.splat(distance));
      each(ir_.CreateIntToPtr(starts, llvm::FixedVectorType::get(ir_.getPtrTy(), b_.width)),
           vectorOf(b_.width), b_.mask);
    }
  }
}

Value *AccessTest::holds() {
  if (b_.lowering.options.byRanges) // not in the code of functions, nor of odd sizes
    return isIn(Space::Shared) || isIn(Space::Local) ? nullptr : inRange(field(0), field(1));
  if (isIn(Space::Local))
    return inLocal();
  if (isIn(Space::Shared))
    return inWindow();
  Value *known = inRange(field(0), field(1));
  return isIn(Space::Generic) ? ir_.CreateOr(known, inWindow()) : known;
}

} // namespace

/// The SiteRange of a site. The array is the same for the whole block.
Value *WarpBuilder::siteRange(uint32_t site) {
  if (!siteRanges_) {
    llvm::IRBuilderBase::InsertPointGuard restore(ir);
    ir.SetInsertPoint(target.getEntryBlock().getTerminator());
    CallInst *call =
        callRuntime("aw_site_ranges", {ir.getInt32(uint32_t(lowering.siteFacts.size()))});
    call->setMemoryEffects(llvm::MemoryEffects::none());
    call->addFnAttr(llvm::Attribute::WillReturn);
    siteRanges_ = call;
  }
  return ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), siteRanges_,
                                       uint64_t(site) * sizeof(exec::SiteRange));
}

/// Calls the engine if the test of the access fails.
void WarpBuilder::widenGuard(CallInst &call, uint32_t number) {
  const SiteFacts &site = lowering.siteFacts[number];
  llvm::LLVMContext &context = target.getContext();
  const uint64_t local = source.hasFnAttribute("aw-kernel") ? local_.bytes : 0;
  AccessTest test(*this, site, call.getArgOperand(1), local);
  Value *holds = nullptr;
  const bool keepsWritten = lowering.options.byRanges && test.hasWritten();
  if (const auto kind = EventKind(site.kind);
      keepsWritten && (kind == EventKind::Store || kind == EventKind::CopyStore))
    return test.markWritten();
  const bool isByLimit = site.flags & exec::SiteByLimit;
  if (isByLimit || site.bytes)
    test.range = siteRange(number);
  if (isByLimit)
    holds = test.isOpen();
  else if (keepsWritten)
    holds = test.isWritten();
  else if (site.bytes)
    holds = test.holds();
  auto *next = BasicBlock::Create(context, "guarded", &target);
  if (holds) {
    auto *miss = BasicBlock::Create(context, "miss", &target);
    constexpr uint32_t kOften = 1 << 20;
    ir.CreateCondBr(holds, next, miss, llvm::MDBuilder(context).createBranchWeights(kOften, 1));
    ir.SetInsertPoint(miss);
  }
  Value *a = observedWords(observedA_, call.getArgOperand(1), "observe.a");
  Value *b = observedWords(observedB_, call.getArgOperand(2), "observe.b");
  CallInst *event =
      callRuntime("aw_guard", {piece(), ir.getInt32(number), bitsOf(mask),
                               ir.getInt64(holds && !isByLimit ? test.span() : 0), a, b});
  event->setMemoryEffects(llvm::MemoryEffects::inaccessibleOrArgMemOnly());
  if (holds && !isByLimit)
    event->addFnAttr(llvm::Attribute::Cold);
  ir.CreateBr(next);
  ir.SetInsertPoint(next);
}

/// A word of every lane in memory; null for the constant 0.
Value *WarpBuilder::observedWords(llvm::AllocaInst *&place, Value *value, const char *name) {
  if (auto *none = llvm::dyn_cast<llvm::ConstantInt>(value); none && none->isZero())
    return llvm::ConstantPointerNull::get(ir.getPtrTy());
  if (!place) {
    place = entryAlloca(llvm::ArrayType::get(ir.getInt64Ty(), width), name);
    place->setAlignment(llvm::Align(64));
  }
  ir.CreateAlignedStore(vector(value), place, llvm::Align(std::min(64u, 8 * width)));
  return place;
}

void WarpBuilder::widenObserve(CallInst &call) {
  const auto number =
      uint32_t(llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue());
  const SiteFacts &site = lowering.siteFacts[number];
  if (lowering.options.guarded && isMemoryEvent(site))
    return widenGuard(call, number);
  BasicBlock *next = nullptr;
  if (site.flags & exec::SiteByLimit) {
    next = BasicBlock::Create(target.getContext(), "observed", &target);
    auto *asked = BasicBlock::Create(target.getContext(), "asked", &target, next);
    ir.CreateCondBr(ir.CreateIsNotNull(fieldOf(ir, siteRange(number), 1)), next, asked);
    ir.SetInsertPoint(asked);
  }
  Value *a = observedWords(observedA_, call.getArgOperand(1), "observe.a");
  Value *b = observedWords(observedB_, call.getArgOperand(2), "observe.b");
  CallInst *event = callRuntime("aw_observe", {piece(), ir.getInt32(number), bitsOf(mask), a, b});
  event->setMemoryEffects(llvm::MemoryEffects::inaccessibleOrArgMemOnly());
  if (!next)
    return;
  ir.CreateBr(next);
  ir.SetInsertPoint(next);
}

} // namespace anywarp::codegen
