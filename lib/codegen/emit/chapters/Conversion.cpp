// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Roundings and formats that LLVM has no instruction for are in device/builtins/Conversion.cpp.
#include "codegen/emit/chapters/Conversion.h"

#include <cmath>

#include "codegen/emit/chapters/FloatModes.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Type;

namespace {

bool isHalf(Type type) { return type == Type::F16 || type == Type::BF16; }

llvm::Value *saturated(FunctionEmitter &e, const Instruction &inst, llvm::Value *x) {
  if (!inst.has(Modifier::Sat))
    return x;
  return e.callBuiltin(x->getType()->isDoubleTy() ? "aw_sat_f64" : "aw_sat_f32", {x});
}

bool hasIntegralRounding(const Instruction &inst) {
  return inst.has(Modifier::Rni) || inst.has(Modifier::Rzi) || inst.has(Modifier::Rmi) ||
         inst.has(Modifier::Rpi);
}

llvm::Value *roundToIntegral(FunctionEmitter &e, const Instruction &inst, llvm::Value *x) {
  llvm::Intrinsic::ID id = inst.has(Modifier::Rni)   ? llvm::Intrinsic::roundeven
                           : inst.has(Modifier::Rmi) ? llvm::Intrinsic::floor
                           : inst.has(Modifier::Rpi) ? llvm::Intrinsic::ceil
                                                     : llvm::Intrinsic::trunc;
  return e.unary(id, x);
}

/// The source of a conversion from a float, as float or double, flushed with .ftz.
llvm::Value *wide(FunctionEmitter &e, const Instruction &inst, llvm::Value *x) {
  if (x->getType()->isIntegerTy())
    return halfToFloat(e, x, inst.type(1));
  return inst.type(1) == Type::F32 && inst.has(Modifier::Ftz) ? flushF32(e, x) : x;
}

/// A float or double as the bits of a half.
llvm::Value *toHalf(FunctionEmitter &e, const Instruction &inst, llvm::Value *x) {
  std::string name = inst.type(0) == Type::F16 ? "aw_cvt_f16" : "aw_cvt_bf16";
  name += x->getType()->isDoubleTy() ? "_f64" : "_f32";
  return e.callBuiltin(name,
                       {x, e.constant(32, roundingOf(inst)), e.constant(32, floatFlagsOf(inst))});
}

} // namespace

llvm::Value *convertInteger(FunctionEmitter &e, llvm::Value *x, Type source, Type target,
                            bool clamp) {
  unsigned width = ptx::sizeInBits(source), bits = ptx::sizeInBits(target);
  bool signedSource = ptx::isSigned(source), signedTarget = ptx::isSigned(target);
  if (clamp) {
    auto limit = [&](llvm::Intrinsic::ID id, llvm::APInt bound) {
      x = e.binary(id, x, e.ir.getInt(bound));
    };
    if (signedSource && !signedTarget) {
      limit(llvm::Intrinsic::smax, llvm::APInt(width, 0));
      if (bits < width)
        limit(llvm::Intrinsic::smin, llvm::APInt::getLowBitsSet(width, bits));
    } else if (signedSource) {
      if (bits < width) {
        limit(llvm::Intrinsic::smax, llvm::APInt::getSignedMinValue(bits).sext(width));
        limit(llvm::Intrinsic::smin, llvm::APInt::getSignedMaxValue(bits).sext(width));
      }
    } else {
      unsigned room = signedTarget ? bits - 1 : bits;
      if (room < width)
        limit(llvm::Intrinsic::umin, llvm::APInt::getLowBitsSet(width, room));
    }
  }
  return signedSource ? e.ir.CreateSExtOrTrunc(x, e.intType(bits))
                      : e.ir.CreateZExtOrTrunc(x, e.intType(bits));
}

