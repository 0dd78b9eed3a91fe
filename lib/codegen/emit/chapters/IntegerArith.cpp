// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic and extended-precision integer arithmetic. Everything wraps; the carry flag
// CC.CF is a register of the function.
#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

namespace {

bool isPlainInteger(Type type) {
  switch (type) {
  case Type::U16:
  case Type::U32:
  case Type::U64:
  case Type::S16:
  case Type::S32:
  case Type::S64:
    return true;
  default:
    return false;
  }
}

bool isPair(Type type) { return type == Type::U16x2 || type == Type::S16x2; }

/// The type of twice the size: what `.wide` gives.
Type widened(Type type) {
  switch (type) {
  case Type::U16:
    return Type::U32;
  case Type::S16:
    return Type::S32;
  case Type::U32:
    return Type::U64;
  case Type::S32:
    return Type::S64;
  default:
    return Type::None;
  }
}

llvm::Value *extend(FunctionEmitter &e, llvm::Value *value, unsigned bits, bool isSigned) {
  return isSigned ? e.ir.CreateSExt(value, e.intType(bits))
                  : e.ir.CreateZExt(value, e.intType(bits));
}

/// Upper half of the product of twice the width.
llvm::Value *multiplyHigh(FunctionEmitter &e, llvm::Value *a, llvm::Value *b, bool isSigned) {
  unsigned bits = a->getType()->getIntegerBitWidth();
  llvm::Value *product =
      e.ir.CreateMul(extend(e, a, 2 * bits, isSigned), extend(e, b, 2 * bits, isSigned));
  return e.ir.CreateTrunc(e.ir.CreateLShr(product, bits), e.intType(bits));
}

/// a + b (+ carry in), with the carry out left in CC if `setsCarry`.
llvm::Value *addWithCarry(FunctionEmitter &e, llvm::Value *a, llvm::Value *b, bool usesCarry,
                          bool setsCarry) {
  llvm::Value *sum = e.ir.CreateAdd(a, b);
  if (!usesCarry && !setsCarry)
    return sum;
  llvm::Value *out = e.ir.CreateICmpULT(sum, a);
  if (usesCarry) {
    llvm::Value *total = e.ir.CreateAdd(sum, e.ir.CreateZExt(e.carry(), sum->getType()));
    out = e.ir.CreateOr(out, e.ir.CreateICmpULT(total, sum));
    sum = total;
  }
  if (setsCarry)
    e.setCarry(out);
  return sum;
}

/// a - b (- borrow in). As on GPUs, a subtraction leaves the carry of a + ~b + 1 in CC: clear when
/// it borrows. Only mixed chains of additions and subtractions can tell.
llvm::Value *subtractWithBorrow(FunctionEmitter &e, llvm::Value *a, llvm::Value *b, bool usesCarry,
                                bool setsCarry) {
  llvm::Value *difference = e.ir.CreateSub(a, b);
  if (!usesCarry && !setsCarry)
    return difference;
  llvm::Value *out = e.ir.CreateICmpULT(a, b);
  if (usesCarry) {
    llvm::Value *borrow = e.ir.CreateZExt(e.ir.CreateNot(e.carry()), a->getType());
    out = e.ir.CreateOr(out, e.ir.CreateICmpULT(difference, borrow));
    difference = e.ir.CreateSub(difference, borrow);
  }
  if (setsCarry)
    e.setCarry(e.ir.CreateNot(out));
  return difference;
}

/// Product as .lo or .hi say.
llvm::Value *multiply(FunctionEmitter &e, const Instruction &inst, llvm::Value *a, llvm::Value *b) {
  return inst.has(Modifier::Hi) ? multiplyHigh(e, a, b, ptx::isSigned(inst.type()))
                                : e.ir.CreateMul(a, b);
}

/// mul, mad, madc.
void emitMultiply(FunctionEmitter &e, const Instruction &inst) {
  Type type = inst.type();
  bool isMad = inst.opcode != Opcode::Mul;
  bool isSigned = ptx::isSigned(type);
  if (inst.operands.size() < (isMad ? 4u : 3u))
    return e.refuse(inst);
  llvm::Value *a = e.read(inst.operands[1], type), *b = e.read(inst.operands[2], type);
  if (inst.has(Modifier::Wide)) {
    Type wide = widened(type);
    if (wide == Type::None)
      return e.refuse(inst);
    unsigned bits = ptx::sizeInBits(wide);
    llvm::Value *value = e.ir.CreateMul(extend(e, a, bits, isSigned), extend(e, b, bits, isSigned));
    if (isMad)
      value = e.ir.CreateAdd(value, e.read(inst.operands[3], wide));
    e.write(inst.operands[0], value, wide);
    return;
  }
  llvm::Value *value = multiply(e, inst, a, b);
  if (isMad) {
    llvm::Value *c = e.read(inst.operands[3], type);
    if (inst.has(Modifier::Sat))
      value = e.binary(llvm::Intrinsic::sadd_sat, value, c);
    else
      value = addWithCarry(e, value, c, inst.opcode == Opcode::Madc, inst.has(Modifier::Cc));
  }
  e.write(inst.operands[0], value, type);
}

/// mul24, mad24: the 48-bit product of the low 24 bits; .hi is its upper 32 bits.
void emitMultiply24(FunctionEmitter &e, const Instruction &inst) {
  Type type = inst.type();
  bool isSigned = ptx::isSigned(type), isMad = inst.opcode == Opcode::Mad24;
  if (inst.operands.size() < (isMad ? 4u : 3u) || ptx::sizeInBits(type) != 32)
    return e.refuse(inst);
  auto low24 = [&](const ptx::Operand &operand) {
    return extend(e, e.ir.CreateTrunc(e.read(operand, type), e.intType(24)), 64, isSigned);
  };
  llvm::Value *product = e.ir.CreateMul(low24(inst.operands[1]), low24(inst.operands[2]));
  if (inst.has(Modifier::Hi))
    product = e.ir.CreateLShr(product, 16);
  llvm::Value *value = e.ir.CreateTrunc(product, e.intType(32));
  if (isMad) {
    llvm::Value *c = e.read(inst.operands[3], type);
    value = inst.has(Modifier::Sat) ? e.binary(llvm::Intrinsic::sadd_sat, value, c)
                                    : e.ir.CreateAdd(value, c);
  }
  e.write(inst.operands[0], value, type);
}

/// div and rem. PTX leaves division by zero open; an H200 answers all ones for quotient and
/// remainder of every width. The one quotient that does not fit wraps.
void emitDivide(FunctionEmitter &e, const Instruction &inst) {
  Type type = inst.type();
  if (inst.operands.size() < 3)
    return e.refuse(inst);
  llvm::Value *a = e.read(inst.operands[1], type), *b = e.read(inst.operands[2], type);
  unsigned bits = ptx::sizeInBits(type);
  llvm::Value *one = e.constant(bits, 1), *ones = e.ir.getInt(llvm::APInt::getAllOnes(bits));
  llvm::Value *isZero = e.ir.CreateICmpEQ(b, e.constant(bits, 0));
  llvm::Value *isUnsafe = isZero;
  bool isSigned = ptx::isSigned(type);
  if (isSigned) {
    llvm::Value *lowest = e.ir.getInt(llvm::APInt::getSignedMinValue(bits));
    llvm::Value *overflows =
        e.ir.CreateAnd(e.ir.CreateICmpEQ(a, lowest), e.ir.CreateICmpEQ(b, ones));
    isUnsafe = e.ir.CreateOr(isZero, overflows);
  }
  llvm::Value *divisor = e.ir.CreateSelect(isUnsafe, one, b);
  llvm::Value *value;
  if (inst.opcode == Opcode::Div)
    value = isSigned ? e.ir.CreateSDiv(a, divisor) : e.ir.CreateUDiv(a, divisor);
  else
    value = isSigned ? e.ir.CreateSRem(a, divisor) : e.ir.CreateURem(a, divisor);
  e.write(inst.operands[0], e.ir.CreateSelect(isZero, ones, value), type);
}

llvm::Value *minMax(FunctionEmitter &e, const Instruction &inst, llvm::Value *a, llvm::Value *b,
                    bool isSigned) {
  llvm::Intrinsic::ID id;
  if (inst.opcode == Opcode::Min)
    id = isSigned ? llvm::Intrinsic::smin : llvm::Intrinsic::umin;
  else
    id = isSigned ? llvm::Intrinsic::smax : llvm::Intrinsic::umax;
  llvm::Value *value = e.binary(id, a, b);
  if (inst.has(Modifier::Relu))
    value = e.binary(llvm::Intrinsic::smax, value, llvm::Constant::getNullValue(a->getType()));
  return value;
}

/// add, min, max of two 16-bit halves.
void emitPair(FunctionEmitter &e, const Instruction &inst) {
  if (inst.operands.size() < 3)
    return e.refuse(inst);
  llvm::Value *a = e.read(inst.operands[1], Type::B32), *b = e.read(inst.operands[2], Type::B32);
  bool isSigned = inst.type() == Type::S16x2;
  auto half = [&](llvm::Value *value, unsigned shift) {
    return e.ir.CreateTrunc(e.ir.CreateLShr(value, shift), e.intType(16));
  };
  llvm::Value *result = e.constant(32, 0);
  for (unsigned shift : {0u, 16u}) {
    llvm::Value *x = half(a, shift), *y = half(b, shift);
    llvm::Value *value =
        inst.opcode == Opcode::Add ? e.ir.CreateAdd(x, y) : minMax(e, inst, x, y, isSigned);
    value = e.ir.CreateShl(e.ir.CreateZExt(value, e.intType(32)), shift);
    result = e.ir.CreateOr(result, value);
  }
  e.write(inst.operands[0], result, Type::B32);
}

// -- Bits -----------------------------------------------------------------------------------------

/// bfind: place of the highest bit that differs from the sign; .shiftamt: how far it is from the
/// top.
llvm::Value *findHighest(FunctionEmitter &e, const Instruction &inst, llvm::Value *a) {
  unsigned bits = a->getType()->getIntegerBitWidth();
  if (ptx::isSigned(inst.type()))
    a = e.ir.CreateXor(a, e.ir.CreateAShr(a, bits - 1));
  llvm::Value *zeros =
      e.ir.CreateIntrinsic(llvm::Intrinsic::ctlz, {a->getType()}, {a, e.ir.getFalse()});
  zeros = e.ir.CreateZExtOrTrunc(zeros, e.intType(32));
  llvm::Value *place =
      inst.has(Modifier::Shiftamt) ? zeros : e.ir.CreateSub(e.constant(32, bits - 1), zeros);
  llvm::Value *none = e.ir.CreateICmpEQ(a, e.constant(bits, 0));
  return e.ir.CreateSelect(none, e.constant(32, ~0u), place);
}

/// Left shift that gives 0 from the width on; `amount` has the type of `value`.
llvm::Value *shiftLeft(FunctionEmitter &e, llvm::Value *value, llvm::Value *amount) {
  unsigned bits = value->getType()->getIntegerBitWidth();
  llvm::Value *isInside = e.ir.CreateICmpULT(amount, e.constant(bits, bits));
  llvm::Value *safe = e.ir.CreateAnd(amount, e.constant(bits, bits - 1));
  return e.ir.CreateSelect(isInside, e.ir.CreateShl(value, safe), e.constant(bits, 0));
}

/// Position or length of bfe, in `bits` bits: the low byte, with 64 bits the whole word (seen; the
/// manual has the byte for both).
llvm::Value *placeOf(FunctionEmitter &e, const ptx::Operand &operand, unsigned bits) {
  llvm::Value *value = e.read(operand, Type::U32);
  return bits == 64
             ? e.ir.CreateZExt(value, e.intType(64))
             : e.ir.CreateZExtOrTrunc(e.ir.CreateAnd(value, e.constant(32, 0xff)), e.intType(bits));
}

// Where NVIDIA's assembler knows position and length it makes other instructions, and with 32 and
// more they do not do what the manual says and what a GPU does with registers. Programs see it, so
// that 32 bits with a value that is not known are taken as there.

/// bfe.s32 of bits that are all beyond the sign is -1, whatever the sign.
bool isFoldedToOnes(Type type, llvm::Value *a, llvm::Value *position, llvm::Value *length) {
  auto *first = llvm::dyn_cast<llvm::ConstantInt>(position);
  auto *count = llvm::dyn_cast<llvm::ConstantInt>(length);
  return type == Type::S32 && first && count && !llvm::isa<llvm::Constant>(a) &&
         first->getZExtValue() >= 32 && !count->isZero();
}

/// bfi.b32 takes its length modulo 32, where it does not take all of `a` or whole bytes of it.
llvm::Value *foldedLength(FunctionEmitter &e, llvm::Value *b, llvm::Value *position,
                          llvm::Value *length) {
  auto *first = llvm::dyn_cast<llvm::ConstantInt>(position);
  auto *count = llvm::dyn_cast<llvm::ConstantInt>(length);
  if (!first || !count || llvm::isa<llvm::Constant>(b) || first->getZExtValue() % 8 == 0 ||
      b->getType()->getIntegerBitWidth() != 32)
    return length;
  return e.constant(32, count->getZExtValue() % 32);
}

void emitExtract(FunctionEmitter &e, const Instruction &inst) {
  Type type = inst.type();
  unsigned bits = ptx::sizeInBits(type);
  if (inst.operands.size() < 4)
    return e.refuse(inst);
  llvm::Value *a = e.read(inst.operands[1], type);
  llvm::Value *position = placeOf(e, inst.operands[2], bits);
  llvm::Value *length = placeOf(e, inst.operands[3], bits);
  llvm::Value *width = e.constant(bits, bits), *zero = e.constant(bits, 0);
  llvm::Value *last = e.constant(bits, bits - 1);
  llvm::Value *value;
  if (isFoldedToOnes(type, a, position, length)) {
    value = e.ir.getInt(llvm::APInt::getAllOnes(bits));
  } else if (ptx::isSigned(type)) {
    value = e.ir.CreateAShr(a, e.binary(llvm::Intrinsic::umin, position, last));
    llvm::Value *used = e.binary(llvm::Intrinsic::umin, length, width);
    llvm::Value *unused = e.binary(llvm::Intrinsic::umin, e.ir.CreateSub(width, used), last);
    value = e.ir.CreateAShr(e.ir.CreateShl(value, unused), unused);
    value = e.ir.CreateSelect(e.ir.CreateICmpEQ(length, zero), zero, value);
  } else {
    llvm::Value *safe = e.ir.CreateAnd(position, last);
    value = e.ir.CreateSelect(e.ir.CreateICmpULT(position, width), e.ir.CreateLShr(a, safe), zero);
    llvm::Value *mask =
        e.ir.CreateNot(shiftLeft(e, e.ir.getInt(llvm::APInt::getAllOnes(bits)), length));
    value = e.ir.CreateAnd(value, mask);
  }
  e.write(inst.operands[0], value, type);
}

void emitInsert(FunctionEmitter &e, const Instruction &inst) {
  Type type = inst.type();
  unsigned bits = ptx::sizeInBits(type);
  if (inst.operands.size() < 5)
    return e.refuse(inst);
  llvm::Value *a = e.read(inst.operands[1], type), *b = e.read(inst.operands[2], type);
  llvm::Value *position = placeOf(e, inst.operands[3], bits);
  llvm::Value *length = placeOf(e, inst.operands[4], bits);
  length = foldedLength(e, b, position, length);
  llvm::Value *ones = e.ir.getInt(llvm::APInt::getAllOnes(bits));
  llvm::Value *mask = shiftLeft(e, e.ir.CreateNot(shiftLeft(e, ones, length)), position);
  llvm::Value *field = e.ir.CreateAnd(shiftLeft(e, a, position), mask);
  e.write(inst.operands[0], e.ir.CreateOr(e.ir.CreateAnd(b, e.ir.CreateNot(mask)), field), type);
}

/// Operand of bmsk and szext: at most 32, or modulo 32.
llvm::Value *fieldOperand(FunctionEmitter &e, const Instruction &inst, size_t index) {
  llvm::Value *value = e.read(inst.operands[index], Type::U32);
  if (inst.has(Modifier::Wrap))
    return e.ir.CreateAnd(value, e.constant(32, 31));
  return e.binary(llvm::Intrinsic::umin, value, e.constant(32, 32));
}

void emitMask(FunctionEmitter &e, const Instruction &inst) {
  if (inst.operands.size() < 3)
    return e.refuse(inst);
  llvm::Type *wide = e.intType(64);
  llvm::Value *position = e.ir.CreateZExt(fieldOperand(e, inst, 1), wide);
  llvm::Value *width = e.ir.CreateZExt(fieldOperand(e, inst, 2), wide);
  llvm::Value *one = e.constant(64, 1);
  llvm::Value *ones = e.ir.CreateSub(e.ir.CreateShl(one, width), one);
  e.write(inst.operands[0], e.ir.CreateTrunc(e.ir.CreateShl(ones, position), e.intType(32)),
          Type::B32);
}

void emitSignExtend(FunctionEmitter &e, const Instruction &inst) {
  if (inst.operands.size() < 3)
    return e.refuse(inst);
  llvm::Value *a = e.read(inst.operands[1], inst.type());
  llvm::Value *width = fieldOperand(e, inst, 2);
  // In 64 bits no shift reaches the width.
  llvm::Value *unused = e.ir.CreateSub(e.constant(64, 64), e.ir.CreateZExt(width, e.intType(64)));
  llvm::Value *none = e.ir.CreateICmpEQ(width, e.constant(32, 0));
  unused = e.binary(llvm::Intrinsic::umin, unused, e.constant(64, 63));
  llvm::Value *value = e.ir.CreateShl(e.ir.CreateZExt(a, e.intType(64)), unused);
  value =
      ptx::isSigned(inst.type()) ? e.ir.CreateAShr(value, unused) : e.ir.CreateLShr(value, unused);
  value = e.ir.CreateTrunc(value, e.intType(32));
  e.write(inst.operands[0], e.ir.CreateSelect(none, e.constant(32, 0), value), inst.type());
}

/// fns: place of the n-th set bit counted from `base` upwards (n > 0) or downwards (n < 0).
void emitFindNth(FunctionEmitter &e, const Instruction &inst) {
  if (inst.operands.size() < 4)
    return e.refuse(inst);
  auto i32 = [&](uint64_t value) { return e.constant(32, value); };
  llvm::Value *mask = e.read(inst.operands[1], Type::B32);
  llvm::Value *given = e.read(inst.operands[2], Type::U32);
  llvm::Value *base = e.ir.CreateAnd(given, i32(31));
  llvm::Value *offset = e.read(inst.operands[3], Type::S32);
  llvm::Value *isDown = e.ir.CreateICmpSLT(offset, i32(0));
  // Downwards is upwards in the mirrored mask.
  mask = e.ir.CreateSelect(isDown, e.unary(llvm::Intrinsic::bitreverse, mask), mask);
  llvm::Value *start = e.ir.CreateSelect(isDown, e.ir.CreateSub(i32(31), base), base);
  llvm::Value *isZero = e.ir.CreateICmpEQ(offset, i32(0));
  llvm::Value *rest = e.ir.CreateLShr(mask, start);
  // n == 0 asks for the bit at `base` itself.
  rest = e.ir.CreateSelect(isZero, e.ir.CreateAnd(rest, i32(1)), rest);
  llvm::Value *distance =
      e.ir.CreateIntrinsic(llvm::Intrinsic::abs, {offset->getType()}, {offset, e.ir.getFalse()});
  llvm::Value *count = e.ir.CreateSelect(isZero, i32(0), e.ir.CreateSub(distance, i32(1)));
  llvm::Value *exists = e.ir.CreateICmpULT(count, e.unary(llvm::Intrinsic::ctpop, rest));
  exists = e.ir.CreateAnd(exists, e.ir.CreateICmpEQ(given, base)); // no bit has a place above 31
  llvm::Value *place = start;
  for (unsigned width = 16; width; width /= 2) {
    llvm::Value *low = e.ir.CreateAnd(rest, i32((uint64_t(1) << width) - 1));
    llvm::Value *below = e.unary(llvm::Intrinsic::ctpop, low);
    llvm::Value *isAbove = e.ir.CreateICmpUGE(count, below);
    count = e.ir.CreateSelect(isAbove, e.ir.CreateSub(count, below), count);
    rest = e.ir.CreateSelect(isAbove, e.ir.CreateLShr(rest, width), low);
    place = e.ir.CreateSelect(isAbove, e.ir.CreateAdd(place, i32(width)), place);
  }
  place = e.ir.CreateSelect(isDown, e.ir.CreateSub(i32(31), place), place);
  place = e.ir.CreateSelect(exists, place, i32(~0u));
  // The one distance that has no magnitude: GPUs answer 0.
  llvm::Value *isLowest = e.ir.CreateICmpEQ(offset, i32(0x80000000));
  e.write(inst.operands[0], e.ir.CreateSelect(isLowest, i32(0), place), Type::B32);
}

/// dp4a: four products of bytes; dp2a: two products of 16-bit halves and the bytes that .lo or .hi
/// choose.
void emitDotProduct(FunctionEmitter &e, const Instruction &inst) {
  if (inst.operands.size() < 4 || inst.types.size() < 2)
    return e.refuse(inst);
  bool signedA = ptx::isSigned(inst.type(0)), signedB = ptx::isSigned(inst.type(1));
  bool isTwo = inst.opcode == Opcode::Dp2a;
  unsigned parts = isTwo ? 2 : 4, bitsA = isTwo ? 16 : 8;
  unsigned firstB = isTwo && inst.has(Modifier::Hi) ? 16 : 0;
  llvm::Value *a = e.read(inst.operands[1], Type::B32), *b = e.read(inst.operands[2], Type::B32);
  llvm::Value *sum = e.read(inst.operands[3], Type::B32);
  auto part = [&](llvm::Value *value, unsigned shift, unsigned bits, bool isSigned) {
    llvm::Value *field = e.ir.CreateTrunc(e.ir.CreateLShr(value, shift), e.intType(bits));
    return extend(e, field, 32, isSigned);
  };
  for (unsigned i = 0; i < parts; ++i)
    sum = e.ir.CreateAdd(sum, e.ir.CreateMul(part(a, i * bitsA, bitsA, signedA),
                                             part(b, firstB + i * 8, 8, signedB)));
  e.write(inst.operands[0], sum, Type::B32);
}

void emitAddSub(FunctionEmitter &e, const Instruction &inst) {
  if (inst.operands.size() < 3)
    return e.refuse(inst);
  Type type = inst.type();
  llvm::Value *a = e.read(inst.operands[1], type), *b = e.read(inst.operands[2], type);
  bool isAdd = inst.opcode == Opcode::Add || inst.opcode == Opcode::Addc;
  bool usesCarry = inst.opcode == Opcode::Addc || inst.opcode == Opcode::Subc;
  llvm::Value *value;
  if (inst.has(Modifier::Sat))
    value = e.binary(isAdd ? llvm::Intrinsic::sadd_sat : llvm::Intrinsic::ssub_sat, a, b);
  else if (isAdd)
    value = addWithCarry(e, a, b, usesCarry, inst.has(Modifier::Cc));
  else
    value = subtractWithBorrow(e, a, b, usesCarry, inst.has(Modifier::Cc));
  e.write(inst.operands[0], value, type);
}

/// One operand in, a count or place (.u32) or a value of the type out.
void emitUnary(FunctionEmitter &e, const Instruction &inst) {
  if (inst.operands.size() < 2)
    return e.refuse(inst);
  Type type = inst.type();
  llvm::Value *a = e.read(inst.operands[1], type);
  switch (inst.opcode) {
  case Opcode::Abs:
    e.write(inst.operands[0],
            e.ir.CreateIntrinsic(llvm::Intrinsic::abs, {a->getType()}, {a, e.ir.getFalse()}), type);
    return;
  case Opcode::Neg:
    e.write(inst.operands[0], e.ir.CreateNeg(a), type);
    return;
  case Opcode::Brev:
    e.write(inst.operands[0], e.unary(llvm::Intrinsic::bitreverse, a), type);
    return;
  case Opcode::Popc:
    e.write(inst.operands[0],
            e.ir.CreateZExtOrTrunc(e.unary(llvm::Intrinsic::ctpop, a), e.intType(32)), Type::U32);
    return;
  case Opcode::Clz:
    a = e.ir.CreateIntrinsic(llvm::Intrinsic::ctlz, {a->getType()}, {a, e.ir.getFalse()});
    e.write(inst.operands[0], e.ir.CreateZExtOrTrunc(a, e.intType(32)), Type::U32);
    return;
  case Opcode::Bfind:
    e.write(inst.operands[0], findHighest(e, inst, a), Type::U32);
    return;
  default:
    return e.refuse(inst);
  }
}

} // namespace

