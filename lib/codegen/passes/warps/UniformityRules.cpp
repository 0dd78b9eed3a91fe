// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uniformity's transfer functions: what each instruction makes of the patterns of its operands.
// Two facts keep them exact. Bases are computed by the instruction itself on the values of a
// group's first lane, so any rule "a group of equal or evenly spaced inputs gives a group of equal
// or evenly spaced outputs" is enough. And first lanes may be inactive, so a rule may only use
// bounds that hold for every lane (ranges of special registers, alignment), never facts of control
// flow.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/warps/Uniformity.h"

namespace anywarp::codegen {

using llvm::CallInst;
using llvm::ConstantInt;
using llvm::Instruction;
using llvm::Value;
using Wide = __int128;

namespace {

const ConstantInt *constantOf(const Value *value) { return llvm::dyn_cast<ConstantInt>(value); }

/// The stride as the value's type holds it.
int64_t wrapped(int64_t stride, unsigned bits) {
  return bits >= 64 ? stride : llvm::SignExtend64(uint64_t(stride), bits);
}

bool fits(Wide value, ValueRange type) { return value >= type.low && value <= type.high; }

ValueRange clamped(Wide low, Wide high, ValueRange type) {
  if (!fits(low, type) || !fits(high, type))
    return type;
  return {int64_t(low), int64_t(high)};
}

/// Every use leads, by sums and multiples, to the address of an access.
bool onlyFormsAddresses(const Instruction &inst) {
  llvm::SmallPtrSet<const Value *, 16> seen{&inst};
  llvm::SmallVector<const Value *, 16> todo{&inst};
  while (!todo.empty()) {
    const Value *value = todo.pop_back_val();
    for (const llvm::Use &use : value->uses()) {
      auto *user = llvm::cast<Instruction>(use.getUser());
      switch (user->getOpcode()) {
      case Instruction::Load:
        continue;
      case Instruction::Store:
        if (use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex())
          continue;
        return false;
      case Instruction::AtomicRMW:
      case Instruction::AtomicCmpXchg:
        if (use.getOperandNo() == 0)
          continue;
        return false;
      case Instruction::Add:
      case Instruction::Sub:
      case Instruction::Mul:
      case Instruction::Shl:
      case Instruction::GetElementPtr:
      case Instruction::IntToPtr:
      case Instruction::PtrToInt:
      case Instruction::AddrSpaceCast:
      case Instruction::PHI:
        if (seen.size() > 64)
          return false;
        if (seen.insert(user).second)
          todo.push_back(user);
        continue;
      case Instruction::Call: // stands with the access that it tells of
        if (intrinsicOf(*llvm::cast<CallInst>(user)) == Intrinsic::ProfileAccess)
          continue;
        return false;
      default:
        return false;
      }
    }
  }
  return true;
}

/// Lanes of an aligned group stay below the next multiple of 2^k of their base.
bool staysBelow(LaneShape s, unsigned k) {
  return s.align >= k && s.stride >= 0 &&
         (k >= 63 || Wide(s.group - 1) * s.stride < (Wide(1) << k));
}

} // namespace

ValueRange ValueRange::ofBits(unsigned bits) {
  if (bits >= 64)
    return {};
  return {-(int64_t(1) << (bits - 1)), (int64_t(1) << (bits - 1)) - 1};
}

ValueRange Uniformity::rangeOf(const Value *value) const {
  unsigned bits = value->getType()->isIntegerTy() ? value->getType()->getIntegerBitWidth() : 64;
  if (auto *number = constantOf(value))
    return bits <= 64 ? ValueRange{number->getSExtValue(), number->getSExtValue()} : ValueRange{};
  auto it = ranges_.find(value);
  return it != ranges_.end() ? it->second : ValueRange::ofBits(bits);
}

/// Block and grid indices multiply to numbers of threads.
ValueRange Uniformity::rangeOfProduct(const Instruction &inst) const {
  const ValueRange full = ValueRange::ofBits(inst.getType()->getIntegerBitWidth());
  ValueRange a = rangeOf(inst.getOperand(0)), b = rangeOf(inst.getOperand(1));
  Wide c[] = {Wide(a.low) * b.low, Wide(a.low) * b.high, Wide(a.high) * b.low,
              Wide(a.high) * b.high};
  if (blockShape_.narrowGrid && full.high == INT32_MAX) {
    auto idOf = [](const Value *v) -> std::optional<Intrinsic> {
      if (auto *call = llvm::dyn_cast<CallInst>(v))
        return intrinsicOf(*call);
      return std::nullopt;
    };
    std::optional<Intrinsic> x = idOf(inst.getOperand(0)), y = idOf(inst.getOperand(1));
    if (x && y && *x > *y)
      std::swap(x, y);
    for (unsigned d = 0; d < 3; ++d)
      if (x == Intrinsic(unsigned(Intrinsic::NTidX) + d) &&
          (y == Intrinsic(unsigned(Intrinsic::CtaIdX) + d) ||
           y == Intrinsic(unsigned(Intrinsic::NCtaIdX) + d)))
        return {0, INT32_MAX - 1024};
  }
  return clamped(*std::min_element(c, c + 4), *std::max_element(c, c + 4), full);
}

ValueRange Uniformity::rangeOfBits(const Instruction &inst) const {
  const ValueRange full = ValueRange::ofBits(inst.getType()->getIntegerBitWidth());
  auto operand = [&](unsigned i) { return rangeOf(inst.getOperand(i)); };
  switch (inst.getOpcode()) {
  case Instruction::Or: {
    // of two numbers that are not negative: no bit above the highest of either
    ValueRange a = operand(0), b = operand(1);
    if (a.low < 0 || b.low < 0)
      return full;
    return {std::max(a.low, b.low), int64_t(llvm::NextPowerOf2(uint64_t(a.high | b.high)) - 1)};
  }
  case Instruction::Shl:
    if (auto *amount = constantOf(inst.getOperand(1)); amount && amount->getZExtValue() < 63) {
      ValueRange a = operand(0);
      Wide factor = Wide(1) << amount->getZExtValue();
      return clamped(a.low * factor, a.high * factor, full);
    }
    return full;
  case Instruction::And:
    for (unsigned i = 0; i < 2; ++i)
      if (ValueRange m = operand(i); m.low >= 0) {
        ValueRange other = operand(1 - i);
        return {0, other.low >= 0 ? std::min(m.high, other.high) : m.high};
      }
    return full;
  case Instruction::LShr:
  case Instruction::AShr: {
    ValueRange a = operand(0);
    auto *amount = constantOf(inst.getOperand(1));
    if (!amount || amount->getZExtValue() > 63)
      return full;
    unsigned k = unsigned(amount->getZExtValue());
    if (a.low >= 0 || inst.getOpcode() == Instruction::AShr)
      return {a.low >> k, a.high >> k};
    unsigned bits = inst.getType()->getIntegerBitWidth();
    return k == 0 ? full : ValueRange{0, int64_t(~uint64_t(0) >> (64 - bits) >> k)};
  }
  default:
    return full;
  }
}

ValueRange Uniformity::computeRange(const Instruction &inst) const {
  const ValueRange full = ValueRange::ofBits(inst.getType()->getIntegerBitWidth());
  auto operand = [&](unsigned i) { return rangeOf(inst.getOperand(i)); };
  switch (inst.getOpcode()) {
  case Instruction::Add: {
    ValueRange a = operand(0), b = operand(1);
    return clamped(Wide(a.low) + b.low, Wide(a.high) + b.high, full);
  }
  case Instruction::Sub: {
    ValueRange a = operand(0), b = operand(1);
    return clamped(Wide(a.low) - b.high, Wide(a.high) - b.low, full);
  }
  case Instruction::Mul:
    return rangeOfProduct(inst);
  case Instruction::URem: {
    ValueRange b = operand(1);
    return b.low > 0 ? ValueRange{0, b.high - 1} : full;
  }
  case Instruction::UDiv: {
    ValueRange a = operand(0), b = operand(1);
    return a.low >= 0 && b.low > 0 ? ValueRange{0, a.high / b.low} : full;
  }
  case Instruction::Or:
  case Instruction::And:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    return rangeOfBits(inst);
  case Instruction::ZExt: {
    ValueRange a = operand(0);
    if (a.low >= 0)
      return a;
    unsigned bits = inst.getOperand(0)->getType()->getIntegerBitWidth();
    return bits < 64 ? ValueRange{0, int64_t((uint64_t(1) << bits) - 1)} : full;
  }
  case Instruction::SExt:
    return operand(0);
  case Instruction::Trunc: {
    ValueRange a = operand(0);
    return fits(a.low, full) && fits(a.high, full) ? a : full;
  }
  case Instruction::Select: {
    ValueRange a = operand(1), b = operand(2);
    return {std::min(a.low, b.low), std::max(a.high, b.high)};
  }
  case Instruction::PHI: {
    ValueRange result{INT64_MAX, INT64_MIN};
    for (const Value *incoming : llvm::cast<llvm::PHINode>(inst).incoming_values()) {
      if (llvm::isa<Instruction>(incoming) && !ranges_.count(incoming))
        return full; // around a loop
      ValueRange r = rangeOf(incoming);
      result = {std::min(result.low, r.low), std::max(result.high, r.high)};
    }
    return result;
  }
  case Instruction::Call: {
    std::optional<Intrinsic> id = intrinsicOf(llvm::cast<CallInst>(inst));
    if (!id)
      return full;
    if (*id == Intrinsic::TidX && blockShape_.kind == exec::BlockShape::DividesWarp)
      return {0, blockShape_.x - 1};
    const IntrinsicInfo &info = infoOf(*id);
    return info.high ? ValueRange{info.low, info.high} : full;
  }
  default:
    return full;
  }
}

bool Uniformity::cannotWrap(const Value *value, LaneShape s, bool isSigned) const {
  if (s.stride == 0 || s.group == 1)
    return true;
  unsigned bits = value->getType()->getIntegerBitWidth();
  for (unsigned k = 1; k < bits; ++k)
    if (staysBelow(s, k))
      return true;
  ValueRange r = rangeOf(value);
  Wide spread = Wide(r.high) - r.low + Wide(s.group) * std::abs(s.stride);
  return spread < (Wide(1) << bits) && (isSigned || r.low >= 0);
}

/// Every thread that computes `extension` goes on to an access with an address made of it.
bool Uniformity::reachesAccess(const Instruction &extension) {
  const llvm::BasicBlock *home = extension.getParent();
  auto isReached = [&](const llvm::BasicBlock *block) {
    if (block == home)
      return true;
    if (!postDominators_)
      postDominators_ = std::make_unique<llvm::PostDominatorTree>(function_);
    return postDominators_->dominates(block, home);
  };
  llvm::SmallPtrSet<const Value *, 16> seen{&extension};
  llvm::SmallVector<const Value *, 16> todo{&extension};
  while (!todo.empty()) {
    const Value *value = todo.pop_back_val();
    for (const llvm::Use &use : value->uses()) {
      auto *user = llvm::cast<Instruction>(use.getUser());
      auto *call = llvm::dyn_cast<CallInst>(user);
      if (llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(
              user) ||
          (call && intrinsicOf(*call) == Intrinsic::ProfileAccess)) {
        if (isReached(user->getParent()))
          return true;
        continue;
      }
      // A pointer that a loop moves on starts with this value. At other joins it may be another's.
      if (auto *phi = llvm::dyn_cast<llvm::PHINode>(user)) {
        const llvm::Loop *loop = loops_.getLoopFor(phi->getParent());
        if (!loop || loop->getHeader() != phi->getParent() ||
            loop->contains(phi->getIncomingBlock(use)))
          continue;
      }
      if (seen.insert(user).second)
        todo.push_back(user);
    }
  }
  return false;
}

LaneShape Uniformity::compute(const Instruction &inst) {
  // The common rule: equal inputs in a group, equal outputs.
  auto fromOperands = [&] {
    LaneShape result = uniform(64);
    for (const Value *operand : inst.operands()) {
      LaneShape s = shapeOf(operand);
      if (s.isTop())
        return s;
      if (s.stride != 0)
        return varying();
      result.group = std::min(result.group, s.group);
    }
    result.align = 0;
    return result;
  };
  switch (inst.getOpcode()) {
  case Instruction::PHI: {
    const llvm::BasicBlock *block = inst.getParent();
    LaneShape result;
    for (const Value *incoming : llvm::cast<llvm::PHINode>(inst).incoming_values())
      if (!llvm::isa<llvm::UndefValue>(incoming))
        result = meet(result, shapeOf(incoming));
    auto join = joinGroup_.find(block);
    if (join == joinGroup_.end())
      return result;
    // Equal incoming values do not care for the way.
    const auto &phi = llvm::cast<llvm::PHINode>(inst);
    if (phi.getNumIncomingValues() > 1 &&
        llvm::isa_and_nonnull<llvm::Constant>(phi.hasConstantValue()))
      return result;
    return narrowed(result, join->second);
  }
  case Instruction::Select: {
    LaneShape c = shapeOf(inst.getOperand(0)), a = shapeOf(inst.getOperand(1)),
              b = shapeOf(inst.getOperand(2));
    if (c.isTop() || a.isTop() || b.isTop())
      return {};
    return narrowed(meet(a, b), c.group);
  }
  case Instruction::Alloca:
    return {width_, 0, localStride_};
  case Instruction::Load: {
    LaneShape s = shapeOf(inst.getOperand(0));
    if (s.isTop())
      return s;
    const auto &load = llvm::cast<llvm::LoadInst>(inst);
    if (s.stride != 0 || (!load.isSimple() && width_ / s.group > 4))
      return varying();
    return {s.group, 0, 0};
  }
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return varying();
  case Instruction::GetElementPtr: {
    const auto &gep = llvm::cast<llvm::GetElementPtrInst>(inst);
    LaneShape result = shapeOf(gep.getPointerOperand());
    if (result.isTop())
      return result;
    for (auto type = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep); type != end;
         ++type) {
      const Value *index = type.getOperand();
      if (type.getStructTypeOrNull())
        continue;
      LaneShape s = shapeOf(index);
      if (s.isTop())
        return s;
      if (index->getType()->isVectorTy())
        return varying();
      if (index->getType()->getIntegerBitWidth() < 64 && !cannotWrap(index, s, /*isSigned=*/true))
        s = varying();
      int64_t scale = int64_t(type.getSequentialElementStride(layout_).getFixedValue());
      unsigned group = std::min(result.group, s.group);
      result = narrowed(result, group);
      s = narrowed(s, group);
      result.stride += s.stride * scale;
      unsigned align = s.align + llvm::countr_zero(uint64_t(scale));
      result.align = scale == 0 ? result.align : std::min(result.align, align);
    }
    return result.group == 1 ? varying() : result;
  }
  case Instruction::ICmp:
    return computeCompare(inst);
  case Instruction::Call:
    return computeCall(llvm::cast<CallInst>(inst));
  default:
    if (llvm::isa<llvm::CastInst>(inst))
      return computeCast(inst);
    if (llvm::isa<llvm::BinaryOperator>(inst) && inst.getType()->isIntegerTy())
      return computeBinary(inst);
    return fromOperands();
  }
}

