// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic that its rows cannot say: the carry flag CC.CF, which is a register of the
// function, and bit fields.
#include "codegen/emit/chapters/IntegerArith.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

llvm::Value *addWithCarry(FunctionEmitter &e, const Instruction &inst, llvm::Value *a,
                          llvm::Value *b) {
  llvm::Value *sum = e.ir.CreateAdd(a, b);
  llvm::Value *out = e.ir.CreateICmpULT(sum, a);
  if (inst.opcode == Opcode::Addc || inst.opcode == Opcode::Madc) {
    llvm::Value *total = e.ir.CreateAdd(sum, e.ir.CreateZExt(e.carry(), sum->getType()));
    out = e.ir.CreateOr(out, e.ir.CreateICmpULT(total, sum));
    sum = total;
  }
  if (inst.has(Modifier::Cc))
    e.setCarry(out);
  return sum;
}

llvm::Value *subtractWithBorrow(FunctionEmitter &e, const Instruction &inst, llvm::Value *a,
                                llvm::Value *b) {
  llvm::Value *difference = e.ir.CreateSub(a, b);
  llvm::Value *out = e.ir.CreateICmpULT(a, b);
  if (inst.opcode == Opcode::Subc) {
    llvm::Value *borrow = e.ir.CreateZExt(e.ir.CreateNot(e.carry()), a->getType());
    out = e.ir.CreateOr(out, e.ir.CreateICmpULT(difference, borrow));
    difference = e.ir.CreateSub(difference, borrow);
  }
  if (inst.has(Modifier::Cc))
    e.setCarry(e.ir.CreateNot(out));
  return difference;
}

namespace {

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
  llvm::Value *a = e.read(inst.operands[1], type), *b = e.read(inst.operands[2], type);
  llvm::Value *position = placeOf(e, inst.operands[3], bits);
  llvm::Value *length = placeOf(e, inst.operands[4], bits);
  length = foldedLength(e, b, position, length);
  llvm::Value *ones = e.ir.getInt(llvm::APInt::getAllOnes(bits));
  llvm::Value *mask = shiftLeft(e, e.ir.CreateNot(shiftLeft(e, ones, length)), position);
  llvm::Value *field = e.ir.CreateAnd(shiftLeft(e, a, position), mask);
  e.write(inst.operands[0], e.ir.CreateOr(e.ir.CreateAnd(b, e.ir.CreateNot(mask)), field), type);
}

} // namespace

void emitIntegerArith(FunctionEmitter &e, const Instruction &inst) {
  return inst.opcode == Opcode::Bfe ? emitExtract(e, inst) : emitInsert(e, inst);
}

} // namespace anywarp::codegen