void emitIntegerArith(FunctionEmitter &e, const Instruction &inst) {
  Type type = inst.type();
  switch (inst.opcode) {
  case Opcode::Popc:
  case Opcode::Clz:
  case Opcode::Brev:
  case Opcode::Bfind:
    return emitUnary(e, inst);
  case Opcode::Bfe:
    return emitExtract(e, inst);
  case Opcode::Bfi:
    return emitInsert(e, inst);
  case Opcode::Bmsk:
    return emitMask(e, inst);
  case Opcode::Szext:
    return emitSignExtend(e, inst);
  case Opcode::Fns:
    return emitFindNth(e, inst);
  case Opcode::Dp4a:
  case Opcode::Dp2a:
    return emitDotProduct(e, inst);
  case Opcode::Addc:
  case Opcode::Subc:
    return emitAddSub(e, inst);
  case Opcode::Mul24:
  case Opcode::Mad24:
    return emitMultiply24(e, inst);
  default:
    break;
  }
  if (isPair(type) &&
      (inst.opcode == Opcode::Add || inst.opcode == Opcode::Min || inst.opcode == Opcode::Max))
    return emitPair(e, inst);
  if (!isPlainInteger(type))
    return e.refuse(inst);
  switch (inst.opcode) {
  case Opcode::Add:
  case Opcode::Sub:
    return emitAddSub(e, inst);
  case Opcode::Mul:
  case Opcode::Mad:
  case Opcode::Madc:
    return emitMultiply(e, inst);
  case Opcode::Div:
  case Opcode::Rem:
    return emitDivide(e, inst);
  case Opcode::Abs:
  case Opcode::Neg:
    return emitUnary(e, inst);
  case Opcode::Sad: {
    if (inst.operands.size() < 4)
      return e.refuse(inst);
    llvm::Value *a = e.read(inst.operands[1], type), *b = e.read(inst.operands[2], type);
    bool isSigned = ptx::isSigned(type);
    llvm::Value *isLess = isSigned ? e.ir.CreateICmpSLT(a, b) : e.ir.CreateICmpULT(a, b);
    llvm::Value *distance = e.ir.CreateSelect(isLess, e.ir.CreateSub(b, a), e.ir.CreateSub(a, b));
    e.write(inst.operands[0], e.ir.CreateAdd(distance, e.read(inst.operands[3], type)), type);
    return;
  }
  case Opcode::Min:
  case Opcode::Max: {
    if (inst.operands.size() < 3)
      return e.refuse(inst);
    llvm::Value *a = e.read(inst.operands[1], type), *b = e.read(inst.operands[2], type);
    e.write(inst.operands[0], minMax(e, inst, a, b, ptx::isSigned(type)), type);
    return;
  }
  default:
    return e.refuse(inst);
  }
}

} // namespace anywarp::codegen
