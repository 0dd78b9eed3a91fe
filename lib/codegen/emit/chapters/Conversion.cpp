// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cvt and cvt.pack between all types. Roundings and formats that LLVM has no instruction for are in
// device/builtins/Conversion.cpp.
#include <cmath>

#include "codegen/emit/chapters/FloatModes.h"

namespace anywarp::codegen {

using ptx::Modifier;
using ptx::Type;

namespace {

bool isInteger(Type type) {
  switch (type) {
  case Type::U8:
  case Type::U16:
  case Type::U32:
  case Type::U64:
  case Type::S8:
  case Type::S16:
  case Type::S32:
  case Type::S64:
    return true;
  default:
    return false;
  }
}
bool isHalf(Type type) { return type == Type::F16 || type == Type::BF16; }
bool isScalarFloat(Type type) { return isHalf(type) || type == Type::F32 || type == Type::F64; }

class Conversion {
public:
  Conversion(FunctionEmitter &e, const ptx::Instruction &inst)
      : e(e), inst(inst), to(inst.type(0)), from(inst.type(1)), rounding(roundingOf(inst)),
        flags(floatFlagsOf(inst)), saturates(inst.has(Modifier::Sat)) {}

  void emit();
  void emitPack();

private:
  FunctionEmitter &e;
  const ptx::Instruction &inst;
  Type to, from;
  device::Rounding rounding;
  uint32_t flags;
  bool saturates;

  llvm::Constant *mode() { return e.constant(32, rounding); }
  llvm::Constant *flagWord() { return e.constant(32, flags); }
  const ptx::Operand &operand(size_t i) { return inst.operands[i]; }
  void write(llvm::Value *value) { e.write(operand(0), value, to); }

