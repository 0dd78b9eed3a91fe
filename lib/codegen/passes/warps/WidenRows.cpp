// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows by a scalar test. Clamped and wrapped indices, and 32-bit sums without a known bound, are
// evenly spaced in all lanes but for those at an edge: `max(base + lane, 0)` is `base + lane` where
// `base >= 0`. Such a pattern is taken for granted under conditions on the bases of its parts.
// All lanes of a group fulfil them, active or not, so that no mask is looked at. Where they do not
// hold, WarpBuilder::ifRow looks for the lanes that leave the pattern: most are at an edge, which
// is often not active.
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "codegen/passes/warps/WarpBuilder.h"

namespace anywarp::codegen {

using llvm::APInt;
using llvm::CmpInst;
using llvm::ConstantInt;
using llvm::Instruction;
using llvm::SmallVector;
using llvm::Value;

namespace {

constexpr unsigned kMaxDepth = 12, kMaxConditions = 8;

class Guess {
public:
  Guess(WarpBuilder &b, unsigned group) : b_(b), group_(group), groups_(b.width / group) {}

  /// Bases of `value`, one for each group, and its stride; empty if it has no such pattern.
  struct Spread {
    SmallVector<Value *, 4> bases;
    int64_t stride = 0;
    explicit operator bool() const { return !bases.empty(); }
  };
  Spread of(Value *value, unsigned depth = 0);
  /// All that was taken for granted of this row; no condition if too much. Groups without active
  /// lanes may say anything.
  RowGuess guess(const Spread &row) {
    if (isTooLong())
      return {};
    Value *ordered = allOf(preconditions_);
    return {row.bases, b_.ir.CreateFreeze(b_.ir.CreateAnd(ordered, allOf(conditions_))),
            b_.ir.CreateFreeze(ordered), comparisons_};
  }

private:
  bool isTooLong() const {
    return preconditions_.size() + conditions_.size() > kMaxConditions * groups_;
  }
  Value *allOf(llvm::ArrayRef<Value *> conditions) {
    Value *all = b_.ir.getTrue();
    for (Value *condition : conditions)
      all = b_.ir.CreateAnd(all, condition);
    return all;
  }
  /// `a predicate bounds` in every lane: `condition(k)` says so of group k.
  void expect(CmpInst::Predicate predicate, const Spread &a, llvm::ArrayRef<Value *> bounds,
              llvm::function_ref<Value *(unsigned)> condition) {
    for (unsigned k = 0; k < groups_; ++k)
      conditions_.push_back(condition(k));
    comparisons_.push_back({predicate, a.bases, SmallVector<Value *, 4>(bounds), a.stride});
  }
  /// What the last lane of a group has more than the first.
  APInt reach(const Spread &a) const {
    return APInt(bitsOf(a), uint64_t(int64_t(group_ - 1) * a.stride), /*isSigned=*/true);
  }
  static unsigned bitsOf(const Spread &a) { return a.bases[0]->getType()->getIntegerBitWidth(); }
  bool staysInOrder(const Spread &a, bool isSigned);
  bool allCompare(CmpInst::Predicate predicate, const Spread &a, const Spread &b);
  template <typename Make> Spread map(const Spread &a, int64_t stride, Make make) {
    Spread result{{}, stride};
    for (unsigned k = 0; k < groups_; ++k)
      result.bases.push_back(make(k, a.bases[k]));
    return result;
  }
  Spread ofBinary(Instruction &inst, unsigned depth);
  Spread ofExtension(Instruction &inst, unsigned depth);
  Spread ofElement(llvm::GetElementPtrInst &gep, unsigned depth);
  Spread ofMinMax(llvm::MinMaxIntrinsic &call, unsigned depth);
  Spread ofSelect(llvm::SelectInst &select, unsigned depth);

