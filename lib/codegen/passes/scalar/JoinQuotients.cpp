// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles that are filled by a flat index: the address of tile[i / 20][i % 20] is that of element i.
// The front end has made a product and a shift of the division, so that LLVM does not see it.
// Without it lanes seem to access any elements, not a row.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {
namespace {

using llvm::APInt;
using llvm::Instruction;
using llvm::SmallVector;
using llvm::Value;
using namespace llvm::PatternMatch;

/// A value of [0, 2^31), seen through changes of its width between 32 and 64 bits.
Value *narrowed(Value *value) {
  Value *inner;
  while ((match(value, m_ZExtOrSExt(m_Value(inner))) || match(value, m_Trunc(m_Value(inner)))) &&
         value->getType()->getIntegerBitWidth() >= 32 &&
         inner->getType()->getIntegerBitWidth() >= 32)
    value = inner;
  return value;
}

bool isNotNegative(const Value *value, const llvm::DataLayout &layout) {
  return llvm::isKnownNonNegative(value, llvm::SimplifyQuery(layout));
}

/// `dividend / divisor`, rounded down, of a dividend in [0, 2^31).
struct Quotient {
  Value *dividend = nullptr;
  uint64_t divisor = 0;
};

/// What `value` divides. Of a product and a shift the divisor follows from both: it is the one
/// whose inverse the factor is, exact enough for all such dividends.
Quotient quotientOf(Value *value, const llvm::DataLayout &layout) {
  value = narrowed(value);
  Value *dividend;
  const APInt *factor, *shift;
  if (match(value,
            m_LShr(m_Mul(m_ZExtOrSExt(m_Value(dividend)), m_APInt(factor)), m_APInt(shift)))) {
    if (!dividend->getType()->isIntegerTy(32) || !isNotNegative(dividend, layout) ||
        factor->isZero() || factor->getActiveBits() > 32 || shift->uge(63) || shift->ult(31))
      return {};
    const uint64_t m = factor->getZExtValue(), s = shift->getZExtValue();
    const uint64_t divisor = ((uint64_t(1) << s) + m - 1) / m;
    const uint64_t excess = m * divisor - (uint64_t(1) << s);
    return divisor < 1 << 30 && excess <= uint64_t(1) << (s - 31) ? Quotient{dividend, divisor}
                                                                  : Quotient();
  }
  const bool isShift = match(value, m_LShr(m_Value(dividend), m_APInt(shift)));
  if (!isShift && !match(value, m_UDiv(m_Value(dividend), m_APInt(factor))))
    return {};
  if (!dividend->getType()->isIntegerTy(32) || !isNotNegative(dividend, layout))
    return {};
  if (isShift)
    return shift->ult(31) ? Quotient{dividend, uint64_t(1) << shift->getZExtValue()} : Quotient();
  return {dividend, factor->getZExtValue()};
}

/// `dividend - quotient * divisor`, which is a remainder.
struct Remainder {
  Value *dividend = nullptr, *quotient = nullptr; ///< no quotient: any value that divides so
  uint64_t divisor = 0;
};

Remainder remainderOf(Value *value, const llvm::DataLayout &layout) {
  value = narrowed(value);
  if (!value->getType()->isIntegerTy(32))
    return {};
  Value *dividend, *quotient;
  const APInt *factor;
  if (match(value, m_And(m_Value(dividend), m_LowBitMask(factor))) ||
      match(value, m_URem(m_Value(dividend), m_APInt(factor)))) {
    const bool isMask = match(value, m_And(m_Value(), m_Value()));
    return isNotNegative(dividend, layout)
               ? Remainder{dividend, nullptr, factor->getZExtValue() + (isMask ? 1 : 0)}
               : Remainder();
  }
  uint64_t divisor;
  if (match(value, m_c_Add(m_Mul(m_Value(quotient), m_APInt(factor)), m_Value(dividend))) &&
      factor->isNegative())
    divisor = uint64_t(-factor->getSExtValue());
  else if (match(value, m_Sub(m_Value(dividend), m_Mul(m_Value(quotient), m_APInt(factor)))) &&
           factor->isStrictlyPositive())
    divisor = factor->getZExtValue();
  else
    return {};
  // No product is above its dividend: neither wraps.
  const Quotient q = quotientOf(quotient, layout);
  const Quotient of = quotientOf(dividend, layout);
  const bool isOwn = q.dividend == dividend && q.divisor == divisor;
  const bool isNext = q.dividend && q.dividend == of.dividend && q.divisor == of.divisor * divisor;
  return isOwn || isNext ? Remainder{dividend, narrowed(quotient), divisor} : Remainder();
}

/// An address as a base and multiples of integers.
class Sum {
public:
  explicit Sum(const llvm::DataLayout &layout) : layout_(layout) {}