LaneShape Uniformity::computeCast(const Instruction &inst) {
  const Value *source = inst.getOperand(0);
  LaneShape s = shapeOf(source);
  if (s.isTop() || s.stride == 0)
    return inst.getType()->isIntOrPtrTy() && source->getType()->isIntOrPtrTy()
               ? s
               : LaneShape{s.group, 0, 0};
  switch (inst.getOpcode()) {
  case Instruction::Trunc:
    if (inst.getType()->isIntegerTy(1)) // a predicate has no stride
      return s.stride % 2 == 0 ? LaneShape{s.group, 0, 0} : varying();
    s.stride = wrapped(s.stride, inst.getType()->getIntegerBitWidth());
    return s;
  case Instruction::PtrToInt:
  case Instruction::IntToPtr: {
    unsigned from = unsigned(layout_.getTypeSizeInBits(source->getType()));
    unsigned to = unsigned(layout_.getTypeSizeInBits(inst.getType()));
    return from == to ? s : varying();
  }
  case Instruction::AddrSpaceCast:
  case Instruction::BitCast:
    return inst.getType()->isPointerTy() ? s : varying();
  case Instruction::SExt:
  case Instruction::ZExt: {
    // FormWarps extends `nneg` values by their sign, which is the same for active lanes.
    if (cannotWrap(source, s, inst.getOpcode() == Instruction::SExt || inst.hasNonNeg()))
      return s;
    if (source->getType()->getIntegerBitWidth() == 32 && std::abs(s.stride) < 4096 &&
        onlyFormsAddresses(inst) &&
        (inst.getOpcode() == Instruction::SExt || reachesAccess(inst))) {
      assumed_.insert(&inst);
      return s;
    }
    return varying();
  }
  default:
    return varying();
  }
}