  WarpBuilder &b_;
  const unsigned group_, groups_;
  SmallVector<Value *, 8> preconditions_, conditions_;
  SmallVector<RowComparison, 4> comparisons_;
};

/// The lanes of a group do not wrap around the ends of the type; strides are not negative.
bool Guess::staysInOrder(const Spread &a, bool isSigned) {
  if (a.stride == 0)
    return true;
  const unsigned bits = bitsOf(a);
  if (a.stride < 0 || bits > 64 || a.stride > int64_t(1) << (bits / 2))
    return false;
  const APInt most =
      (isSigned ? APInt::getSignedMaxValue(bits) : APInt::getMaxValue(bits)) - reach(a);
  for (Value *base : a.bases)
    preconditions_.push_back(b_.ir.CreateICmp(isSigned ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE,
                                              base, b_.ir.getInt(most)));
  return true;
}

/// `a predicate b` for all lanes, where b is equal in a group.
bool Guess::allCompare(CmpInst::Predicate predicate, const Spread &a, const Spread &b) {
  if (b.stride != 0 || !CmpInst::isRelational(predicate) ||
      !staysInOrder(a, CmpInst::isSigned(predicate)))
    return false;
  const bool isBelow = predicate == CmpInst::ICMP_SLT || predicate == CmpInst::ICMP_SLE ||
                       predicate == CmpInst::ICMP_ULT || predicate == CmpInst::ICMP_ULE;
  expect(predicate, a, b.bases, [&](unsigned k) {
    Value *extreme = a.bases[k];
    if (isBelow && a.stride != 0)
      extreme = b_.ir.CreateAdd(extreme, b_.ir.getInt(reach(a)));
    return b_.ir.CreateICmp(predicate, extreme, b.bases[k]);
  });
  return true;
}

Guess::Spread Guess::ofMinMax(llvm::MinMaxIntrinsic &call, unsigned depth) {
  Spread a = of(call.getLHS(), depth), b = of(call.getRHS(), depth);
  if (!a || !b)
    return {};
  if (a.stride == 0)
    std::swap(a, b);
  const CmpInst::Predicate wins = CmpInst::getNonStrictPredicate(call.getPredicate());
  return allCompare(wins, a, b) ? a : Spread();
}

/// As where the condition is for all lanes what it is at most places: a comparison that picks the
/// value that is spread.
Guess::Spread Guess::ofSelect(llvm::SelectInst &select, unsigned depth) {
  auto *compare = llvm::dyn_cast<llvm::ICmpInst>(select.getCondition());
  if (!compare || !compare->getOperand(0)->getType()->isIntegerTy())
    return {};
  auto isSpread = [&](Value *value) {
    return !llvm::isa<llvm::Constant>(value) && !b_.isUniform(value);
  };
  const bool first = isSpread(select.getTrueValue());
  if (first == isSpread(select.getFalseValue()))
    return {};
  CmpInst::Predicate predicate = first ? compare->getPredicate() : compare->getInversePredicate();
  Spread result = of(first ? select.getTrueValue() : select.getFalseValue(), depth);
  Spread a = of(compare->getOperand(0), depth), b = of(compare->getOperand(1), depth);
  if (!result || !a || !b)
    return {};
  if (a.stride == 0) {
    std::swap(a, b);
    predicate = CmpInst::getSwappedPredicate(predicate);
  }
  if (predicate == CmpInst::ICMP_NE && a.stride > 0 && b.stride == 0) {
    expect(predicate, a, b.bases, [&](unsigned k) {
      return b_.ir.CreateICmpUGT(b_.ir.CreateSub(b.bases[k], a.bases[k]), b_.ir.getInt(reach(a)));
    });
    return result;
  }
  return allCompare(predicate, a, b) ? result : Spread();
}

Guess::Spread Guess::ofExtension(Instruction &inst, unsigned depth) {
  Spread a = of(inst.getOperand(0), depth);
  const bool isSigned = inst.getOpcode() == Instruction::SExt || inst.hasNonNeg();
  if (!a || !a.bases[0]->getType()->isIntegerTy() || !staysInOrder(a, isSigned))
    return {};
  return map(a, a.stride, [&](unsigned, Value *base) {
    return isSigned ? b_.ir.CreateSExt(base, inst.getType())
                    : b_.ir.CreateZExt(base, inst.getType());
  });
}

Guess::Spread Guess::ofElement(llvm::GetElementPtrInst &gep, unsigned depth) {
  Spread result = of(gep.getPointerOperand(), depth);
  const llvm::DataLayout &layout = gep.getDataLayout();
  for (auto type = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep); type != end && result;
       ++type) {
    Value *index = type.getOperand();
    if (auto *record = type.getStructTypeOrNull()) {
      const uint64_t offset = layout.getStructLayout(record)->getElementOffset(
          unsigned(llvm::cast<ConstantInt>(index)->getZExtValue()));
      result = map(result, result.stride, [&](unsigned, Value *base) {
        return b_.ir.CreatePtrAdd(base, b_.ir.getInt64(offset));
      });
      continue;
    }
    const int64_t scale = int64_t(type.getSequentialElementStride(layout).getFixedValue());
    Spread s = of(index, depth);
    if (!s || !index->getType()->isIntegerTy() ||
        (!index->getType()->isIntegerTy(64) && !staysInOrder(s, true)))
      return {};
    result = map(result, result.stride + s.stride * scale, [&](unsigned k, Value *base) {
      Value *offset = b_.ir.CreateMul(b_.ir.CreateSExtOrTrunc(s.bases[k], b_.ir.getInt64Ty()),
                                      ConstantInt::getSigned(b_.ir.getInt64Ty(), scale));
      return b_.ir.CreatePtrAdd(base, offset);
    });
  }
  return result;
}

Guess::Spread Guess::ofBinary(Instruction &inst, unsigned depth) {
  Spread a = of(inst.getOperand(0), depth);
  Spread b = a ? of(inst.getOperand(1), depth) : Spread();
  if (!b)
    return {};
  auto *factor = llvm::dyn_cast<ConstantInt>(inst.getOperand(1));
  switch (inst.getOpcode()) {
  case Instruction::Or:
    if (!llvm::cast<llvm::PossiblyDisjointInst>(inst).isDisjoint())
      return {};
    [[fallthrough]];
  case Instruction::Add:
    return map(a, a.stride + b.stride,
               [&](unsigned k, Value *base) { return b_.ir.CreateAdd(base, b.bases[k]); });
  case Instruction::Sub:
    return map(a, a.stride - b.stride,
               [&](unsigned k, Value *base) { return b_.ir.CreateSub(base, b.bases[k]); });
  case Instruction::Mul:
    if (!factor || factor->getValue().getSignificantBits() > 31)
      return {};
    return map(a, a.stride * factor->getSExtValue(),
               [&](unsigned k, Value *base) { return b_.ir.CreateMul(base, b.bases[k]); });
  case Instruction::Shl:
    if (!factor || factor->getValue().uge(std::min(31u, bitsOf(a))))
      return {};
    return map(a, a.stride << factor->getZExtValue(),
               [&](unsigned k, Value *base) { return b_.ir.CreateShl(base, b.bases[k]); });
  case Instruction::And: { // what stays below 2^k
    if (!factor || !factor->getValue().isMask() || b.stride != 0 || a.stride < 0)
      return {};
    Spread low = map(a, a.stride,
                     [&](unsigned k, Value *base) { return b_.ir.CreateAnd(base, b.bases[k]); });
    if (factor->getValue().ult(reach(a)))
      return {};
    expect(CmpInst::ICMP_ULE, low, b.bases, [&](unsigned k) {
      return b_.ir.CreateICmpULE(low.bases[k], b_.ir.getInt(factor->getValue() - reach(a)));
    });
    return low;
  }
  default:
    return {};
  }
}

Guess::Spread Guess::of(Value *value, unsigned depth) {
  if (llvm::isa<llvm::Constant>(value) || b_.shapeOf(value).group >= group_) {
    if (value->getType()->isVectorTy())
      return {};
    Spread known{{}, llvm::isa<llvm::Constant>(value) ? 0 : b_.shapeOf(value).stride};
    for (unsigned k = 0; k < groups_; ++k)
      known.bases.push_back(b_.base(value, k, group_));
    return known;
  }
  auto *inst = llvm::dyn_cast<Instruction>(value);
  if (!inst || depth == kMaxDepth || isTooLong())
    return {};
  ++depth;
  if (auto *call = llvm::dyn_cast<llvm::MinMaxIntrinsic>(inst))
    return ofMinMax(*call, depth);
  if (auto *gep = llvm::dyn_cast<llvm::GetElementPtrInst>(inst))
    return ofElement(*gep, depth);
  if (auto *select = llvm::dyn_cast<llvm::SelectInst>(inst))
    return ofSelect(*select, depth);
  switch (inst->getOpcode()) {
  case Instruction::SExt:
  case Instruction::ZExt:
    return ofExtension(*inst, depth);
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
  case Instruction::AddrSpaceCast: {
    const llvm::DataLayout &layout = inst->getDataLayout();
    if (layout.getTypeSizeInBits(inst->getType()) !=
        layout.getTypeSizeInBits(inst->getOperand(0)->getType()))
      return {};
    Spread a = of(inst->getOperand(0), depth);
    if (!a)
      return {};
    return map(a, a.stride, [&](unsigned, Value *base) {
      return b_.ir.CreateCast(Instruction::CastOps(inst->getOpcode()), base, inst->getType());
    });
  }
  default:
    if (llvm::isa<llvm::BinaryOperator>(inst) && inst->getType()->isIntegerTy())
      return ofBinary(*inst, depth);
    return {};
  }
}

/// The largest group of lanes, equally large parts of a piece, in which everything that is known
/// of the parts of `value` is evenly spaced.
unsigned groupOfParts(WarpBuilder &b, Value *value) {
  unsigned group = b.width;
  llvm::SmallPtrSet<Value *, 32> seen;
  SmallVector<Value *, 16> todo{value};
  while (!todo.empty() && seen.size() < 64) {
    Value *next = todo.pop_back_val();
    if (llvm::isa<llvm::Constant>(next) || !seen.insert(next).second)
      continue;
    const unsigned known = b.shapeOf(next).group;
    if (known > 1) {
      group = std::min(group, known);
      continue;
    }
    auto *inst = llvm::dyn_cast<Instruction>(next);
    if (!inst || llvm::isa<llvm::PHINode>(inst) || inst->mayReadFromMemory())
      return 1;
    for (Value *operand : inst->operands())
      if (operand->getType()->isIntOrPtrTy() && !llvm::isa<llvm::Function>(operand))
        todo.push_back(operand);
  }
  return todo.empty() ? group : 1;
}

} // namespace

