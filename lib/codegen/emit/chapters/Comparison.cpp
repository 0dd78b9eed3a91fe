// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparison and selection: set, setp, selp, slct, for all types.
#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

namespace {

using Predicate = llvm::CmpInst::Predicate;

/// The comparison that the modifiers name, for integers of `type`.
std::optional<Predicate> integerPredicate(const Instruction &inst, Type type) {
  bool isSigned = ptx::isSigned(type);
  auto pick = [&](Predicate ifSigned, Predicate ifUnsigned) {
    return isSigned ? ifSigned : ifUnsigned;
  };
  for (Modifier modifier : inst.modifiers)
    switch (modifier) {
    case Modifier::Eq:
      return Predicate::ICMP_EQ;
    case Modifier::Ne:
      return Predicate::ICMP_NE;
    case Modifier::Lt:
      return pick(Predicate::ICMP_SLT, Predicate::ICMP_ULT);
    case Modifier::Le:
      return pick(Predicate::ICMP_SLE, Predicate::ICMP_ULE);
    case Modifier::Gt:
      return pick(Predicate::ICMP_SGT, Predicate::ICMP_UGT);
    case Modifier::Ge:
      return pick(Predicate::ICMP_SGE, Predicate::ICMP_UGE);
    case Modifier::Lo:
      return Predicate::ICMP_ULT;
    case Modifier::Ls:
      return Predicate::ICMP_ULE;
    case Modifier::Hi:
      return Predicate::ICMP_UGT;
    case Modifier::Hs:
      return Predicate::ICMP_UGE;
    default:
      break;
    }
  return std::nullopt;
}

std::optional<Predicate> floatPredicate(const Instruction &inst) {
  for (Modifier modifier : inst.modifiers)
    switch (modifier) {
    case Modifier::Eq:
      return Predicate::FCMP_OEQ;
    case Modifier::Ne:
      return Predicate::FCMP_ONE;
    case Modifier::Lt:
      return Predicate::FCMP_OLT;
    case Modifier::Le:
      return Predicate::FCMP_OLE;
    case Modifier::Gt:
      return Predicate::FCMP_OGT;
    case Modifier::Ge:
      return Predicate::FCMP_OGE;
    case Modifier::Equ:
      return Predicate::FCMP_UEQ;
    case Modifier::Neu:
      return Predicate::FCMP_UNE;
    case Modifier::Ltu:
      return Predicate::FCMP_ULT;
    case Modifier::Leu:
      return Predicate::FCMP_ULE;
    case Modifier::Gtu:
      return Predicate::FCMP_UGT;
    case Modifier::Geu:
      return Predicate::FCMP_UGE;
    case Modifier::Num:
      return Predicate::FCMP_ORD;
    case Modifier::Nan:
    case Modifier::NaN:
      return Predicate::FCMP_UNO;
    default:
      break;
    }
  return std::nullopt;
}

/// `bits` of a floating-point format with subnormals replaced by zero of the same sign.
llvm::Value *flushBits(FunctionEmitter &e, llvm::Value *bits, uint64_t exponent, uint64_t sign) {
  unsigned width = bits->getType()->getIntegerBitWidth();
  llvm::Value *isSmall =
      e.ir.CreateICmpEQ(e.ir.CreateAnd(bits, e.constant(width, exponent)), e.constant(width, 0));
  return e.ir.CreateSelect(isSmall, e.ir.CreateAnd(bits, e.constant(width, sign)), bits);
}

/// A 16-bit pattern of .f16 or .bf16 as float, exact.
llvm::Value *widenHalf(FunctionEmitter &e, llvm::Value *bits, bool isBrain, bool flush) {
  if (isBrain) {
    llvm::Value *wide = e.ir.CreateShl(e.ir.CreateZExt(bits, e.intType(32)), 16);
    return e.fromBits(wide, Type::F32);
  }
  if (flush)
    bits = flushBits(e, bits, 0x7c00, 0x8000);
  return e.ir.CreateFPExt(e.fromBits(bits, Type::F16), e.ir.getFloatTy());
}

/// Operand ready for fcmp.
llvm::Value *floatOperand(FunctionEmitter &e, const ptx::Operand &operand, Type type, bool flush) {
  switch (type) {
  case Type::F16:
  case Type::BF16:
    return widenHalf(e, e.read(operand, Type::B16), type == Type::BF16, flush);
  case Type::F32: {
    llvm::Value *value = e.read(operand, type);
    if (flush)
      value = e.fromBits(flushBits(e, e.toBits(value), 0x7f800000, 0x80000000), type);
    return value;
  }
  default:
    return e.read(operand, type);
  }
}

/// a CmpOp b; null if the instruction names no comparison for `type`.
llvm::Value *compare(FunctionEmitter &e, const Instruction &inst, Type type, const ptx::Operand &a,
                     const ptx::Operand &b) {
  if (ptx::isFloat(type)) {
    auto predicate = floatPredicate(inst);
    if (!predicate)
      return nullptr;
    bool flush = inst.has(Modifier::Ftz);
    llvm::Value *x = floatOperand(e, a, type, flush), *y = floatOperand(e, b, type, flush);
    return e.ir.CreateFCmp(*predicate, x, y);
  }
  auto predicate = integerPredicate(inst, type);
  if (!predicate)
    return nullptr;
  llvm::Value *x = e.read(a, type), *y = e.read(b, type);
  return e.ir.CreateICmp(*predicate, x, y);
}

/// The comparisons of the low and the high halves of packed operands.
bool comparePairs(FunctionEmitter &e, const Instruction &inst, Type type, const ptx::Operand &a,
                  const ptx::Operand &b, llvm::Value *(&result)[2]) {
  auto predicate = floatPredicate(inst);
  if (!predicate)
    return false;
  bool isBrain = type == Type::BF16x2, flush = inst.has(Modifier::Ftz);
  llvm::Value *x = e.read(a, Type::B32), *y = e.read(b, Type::B32);
  for (unsigned i = 0; i < 2; ++i) {
    auto half = [&](llvm::Value *pair) {
      llvm::Value *bits = e.ir.CreateTrunc(e.ir.CreateLShr(pair, 16 * i), e.intType(16));
      return widenHalf(e, bits, isBrain, flush);
    };
    llvm::Value *low = half(x), *high = half(y);
    result[i] = e.ir.CreateFCmp(*predicate, low, high);
  }
  return true;
}

bool isPacked(Type type) { return type == Type::F16x2 || type == Type::BF16x2; }

/// `value` BoolOp c, where the instruction has a third source; `value` itself where not.
llvm::Value *combine(FunctionEmitter &e, const Instruction &inst, llvm::Value *value) {
  if (inst.operands.size() < 4)
    return value;
  llvm::Value *c = e.readPredicate(inst.operands[3]);
  if (inst.has(Modifier::Or))
    return e.ir.CreateOr(value, c);
  if (inst.has(Modifier::Xor))
    return e.ir.CreateXor(value, c);
  return e.ir.CreateAnd(value, c);
}

void emitSetp(FunctionEmitter &e, const Instruction &inst) {
  const ptx::Operand &d = inst.operands[0];
  Type type = inst.type();
  llvm::Value *first, *second;
  if (isPacked(type)) {
    llvm::Value *halves[2];
    if (!comparePairs(e, inst, type, inst.operands[1], inst.operands[2], halves))
      return e.refuse(inst);
    first = combine(e, inst, halves[0]);
    second = combine(e, inst, halves[1]);
  } else {
    llvm::Value *result = compare(e, inst, type, inst.operands[1], inst.operands[2]);
    if (!result)
      return e.refuse(inst);
    first = combine(e, inst, result);
    second = d.pair ? combine(e, inst, e.ir.CreateNot(result)) : nullptr;
  }
  e.writePredicate(d, first);
  if (d.pair)
    e.writePredicate(*d.pair, second);
}

/// What set writes for true and false in type `type`.
llvm::Value *truthValue(FunctionEmitter &e, llvm::Value *condition, Type type) {
  uint64_t one;
  switch (type) {
  case Type::F32:
    one = 0x3f800000;
    break;
  case Type::F16:
  case Type::F16x2:
    one = 0x3c00;
    break;
  case Type::BF16:
  case Type::BF16x2:
    one = 0x3f80;
    break;
  default:
    one = ~uint64_t(0);
  }
  unsigned bits = isPacked(type) ? 16 : ptx::sizeInBits(type);
  return e.ir.CreateSelect(condition, e.constant(bits, one), e.constant(bits, 0));
}

void emitSet(FunctionEmitter &e, const Instruction &inst) {
  if (inst.operands.size() < 3 || inst.types.size() < 2)
    return e.refuse(inst);
  Type to = inst.type(0), from = inst.type(1);
  if (isPacked(from)) {
    llvm::Value *halves[2];
    if (ptx::sizeInBits(to) != 32 ||
        !comparePairs(e, inst, from, inst.operands[1], inst.operands[2], halves))
      return e.refuse(inst);
    Type halfTo = isPacked(to) ? to : to == Type::S16x2 || to == Type::U16x2 ? Type::U16 : to;
    if (ptx::sizeInBits(halfTo) != 16 && !isPacked(halfTo))
      halfTo = Type::U16;
    llvm::Value *low = truthValue(e, combine(e, inst, halves[0]), halfTo);
    llvm::Value *high = truthValue(e, combine(e, inst, halves[1]), halfTo);
    llvm::Value *value = e.ir.CreateOr(e.ir.CreateZExt(low, e.intType(32)),
                                       e.ir.CreateShl(e.ir.CreateZExt(high, e.intType(32)), 16));
    e.write(inst.operands[0], value, Type::B32);
    return;
  }
  llvm::Value *result = compare(e, inst, from, inst.operands[1], inst.operands[2]);
  if (!result)
    return e.refuse(inst);
  e.write(inst.operands[0], truthValue(e, combine(e, inst, result), to), to);
}

/// The type in which bits of `type` are only moved.
Type movedAs(Type type) {
  switch (type) {
  case Type::F16:
  case Type::BF16:
    return Type::B16;
  default:
    return type;
  }
}

} // namespace

void emitComparison(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  switch (inst.opcode) {
  case Opcode::Setp:
    return emitSetp(e, inst);
  case Opcode::Set:
    return emitSet(e, inst);
  case Opcode::Slct: {
    if (ops.size() < 4 || inst.types.size() < 2)
      return e.refuse(inst);
    Type type = movedAs(inst.type(0));
    llvm::Value *a = e.read(ops[1], type), *b = e.read(ops[2], type), *isFirst;
    if (inst.type(1) == Type::F32) {
      llvm::Value *c = floatOperand(e, ops[3], Type::F32, inst.has(Modifier::Ftz));
      isFirst = e.ir.CreateFCmpOGE(c, llvm::ConstantFP::get(e.ir.getFloatTy(), 0.0));
    } else {
      isFirst = e.ir.CreateICmpSGE(e.read(ops[3], Type::S32), e.constant(32, 0));
    }
    e.write(ops[0], e.ir.CreateSelect(isFirst, a, b), type);
    return;
  }
  default:
    return e.refuse(inst);
  }
}

} // namespace anywarp::codegen