llvm::Value *integerToFloat(FunctionEmitter &e, const Instruction &inst, llvm::Value *x) {
  const Type to = inst.type(0), from = inst.type(1);
  llvm::Value *mode = e.constant(32, roundingOf(inst));
  bool isSigned = ptx::isSigned(from);
  unsigned bits = ptx::sizeInBits(from);
  auto convert = [&](llvm::Type *type) {
    return isSigned ? e.ir.CreateSIToFP(x, type) : e.ir.CreateUIToFP(x, type);
  };
  std::string suffix = isSigned ? "_s64" : "_u64";
  if (isHalf(to)) {
    if (bits <= 16)
      return toHalf(e, inst, convert(e.ir.getFloatTy()));
    return toHalf(e, inst,
                  bits == 32 ? convert(e.ir.getDoubleTy())
                             : e.callBuiltin("aw_odd_f64" + suffix, {x}));
  }
  llvm::Value *r;
  bool exact = bits <= (to == Type::F32 ? 16u : 32u);
  if (exact || roundingOf(inst) == device::RoundNearest)
    r = convert(e.typeOf(to));
  else if (bits == 32)
    r = e.callBuiltin("aw_cvt_f32_f64", {convert(e.ir.getDoubleTy()), mode, e.constant(32, 0)});
  else
    r = e.callBuiltin((to == Type::F32 ? "aw_cvt_f32" : "aw_cvt_f64") + suffix, {x, mode});
  return saturated(e, inst, r);
}

/// Out-of-range values become the nearest integer of the type. NaN becomes 0, from and to types of
/// 64 bits the integer with only the highest bit set.
llvm::Value *floatToInteger(FunctionEmitter &e, const Instruction &inst, llvm::Value *x) {
  const Type to = inst.type(0), from = inst.type(1);
  unsigned bits = ptx::sizeInBits(to);
  bool isSigned = ptx::isSigned(to);
  x = roundToIntegral(e, inst, wide(e, inst, x));
  // Clamped by hand: LLVM splits the saturating conversions of vectors into their lanes. Both
  // bounds are exact, the lower belongs to the range, the upper does not.
  auto number = [&](double value) { return llvm::ConstantFP::get(x->getType(), value); };
  llvm::Value *low = number(isSigned ? -std::ldexp(1.0, int(bits) - 1) : 0.0);
  llvm::Value *high = number(std::ldexp(1.0, int(isSigned ? bits - 1 : bits)));
  llvm::Value *tooLarge = e.ir.CreateFCmpOGE(x, high);
  llvm::Value *inRange = e.ir.CreateSelect(e.ir.CreateFCmpOLT(x, low), low, x);
  inRange = e.ir.CreateSelect(e.ir.CreateFCmpOLT(x, high), inRange, number(0.0)); // also for NaN
  llvm::Type *type = e.intType(std::max(bits, 32u));
  llvm::Value *r = isSigned ? e.ir.CreateFPToSI(inRange, type) : e.ir.CreateFPToUI(inRange, type);
  llvm::APInt largest =
      isSigned ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits);
  r = e.ir.CreateSelect(tooLarge, e.ir.getInt(largest), e.ir.CreateTrunc(r, e.intType(bits)));
  if (from == Type::F64 || bits == 64) {
    llvm::Value *nan = e.ir.getInt(llvm::APInt::getSignMask(bits));
    r = e.ir.CreateSelect(e.ir.CreateFCmpUNO(x, x), nan, r);
  }
  return r;
}

llvm::Value *floatToFloat(FunctionEmitter &e, const Instruction &inst, llvm::Value *x) {
  const Type to = inst.type(0), from = inst.type(1);
  const bool isIntegral = hasIntegralRounding(inst), flushes = inst.has(Modifier::Ftz);
  if (isHalf(to) && to == from && !isIntegral && !floatFlagsOf(inst))
    return x;
  // .ftz of a conversion from .f32 to a half is the builtin's business.
  if (!isHalf(to) || from != Type::F32)
    x = wide(e, inst, x);
  if (isIntegral)
    x = roundToIntegral(e, inst, x);
  if (isHalf(to))
    return toHalf(e, inst, x);
  if (to == Type::F32 && from == Type::F64 && (flushes || roundingOf(inst) != device::RoundNearest))
    return e.callBuiltin("aw_cvt_f32_f64",
                         {x, e.constant(32, roundingOf(inst)), e.constant(32, floatFlagsOf(inst))});
  if (to == Type::F32 && from == Type::BF16 && flushes)
    x = flushF32(e, x);
  return saturated(e, inst, e.ir.CreateFPCast(x, e.typeOf(to)));
}

} // namespace anywarp::codegen