  llvm::Value *integerToInteger(llvm::Value *x, Type source, Type target, bool clamp);
  llvm::Value *integerToFloat(llvm::Value *x);
  llvm::Value *floatToInteger(llvm::Value *x);
  llvm::Value *floatToFloat();
  llvm::Value *roundToIntegral(llvm::Value *x);
  llvm::Value *readWide();
  llvm::Value *toHalf(llvm::Value *x, Type type);
  llvm::Value *saturate(llvm::Value *x);
  void emitPacked();
  llvm::Value *toSmall(llvm::Value *x, Type packed);
  bool hasIntegralRounding() const {
    return inst.has(Modifier::Rni) || inst.has(Modifier::Rzi) || inst.has(Modifier::Rmi) ||
           inst.has(Modifier::Rpi);
  }
};

llvm::Value *Conversion::saturate(llvm::Value *x) {
  if (!saturates)
    return x;
  return e.callBuiltin(x->getType()->isDoubleTy() ? "aw_sat_f64" : "aw_sat_f32", {x});
}

llvm::Value *Conversion::integerToInteger(llvm::Value *x, Type source, Type target, bool clamp) {
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

llvm::Value *Conversion::integerToFloat(llvm::Value *x) {
  bool isSigned = ptx::isSigned(from);
  unsigned bits = ptx::sizeInBits(from);
  auto convert = [&](llvm::Type *type) {
    return isSigned ? e.ir.CreateSIToFP(x, type) : e.ir.CreateUIToFP(x, type);
  };
  std::string suffix = isSigned ? "_s64" : "_u64";
  if (isHalf(to)) {
    if (bits <= 16)
      return toHalf(convert(e.ir.getFloatTy()), to);
    return toHalf(
        bits == 32 ? convert(e.ir.getDoubleTy()) : e.callBuiltin("aw_odd_f64" + suffix, {x}), to);
  }
  llvm::Value *r;
  bool exact = bits <= (to == Type::F32 ? 16u : 32u);
  if (exact || rounding == device::RoundNearest)
    r = convert(e.typeOf(to));
  else if (bits == 32)
    r = e.callBuiltin("aw_cvt_f32_f64", {convert(e.ir.getDoubleTy()), mode(), e.constant(32, 0)});
  else
    r = e.callBuiltin((to == Type::F32 ? "aw_cvt_f32" : "aw_cvt_f64") + suffix, {x, mode()});
  return saturate(r);
}

llvm::Value *Conversion::roundToIntegral(llvm::Value *x) {
  llvm::Intrinsic::ID id = inst.has(Modifier::Rni)   ? llvm::Intrinsic::roundeven
                           : inst.has(Modifier::Rmi) ? llvm::Intrinsic::floor
                           : inst.has(Modifier::Rpi) ? llvm::Intrinsic::ceil
                                                     : llvm::Intrinsic::trunc;
  return e.unary(id, x);
}

/// The source of a conversion from a float, as float or double, flushed with .ftz.
llvm::Value *Conversion::readWide() {
  if (isHalf(from))
    return halfToFloat(e, e.toBits(e.read(operand(1), from)), from);
  return from == Type::F32 ? readF32(e, inst, 1) : e.read(operand(1), from);
}

/// Out-of-range values become the nearest integer of the type. NaN becomes 0, from and to types of
/// 64 bits the integer with only the highest bit set.
llvm::Value *Conversion::floatToInteger(llvm::Value *x) {
  unsigned bits = ptx::sizeInBits(to);
  bool isSigned = ptx::isSigned(to);
  x = roundToIntegral(x);
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

/// A float or double as the bits of a half.
llvm::Value *Conversion::toHalf(llvm::Value *x, Type type) {
  std::string name = type == Type::F16 ? "aw_cvt_f16" : "aw_cvt_bf16";
  name += x->getType()->isDoubleTy() ? "_f64" : "_f32";
  return e.callBuiltin(name, {x, mode(), flagWord()});
}

llvm::Value *Conversion::floatToFloat() {
  if (isHalf(to)) {
    if (to == from && !hasIntegralRounding() && !flags)
      return e.toBits(e.read(operand(1), from));
    // .ftz of a conversion from .f32 is the builtin's business.
    llvm::Value *x = from == Type::F32 ? e.read(operand(1), from) : readWide();
    return toHalf(hasIntegralRounding() ? roundToIntegral(x) : x, to);
  }
  llvm::Value *x = readWide();
  bool ftz = inst.has(Modifier::Ftz);
  if (hasIntegralRounding())
    x = roundToIntegral(x);
  if (to == Type::F64)
    return saturate(from == Type::F64 ? x : e.ir.CreateFPExt(x, e.ir.getDoubleTy()));
  if (from == Type::F64) {
    if (rounding == device::RoundNearest && !ftz)
      return saturate(e.ir.CreateFPTrunc(x, e.ir.getFloatTy()));
    return e.callBuiltin("aw_cvt_f32_f64", {x, mode(), flagWord()});
  }
  if (ftz && from == Type::BF16)
    x = flushF32(e, x);
  return saturate(x);
}

// -- Packed and small formats ---------------------------------------------------------------------

struct SmallFormat {
  device::SmallFormat format;
  unsigned bits; ///< of one element in its pair
};
std::optional<SmallFormat> smallFormat(Type type) {
  switch (type) {
  case Type::E4M3x2:
    return SmallFormat{device::FormatE4M3, 8};
  case Type::E5M2x2:
    return SmallFormat{device::FormatE5M2, 8};
  case Type::E2M3x2:
    return SmallFormat{device::FormatE2M3, 8};
  case Type::E3M2x2:
    return SmallFormat{device::FormatE3M2, 8};
  case Type::E2M1x2:
    return SmallFormat{device::FormatE2M1, 4};
  default:
    return std::nullopt;
  }
}

llvm::Value *Conversion::toSmall(llvm::Value *x, Type packed) {
  if (packed == Type::UE8M0x2)
    return e.callBuiltin("aw_cvt_ue8m0_f32", {x, mode()});
  return e.callBuiltin("aw_cvt_small_f32",
                       {x, e.constant(32, smallFormat(packed)->format), flagWord()});
}

/// Conversions with a pair on at least one side. Two sources: the first is the upper element.
void Conversion::emitPacked() {
  size_t count = inst.operands.size();
  bool toHalves = to == Type::F16x2 || to == Type::BF16x2;
  Type half = to == Type::F16x2 ? Type::F16 : Type::BF16;
  auto element = [&](size_t i) { return e.read(operand(i), Type::F32); };

  if (toHalves && from == Type::F32) {
    if (inst.has(Modifier::Rs)) {
      if (count != 4)
        return e.refuse(inst);
      llvm::Value *random = e.read(operand(3), Type::B32);
      const char *name = half == Type::F16 ? "aw_cvt_rs_f16_f32" : "aw_cvt_rs_bf16_f32";
      llvm::Value *high =
          e.callBuiltin(name, {element(1), e.ir.CreateLShr(random, 16), flagWord()});
      llvm::Value *low = e.callBuiltin(name, {element(2), random, flagWord()});
      e.write(operand(0), pack(e, low, high), Type::B32);
      return;
    }
    if (count != 3)
      return e.refuse(inst);
    e.write(operand(0), pack(e, toHalf(element(2), half), toHalf(element(1), half)), Type::B32);
    return;
  }
  auto source = smallFormat(from), target = smallFormat(to);
  if (to == Type::F16x2 && source && count == 2) {
    llvm::Value *x = e.read(operand(1), source->bits == 4 ? Type::B8 : Type::B16);
    llvm::Value *halves[2];
    for (unsigned i = 0; i < 2; ++i)
      halves[i] =
          e.callBuiltin("aw_cvt_f16_small", {e.ir.CreateZExt(unpack(e, x, i), e.intType(32)),
                                             e.constant(32, source->format), flagWord()});
    e.write(operand(0), pack(e, halves[0], halves[1]), Type::B32);
    return;
  }
  if (to == Type::BF16x2 && from == Type::UE8M0x2 && count == 2) {
    llvm::Value *x = e.read(operand(1), Type::B16);
    llvm::Value *halves[2];
    for (unsigned i = 0; i < 2; ++i)
      halves[i] =
          e.callBuiltin("aw_cvt_bf16_ue8m0", {e.ir.CreateZExt(unpack(e, x, i), e.intType(32))});
    e.write(operand(0), pack(e, halves[0], halves[1]), Type::B32);
    return;
  }
  if ((target || to == Type::UE8M0x2) && !inst.has(Modifier::Rs)) {
    llvm::Value *elements[2];
    if (from == Type::F32 && count == 3) {
      elements[0] = element(2);
      elements[1] = element(1);
    } else if ((from == Type::F16x2 || from == Type::BF16x2) && count == 2) {
      llvm::Value *x = e.read(operand(1), Type::B32);
      for (unsigned i = 0; i < 2; ++i)
        elements[i] = halfToFloat(e, unpack(e, x, i), from == Type::F16x2 ? Type::F16 : Type::BF16);
    } else {
      return e.refuse(inst);
    }
    unsigned bits = target ? target->bits : 8;
    llvm::Value *low = e.ir.CreateTrunc(toSmall(elements[0], to), e.intType(bits));
    llvm::Value *high = e.ir.CreateTrunc(toSmall(elements[1], to), e.intType(bits));
    e.write(operand(0), pack(e, low, high), bits == 4 ? Type::B8 : Type::B16);
    return;
  }
  return e.refuse(inst);
}

/// cvt.pack.sat.convertType.abType{.cType} d, a, b{, c}: {low half of c,} a, b from the top.
void Conversion::emitPack() {
  size_t count = inst.operands.size();
  unsigned bits = ptx::sizeInBits(to);
  bool withC = count == 4;
  if (from != Type::S32 || (count != 3 && !withC) ||
      !(bits == 2 || bits == 4 || bits == 8 || bits == 16))
    return e.refuse(inst);
  llvm::Value *d =
      withC ? e.ir.CreateShl(e.read(operand(3), Type::B32), 2 * bits) : e.constant(32, 0);
  for (size_t i : {1, 2}) {
    llvm::Value *x = integerToInteger(e.read(operand(i), Type::S32), Type::S32, to, /*clamp=*/true);
    x = e.ir.CreateZExt(x, e.intType(32));
    d = e.ir.CreateOr(d, i == 1 ? e.ir.CreateShl(x, bits) : x);
  }
  e.write(operand(0), d, Type::B32);
}

void Conversion::emit() {
  if (inst.operands.size() != 2)
    return emitPacked();
  if (isInteger(to) && isInteger(from))
    write(integerToInteger(e.read(operand(1), from), from, to, saturates));
  else if (isInteger(to) && isScalarFloat(from))
    write(floatToInteger(readWide()));
  else if (isScalarFloat(to) && isInteger(from))
    e.write(operand(0), integerToFloat(e.read(operand(1), from)), isHalf(to) ? Type::B16 : to);
  else if (isScalarFloat(to) && isScalarFloat(from))
    e.write(operand(0), floatToFloat(), isHalf(to) ? Type::B16 : to);
  else if (to == Type::TF32 && from == Type::F32)
    e.write(operand(0),
            e.callBuiltin("aw_cvt_tf32_f32", {e.read(operand(1), from), mode(), flagWord()}),
            Type::B32);
  else
    return emitPacked();
}

} // namespace

void emitConversion(FunctionEmitter &e, const ptx::Instruction &inst) {
  if (inst.opcode != ptx::Opcode::Cvt || inst.types.size() < 2 || inst.operands.size() < 2)
    return e.refuse(inst);
  Conversion conversion(e, inst);
  return inst.has(Modifier::Pack) ? conversion.emitPack() : conversion.emit();
}

} // namespace anywarp::codegen