LaneShape Uniformity::computeBinary(const Instruction &inst) {
  LaneShape a = shapeOf(inst.getOperand(0)), b = shapeOf(inst.getOperand(1));
  if (a.isTop() || b.isTop())
    return {};
  unsigned bits = inst.getType()->getIntegerBitWidth();
  unsigned group = std::min(a.group, b.group);
  a = narrowed(a, group);
  b = narrowed(b, group);
  auto *factor = constantOf(inst.getOperand(1));
  auto affine = [&](int64_t stride, unsigned align) -> LaneShape {
    stride = wrapped(stride, bits);
    return group == 1 ? LaneShape{1, align, 0} : LaneShape{group, std::min(align, 64u), stride};
  };
  const bool isFlat = a.stride == 0 && b.stride == 0;
  switch (inst.getOpcode()) {
  case Instruction::Add:
    return affine(a.stride + b.stride, std::min(a.align, b.align));
  case Instruction::Sub:
    return affine(a.stride - b.stride, std::min(a.align, b.align));
  case Instruction::Or:
    if (llvm::cast<llvm::PossiblyDisjointInst>(inst).isDisjoint())
      return affine(a.stride + b.stride, std::min(a.align, b.align));
    if (isFlat)
      return {group, std::min(a.align, b.align), 0};
    for (; factor && bits <= 64 && a.group > 1; a = narrowed(a, a.group / 2)) {
      const unsigned low = llvm::countr_zero(uint64_t(a.stride)); // equal bits below
      if (staysBelow(a, low + llvm::countr_one(factor->getZExtValue() >> low)))
        return {a.group, 0, 0}; // ones where the lanes differ
    }
    return varying();
  case Instruction::Mul:
    if (factor && bits <= 64)
      return affine(a.stride * factor->getSExtValue(), a.align + b.align);
    return isFlat ? affine(0, a.align + b.align) : varying();
  case Instruction::Shl:
    if (factor && factor->getZExtValue() < std::min(bits, 63u)) {
      unsigned k = unsigned(factor->getZExtValue());
      return affine(int64_t(uint64_t(a.stride) << k), a.align + k);
    }
    return isFlat ? affine(0, a.align) : varying();
  case Instruction::And: {
    if (isFlat)
      return affine(0, std::max(a.align, b.align));
    if (!factor || bits > 64)
      return varying();
    uint64_t mask = factor->getZExtValue(), inverse = ~mask & (~uint64_t(0) >> (64 - bits));
    const unsigned cleared = std::min<unsigned>(llvm::countr_zero(mask), 63); // of the low bits
    for (; a.group > 1; a = narrowed(a, a.group / 2)) {
      if (llvm::isMask_64(mask)) { // value modulo 2^k
        unsigned k = llvm::countr_one(mask);
        if (a.stride != 0 && a.stride % (int64_t(1) << std::min(k, 62u)) == 0)
          return {a.group, std::min(a.align, k), 0};
        if (staysBelow(a, k))
          return {a.group, 64, a.stride};
      } else if (llvm::isMask_64(inverse) && a.align >= cleared &&
                 a.stride % (int64_t(1) << cleared) == 0) {
        return a;
      }
      if (staysBelow(a, cleared)) // equal in the bits that are left
        return {a.group, a.align, 0};
    }
    return varying();
  }
  case Instruction::LShr:
  case Instruction::AShr:
    if (isFlat)
      return affine(0, factor && a.align > factor->getZExtValue()
                           ? a.align - unsigned(factor->getZExtValue())
                           : 0);
    if (!factor || factor->getZExtValue() >= std::min(bits, 62u))
      return varying();
    for (unsigned k = unsigned(factor->getZExtValue()); a.group > 1; a = narrowed(a, a.group / 2)) {
      unsigned align = a.align == 64 ? 64 : a.align - k;
      if (staysBelow(a, k))
        return {a.group, align, 0};
      // multiples of 2^k that stay in order
      if (a.align >= k && a.stride % (int64_t(1) << k) == 0 &&
          cannotWrap(inst.getOperand(0), a, inst.getOpcode() == Instruction::AShr))
        return {a.group, align, a.stride >> k};
    }
    return varying();
  default:
    return isFlat ? affine(0, 0) : varying();
  }
}

