// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Logic and shift instructions. Shift amounts beyond the width are defined by PTX (clamp or wrap)
// and never reach an LLVM shift.
#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

namespace {

/// The function of two bits with truth table `table` (bit 2*b + c).
llvm::Value *twoInputs(FunctionEmitter &e, unsigned table, llvm::Value *b, llvm::Value *c) {
  auto &ir = e.ir;
  switch (table) {
  case 0x0:
    return llvm::Constant::getNullValue(b->getType());
  case 0x1:
    return ir.CreateNot(ir.CreateOr(b, c));
  case 0x2:
    return ir.CreateAnd(ir.CreateNot(b), c);
  case 0x3:
    return ir.CreateNot(b);
  case 0x4:
    return ir.CreateAnd(b, ir.CreateNot(c));
  case 0x5:
    return ir.CreateNot(c);
  case 0x6:
    return ir.CreateXor(b, c);
  case 0x7:
    return ir.CreateNot(ir.CreateAnd(b, c));
  case 0x8:
    return ir.CreateAnd(b, c);
  case 0x9:
    return ir.CreateNot(ir.CreateXor(b, c));
  case 0xa:
    return c;
  case 0xb:
    return ir.CreateOr(ir.CreateNot(b), c);
  case 0xc:
    return b;
  case 0xd:
    return ir.CreateOr(b, ir.CreateNot(c));
  case 0xe:
    return ir.CreateOr(b, c);
  default:
    return llvm::Constant::getAllOnesValue(b->getType());
  }
}

llvm::Value *combine(FunctionEmitter &e, const Instruction &inst, llvm::Value *a, llvm::Value *b) {
  if (inst.has(Modifier::And))
    return e.ir.CreateAnd(a, b);
  if (inst.has(Modifier::Or))
    return e.ir.CreateOr(a, b);
  if (inst.has(Modifier::Xor))
    return e.ir.CreateXor(a, b);
  return nullptr;
}

void emitLop3(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  if (ops.size() < 5 || ops[4].kind != ptx::Operand::Integer)
    return e.refuse(inst);
  unsigned table = unsigned(ops[4].integer) & 0xff;
  llvm::Value *a = e.read(ops[1], Type::B32), *b = e.read(ops[2], Type::B32);
  llvm::Value *c = e.read(ops[3], Type::B32);
  unsigned ifSet = table >> 4, ifClear = table & 0xf;
  llvm::Value *result;
  if (ifSet == ifClear) {
    result = twoInputs(e, ifSet, b, c);
  } else if (ifSet == (~ifClear & 0xf)) {
    result = e.ir.CreateXor(a, twoInputs(e, ifClear, b, c));
  } else {
    llvm::Value *set = e.ir.CreateAnd(a, twoInputs(e, ifSet, b, c));
    llvm::Value *clear = e.ir.CreateAnd(e.ir.CreateNot(a), twoInputs(e, ifClear, b, c));
    result = e.ir.CreateOr(set, clear);
  }
  e.write(ops[0], result, Type::B32);
  if (ops.size() > 5 && ops[0].pair) {
    llvm::Value *isSet = e.ir.CreateICmpNE(result, e.constant(32, 0));
    llvm::Value *predicate = combine(e, inst, isSet, e.readPredicate(ops[5]));
    if (!predicate)
      return e.refuse(inst);
    e.writePredicate(*ops[0].pair, predicate);
  }
}

void emitShift(FunctionEmitter &e, const Instruction &inst) {
  Type type = inst.type();
  unsigned bits = ptx::sizeInBits(type);
  llvm::Value *a = e.read(inst.operands[1], type);
  llvm::Value *amount = e.read(inst.operands[2], Type::U32);
  llvm::Value *isInside = e.ir.CreateICmpULT(amount, e.constant(32, bits));
  llvm::Value *last = e.constant(32, bits - 1);
  llvm::Value *zero = e.constant(bits, 0), *value;
  auto sized = [&](llvm::Value *x) { return e.ir.CreateZExtOrTrunc(x, e.intType(bits)); };
  if (inst.opcode == Opcode::Shr && ptx::isSigned(type)) {
    value = e.ir.CreateAShr(a, sized(e.binary(llvm::Intrinsic::umin, amount, last)));
  } else {
    llvm::Value *safe = sized(e.ir.CreateAnd(amount, last));
    value = inst.opcode == Opcode::Shl ? e.ir.CreateShl(a, safe) : e.ir.CreateLShr(a, safe);
    value = e.ir.CreateSelect(isInside, value, zero);
  }
  e.write(inst.operands[0], value, type);
}

void emitFunnelShift(FunctionEmitter &e, const Instruction &inst) {
  bool isLeft = inst.has(Modifier::L);
  llvm::Value *low = e.read(inst.operands[1], Type::B32);
  llvm::Value *high = e.read(inst.operands[2], Type::B32);
  llvm::Value *amount = e.read(inst.operands[3], Type::U32);
  llvm::Value *value = e.ir.CreateIntrinsic(isLeft ? llvm::Intrinsic::fshl : llvm::Intrinsic::fshr,
                                            {e.intType(32)}, {high, low, amount});
  if (inst.has(Modifier::Clamp))
    value = e.ir.CreateSelect(e.ir.CreateICmpUGE(amount, e.constant(32, 32)), isLeft ? low : high,
                              value);
  e.write(inst.operands[0], value, Type::B32);
}

} // namespace

void emitLogic(FunctionEmitter &e, const Instruction &inst) {
  switch (inst.opcode) {
  case Opcode::Lop3:
    return emitLop3(e, inst);
  case Opcode::Shl:
  case Opcode::Shr:
    return emitShift(e, inst);
  case Opcode::Shf:
    return emitFunnelShift(e, inst);
  default:
    return e.refuse(inst);
  }
}

} // namespace anywarp::codegen