  /// Takes `pointer` apart; false where it is no sum.
  bool read(Value *pointer) {
    pointer_ = pointer;
    while (auto *gep = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer_)) {
      if (gep->getNumIndices() != 1 || !gep->getOperand(1)->getType()->isIntegerTy(64))
        break;
      const uint64_t size = layout_.getTypeAllocSize(gep->getSourceElementType()).getFixedValue();
      add(gep->getOperand(1), size, 0);
      pointer_ = gep->getPointerOperand();
    }
    Value *number;
    if (match(pointer_, m_IntToPtr(m_Value(number))) && number->getType()->isIntegerTy(64)) {
      add(number, 1, 0);
      isNumber_ = true;
    }
    return terms_.size() > 1;
  }

  /// Puts a quotient and its remainder together; true if there was such a pair.
  bool join() {
    for (size_t i = 0; i < terms_.size(); ++i) {
      const Remainder rest = remainderOf(terms_[i].value, layout_);
      if (!rest.dividend)
        continue;
      for (size_t k = 0; k < terms_.size(); ++k) {
        if (k == i || terms_[k].factor != terms_[i].factor * rest.divisor)
          continue;
        const Quotient q = quotientOf(terms_[k].value, layout_);
        if (rest.quotient ? narrowed(terms_[k].value) != rest.quotient
                          : q.dividend != rest.dividend || q.divisor != rest.divisor)
          continue;
        terms_[i].value = rest.dividend;
        terms_.erase(terms_.begin() + ptrdiff_t(k));
        return true;
      }
    }
    return false;
  }

  Value *write(Instruction &before, llvm::Type *type) const {
    llvm::IRBuilder<> ir(&before);
    llvm::Type *i64 = ir.getInt64Ty();
    Value *sum = nullptr;
    for (const Term &term : terms_) {
      // Those of 32 bits are not negative.
      Value *value = ir.CreateZExt(term.value, i64, "", /*IsNonNeg=*/term.value->getType() != i64);
      if (term.factor != 1)
        value = ir.CreateMul(value, llvm::ConstantInt::get(i64, term.factor));
      sum = sum ? ir.CreateAdd(sum, value) : value;
    }
    return isNumber_ ? ir.CreateIntToPtr(sum, type) : ir.CreatePtrAdd(pointer_, sum);
  }

private:
  struct Term {
    Value *value;    ///< i64, or i32 that is not negative
    uint64_t factor; ///< modulo 2^64, as addresses are
  };
  static constexpr unsigned kMaxDepth = 8;

  void add(Value *value, uint64_t factor, unsigned depth) {
    Value *a, *b;
    const APInt *constant;
    // Sums of 32 bits that do not wrap are sums of 64 bits, too.
    const bool isWide = value->getType()->isIntegerTy(64);
    auto *wraps = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(value);
    const bool isExact = isWide || (wraps && wraps->hasNoUnsignedWrap());
    ++depth;
    if (depth < kMaxDepth && isExact) {
      if (match(value, m_Add(m_Value(a), m_Value(b)))) {
        add(a, factor, depth);
        return add(b, factor, depth);
      }
      if (match(value, m_Mul(m_Value(a), m_APInt(constant))) && constant->getSignificantBits() < 31)
        return add(a, factor * uint64_t(constant->getSExtValue()), depth);
      if (match(value, m_Shl(m_Value(a), m_APInt(constant))) && constant->ult(31))
        return add(a, factor << constant->getZExtValue(), depth);
    }
    if (depth < kMaxDepth && isWide && match(value, m_ZExtOrSExt(m_Value(a))) &&
        a->getType()->isIntegerTy(32) &&
        (isNotNegative(a, layout_) || remainderOf(a, layout_).dividend))
      return add(a, factor, depth);
    terms_.push_back({value, factor});
  }

  const llvm::DataLayout &layout_;
  Value *pointer_ = nullptr;
  bool isNumber_ = false; ///< the address is made of an integer
  SmallVector<Term, 8> terms_;
};

} // namespace

Status joinQuotients(Lowering &lowering) {
  const llvm::DataLayout &layout = lowering.module.getDataLayout();
  for (llvm::Function &function : lowering.module) {
    if (function.isDeclaration())
      continue;
    for (Instruction &inst : llvm::make_early_inc_range(llvm::instructions(function))) {
      if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(inst))
        continue;
      const unsigned operand = llvm::isa<llvm::StoreInst>(inst) ? 1 : 0;
      Value *address = inst.getOperand(operand);
      Sum sum(layout);
      if (!sum.read(address) || !sum.join())
        continue;
      while (sum.join()) {
      }
      inst.setOperand(operand, sum.write(inst, address->getType()));
      llvm::RecursivelyDeleteTriviallyDeadInstructions(address);
    }
  }
  return {};
}

} // namespace anywarp::codegen