LaneShape Uniformity::computeCompare(const Instruction &inst) {
  const auto &compare = llvm::cast<llvm::ICmpInst>(inst);
  const Value *left = inst.getOperand(0), *right = inst.getOperand(1);
  LaneShape a = shapeOf(left), b = shapeOf(right);
  if (a.isTop() || b.isTop())
    return {};
  unsigned group = std::min(a.group, b.group);
  a = narrowed(a, group);
  b = narrowed(b, group);
  if (group == 1)
    return varying();
  if (a.stride == b.stride && (a.stride == 0 || compare.isEquality()))
    return {group, 0, 0};
  if (!left->getType()->isIntegerTy() || compare.isEquality())
    return varying();
  llvm::CmpInst::Predicate predicate = compare.getPredicate();
  if (a.stride == 0) {
    std::swap(a, b);
    std::swap(left, right);
    predicate = llvm::CmpInst::getSwappedPredicate(predicate);
  }
  if (b.stride != 0)
    return varying();
  // a < b and a >= b depend on a / 2^k alone when b is a multiple of 2^k; a <= c is a < c + 1.
  bool isDirect = predicate == llvm::CmpInst::ICMP_ULT || predicate == llvm::CmpInst::ICMP_SLT ||
                  predicate == llvm::CmpInst::ICMP_UGE || predicate == llvm::CmpInst::ICMP_SGE;
  if (!isDirect) {
    auto *number = constantOf(right);
    if (!number || number->getBitWidth() > 64 || number->isMaxValue(compare.isSigned()))
      return varying();
    llvm::APInt next = number->getValue() + 1;
    b.align = next.isZero() ? 64 : next.countr_zero();
  }
  unsigned bits = left->getType()->getIntegerBitWidth();
  for (; a.group > 1; a = narrowed(a, a.group / 2))
    for (unsigned k = 1; k < bits && k <= b.align; ++k)
      if (staysBelow(a, k))
        return {a.group, 0, 0};
  return varying();
}

