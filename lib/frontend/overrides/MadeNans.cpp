// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NaNs that come of constants: 0.0 / 0.0, INFINITY - INFINITY. LLVM makes a positive one. x86 and a
// GPU's .f64 operations make a negative one; so do g++ and nvcc's front end where they compute. A
// GPU's .f32 and .f16 operations make one of all ones without the sign. nvcc leaves operations and
// conversions of device code to the device. All of this was seen. Replaced as in SemaOverride.cpp.
#include "frontend/Overrides.h"
#include "frontend/PassState.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instruction.h"

#include <algorithm>

using llvm::APFloat;
using llvm::Constant;
using llvm::RoundingMode;
using llvm::detail::IEEEFloat;
using Status = APFloat::opStatus;

// LLVM's own.
Status realAdd(IEEEFloat *, const IEEEFloat &, RoundingMode) asm("__real_" AW_FLOAT_ADD);
Status realSubtract(IEEEFloat *, const IEEEFloat &, RoundingMode) asm("__real_" AW_FLOAT_SUBTRACT);
Status realMultiply(IEEEFloat *, const IEEEFloat &, RoundingMode) asm("__real_" AW_FLOAT_MULTIPLY);
Status realDivide(IEEEFloat *, const IEEEFloat &, RoundingMode) asm("__real_" AW_FLOAT_DIVIDE);
Constant *realFoldBinary(unsigned opcode, Constant *, Constant *) asm("__real_" AW_FOLD_BINARY);
Constant *realFoldCast(unsigned opcode, Constant *, llvm::Type *) asm("__real_" AW_FOLD_CAST);

using Operation = Status(IEEEFloat *, const IEEEFloat &, RoundingMode);

static Status compute(Operation *operation, IEEEFloat *number, const IEEEFloat &other,
                      RoundingMode mode) {
  const bool isOfNumbers = !number->isNaN() && !other.isNaN();
  const Status status = operation(number, other, mode);
  if (isOfNumbers && number->isNaN() && !number->isNegative())
    number->changeSign();
  return status;
}

Status wrapAdd(IEEEFloat *, const IEEEFloat &, RoundingMode) asm("__wrap_" AW_FLOAT_ADD);
Status wrapAdd(IEEEFloat *number, const IEEEFloat &other, RoundingMode mode) {
  return compute(realAdd, number, other, mode);
}
Status wrapSubtract(IEEEFloat *, const IEEEFloat &, RoundingMode) asm("__wrap_" AW_FLOAT_SUBTRACT);
Status wrapSubtract(IEEEFloat *number, const IEEEFloat &other, RoundingMode mode) {
  return compute(realSubtract, number, other, mode);
}
Status wrapMultiply(IEEEFloat *, const IEEEFloat &, RoundingMode) asm("__wrap_" AW_FLOAT_MULTIPLY);
Status wrapMultiply(IEEEFloat *number, const IEEEFloat &other, RoundingMode mode) {
  return compute(realMultiply, number, other, mode);
}
Status wrapDivide(IEEEFloat *, const IEEEFloat &, RoundingMode) asm("__wrap_" AW_FLOAT_DIVIDE);
Status wrapDivide(IEEEFloat *number, const IEEEFloat &other, RoundingMode mode) {
  return compute(realDivide, number, other, mode);
}

Constant *wrapFoldBinary(unsigned opcode, Constant *, Constant *) asm("__wrap_" AW_FOLD_BINARY);
Constant *wrapFoldBinary(unsigned opcode, Constant *left, Constant *right) {
  Constant *folded = realFoldBinary(opcode, left, right);
  const auto *number = llvm::dyn_cast_or_null<llvm::ConstantFP>(folded);
  if (anywarp::frontend::isHostPass() || !number || !number->isNaN())
    return folded;
  llvm::Type *type = number->getType();
  if (!type->isFloatTy() && !type->isHalfTy() && !type->isBFloatTy())
    return folded;
  const unsigned bits = type->getPrimitiveSizeInBits();
  const llvm::fltSemantics &semantics = number->getValueAPF().getSemantics();
  return llvm::ConstantFP::get(type->getContext(),
                               APFloat(semantics, llvm::APInt::getSignedMaxValue(bits)));
}

/// LLVM calls what is out of range poison. g++ and a GPU take the nearest integer, and 0 for a NaN.
/// A GPU's NaN has the highest bit alone where one of the two types has 64 bits. A GPU converts to
/// 32 bits at least, and shorter integers are the last bits of these.
Constant *wrapFoldCast(unsigned opcode, Constant *, llvm::Type *) asm("__wrap_" AW_FOLD_CAST);
Constant *wrapFoldCast(unsigned opcode, Constant *value, llvm::Type *type) {
  const auto *number = llvm::dyn_cast<llvm::ConstantFP>(value);
  const bool isSigned = opcode == llvm::Instruction::FPToSI;
  if (!number || !type->isIntegerTy() || (!isSigned && opcode != llvm::Instruction::FPToUI))
    return realFoldCast(opcode, value, type);
  const bool isOfHost = anywarp::frontend::isHostPass();
  const unsigned bits = type->getIntegerBitWidth();
  llvm::APSInt integer(isOfHost ? bits : std::max(bits, 32u), !isSigned);
  bool isExact;
  const APFloat &from = number->getValueAPF();
  const bool fits =
      from.convertToInteger(integer, APFloat::rmTowardZero, &isExact) != APFloat::opInvalidOp;
  if (fits && isOfHost)
    return realFoldCast(opcode, value, type);
  llvm::APInt result = integer;
  if (from.isNaN() && !isOfHost && (number->getType()->isDoubleTy() || bits == 64))
    result = llvm::APInt::getSignedMinValue(integer.getBitWidth());
  return llvm::ConstantInt::get(type->getContext(), result.trunc(bits));
}