/// The starts of rows, one for each group of lanes, and under which condition they are rows.
RowGuess WarpBuilder::guessRows(Value *pointer, uint64_t size) {
  const unsigned group = groupOfParts(*this, pointer);
  if (group < 8 || width / group > kMaxGroups)
    return {};
  Guess guess(*this, group);
  Guess::Spread spread = guess.of(pointer);
  return spread && spread.stride == int64_t(size) ? guess.guess(spread) : RowGuess();
}

Value *WarpBuilder::lanesApart(const RowGuess &guess) {
  Value *apart = nullptr;
  for (const RowComparison &comparison : guess.comparisons) {
    const unsigned group = width / unsigned(comparison.bases.size());
    SmallVector<Value *, 4> bases, bounds;
    for (auto [base, bound] : llvm::zip_equal(comparison.bases, comparison.bounds)) {
      bases.push_back(part(splat(base), 0, group));
      bounds.push_back(part(splat(bound), 0, group));
    }
    auto *type = llvm::cast<llvm::IntegerType>(comparison.bases[0]->getType());
    Value *lanes = concat(bases);
    if (comparison.stride)
      lanes = ir.CreateAdd(lanes, iota(type, comparison.stride, group));
    Value *leaves =
        ir.CreateICmp(CmpInst::getInversePredicate(comparison.predicate), lanes, concat(bounds));
    apart = apart ? ir.CreateOr(apart, leaves) : leaves;
  }
  return apart ? ir.CreateFreeze(apart) : llvm::Constant::getNullValue(maskType());
}

} // namespace anywarp::codegen