LaneShape Uniformity::computeCall(const CallInst &call) {
  auto flatOperands = [&](unsigned first) {
    LaneShape result = uniform();
    for (unsigned i = first; i < call.arg_size(); ++i) {
      LaneShape s = shapeOf(call.getArgOperand(i));
      if (s.isTop())
        return s;
      result = s.stride == 0 ? LaneShape{std::min(result.group, s.group), 0, 0} : varying();
      if (result.group == 1)
        break;
    }
    return result;
  };
  std::optional<Intrinsic> id = intrinsicOf(call);
  if (!id) {
    if (call.isInlineAsm() || !call.getCalledFunction())
      return varying();
    llvm::Intrinsic::ID llvmId = call.getIntrinsicID();
    if (llvmId == llvm::Intrinsic::not_intrinsic || call.mayReadOrWriteMemory())
      return varying();
    return flatOperands(0);
  }
  using exec::BlockShape;
  const unsigned pieceAlign = llvm::Log2_32(width_);
  const bool isWarp = width_ == exec::kWarpSize;
  switch (*id) {
  case Intrinsic::TidX:
    if (blockShape_.kind == BlockShape::General)
      return varying();
    if (blockShape_.kind == BlockShape::DividesWarp && blockShape_.x <= width_)
      return {blockShape_.x, 64, 1};
    return {width_, pieceAlign, 1};
  case Intrinsic::TidY:
  case Intrinsic::TidZ:
    if (blockShape_.kind == BlockShape::General)
      return varying();
    if (blockShape_.kind == BlockShape::DividesWarp && blockShape_.x < width_)
      return {blockShape_.x, 0, 0};
    return uniform();
  case Intrinsic::NTidX:
    if (blockShape_.kind == BlockShape::MultipleOf32 ||
        (blockShape_.kind == BlockShape::Linear && blockShape_.fullWarps))
      return uniform(5);
    if (blockShape_.kind == BlockShape::DividesWarp)
      return uniform(llvm::Log2_32(blockShape_.x));
    return uniform();
  case Intrinsic::LaneId:
    return {width_, isWarp ? 64 : pieceAlign, 1};
  case Intrinsic::ClusterShared:
  case Intrinsic::ClusterRank:
    return flatOperands(0);
  case Intrinsic::ShflIdx: {
    // Lanes that name the same one read the same, without segments.
    auto *word = constantOf(call.getArgOperand(2));
    LaneShape source = shapeOf(call.getArgOperand(1));
    if (source.isTop())
      return source;
    return isWarp && word && (word->getZExtValue() & 0x1f1f) == 0x1f && source.stride == 0
               ? LaneShape{source.group, 0, 0}
               : varying();
  }
  case Intrinsic::VoteAll:
  case Intrinsic::VoteAny:
  case Intrinsic::VoteUni:
  case Intrinsic::Ballot:
  case Intrinsic::MatchAll32:
  case Intrinsic::MatchAll64:
  case Intrinsic::ReduxAdd:
  case Intrinsic::ReduxMin:
  case Intrinsic::ReduxMax:
  case Intrinsic::ReduxUMin:
  case Intrinsic::ReduxUMax:
  case Intrinsic::ReduxAnd:
  case Intrinsic::ReduxOr:
  case Intrinsic::ReduxXor:
    if (!isWarp)
      return varying();
    if (LaneShape s = flatOperands(call.arg_size() - 1); s.isTop() || s.group == width_)
      return s;
    return varying();
  case Intrinsic::ActiveMask:
    return isWarp ? uniform() : varying();
  default:
    return infoOf(*id).shape == Shape::Varying ? varying() : uniform();
  }
}

} // namespace anywarp::codegen
