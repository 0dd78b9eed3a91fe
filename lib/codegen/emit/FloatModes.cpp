// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/emit/FloatModes.h"

namespace anywarp::codegen {

using ptx::Modifier;
using ptx::Type;

device::Rounding roundingOf(const ptx::Instruction &inst) {
  if (inst.has(Modifier::Rz))
    return device::RoundZero;
  if (inst.has(Modifier::Rm))
    return device::RoundDown;
  if (inst.has(Modifier::Rp))
    return device::RoundUp;
  return inst.has(Modifier::Rna) ? device::RoundNearestAway : device::RoundNearest;
}

uint32_t floatFlagsOf(const ptx::Instruction &inst) {
  static constexpr struct {
    Modifier modifier;
    uint32_t flag;
  } kFlags[] = {
      {Modifier::Ftz, device::FlagFtz},         {Modifier::Sat, device::FlagSat},
      {Modifier::Relu, device::FlagRelu},       {Modifier::NaN, device::FlagNan},
      {Modifier::Xorsign, device::FlagXorSign}, {Modifier::Satfinite, device::FlagSatFinite},
      {Modifier::Oob, device::FlagOob},
  };
  uint32_t flags = 0;
  for (const auto &row : kFlags)
    if (inst.has(row.modifier))
      flags |= row.flag;
  return flags;
}

llvm::Value *flushF32(FunctionEmitter &e, llvm::Value *value) {
  llvm::Value *bits = e.toBits(value);
  llvm::Value *subnormal =
      e.ir.CreateICmpEQ(e.ir.CreateAnd(bits, e.constant(32, 0x7f800000)), e.constant(32, 0));
  llvm::Value *zero = e.ir.CreateAnd(bits, e.constant(32, 0x80000000));
  return e.fromBits(e.ir.CreateSelect(subnormal, zero, bits), Type::F32);
}

llvm::Value *readF32(FunctionEmitter &e, const ptx::Instruction &inst, size_t operand) {
  llvm::Value *value = e.read(inst.operands[operand], Type::F32);
  return inst.has(Modifier::Ftz) ? flushF32(e, value) : value;
}

llvm::Value *halfToFloat(FunctionEmitter &e, llvm::Value *bits, Type type) {
  if (type == Type::F16)
    return e.ir.CreateFPExt(e.fromBits(bits, Type::F16), e.ir.getFloatTy());
  return e.fromBits(e.ir.CreateShl(e.ir.CreateZExt(bits, e.intType(32)), 16), Type::F32);
}

llvm::Value *unpack(FunctionEmitter &e, llvm::Value *pair, unsigned index) {
  unsigned bits = pair->getType()->getIntegerBitWidth() / 2;
  return e.ir.CreateTrunc(index ? e.ir.CreateLShr(pair, bits) : pair, e.intType(bits));
}

llvm::Value *pack(FunctionEmitter &e, llvm::Value *low, llvm::Value *high) {
  unsigned bits = low->getType()->getIntegerBitWidth();
  llvm::Type *type = e.intType(2 * bits);
  return e.ir.CreateOr(e.ir.CreateZExt(low, type),
                       e.ir.CreateShl(e.ir.CreateZExt(high, type), bits));
}

std::optional<llvm::CmpInst::Predicate> floatComparisonOf(const ptx::Instruction &inst) {
  using llvm::CmpInst;
  static constexpr struct {
    Modifier modifier;
    CmpInst::Predicate predicate;
  } kComparisons[] = {
      {Modifier::Eq, CmpInst::FCMP_OEQ},  {Modifier::Ne, CmpInst::FCMP_ONE},
      {Modifier::Lt, CmpInst::FCMP_OLT},  {Modifier::Le, CmpInst::FCMP_OLE},
      {Modifier::Gt, CmpInst::FCMP_OGT},  {Modifier::Ge, CmpInst::FCMP_OGE},
      {Modifier::Equ, CmpInst::FCMP_UEQ}, {Modifier::Neu, CmpInst::FCMP_UNE},
      {Modifier::Ltu, CmpInst::FCMP_ULT}, {Modifier::Leu, CmpInst::FCMP_ULE},
      {Modifier::Gtu, CmpInst::FCMP_UGT}, {Modifier::Geu, CmpInst::FCMP_UGE},
      {Modifier::Num, CmpInst::FCMP_ORD}, {Modifier::Nan, CmpInst::FCMP_UNO},
  };
  for (const auto &row : kComparisons)
    if (inst.has(row.modifier))
      return row.predicate;
  return std::nullopt;
}

llvm::Value *combine(FunctionEmitter &e, const ptx::Instruction &inst, llvm::Value *value,
                     llvm::Value *c) {
  if (inst.has(Modifier::And))
    return e.ir.CreateAnd(value, c);
  if (inst.has(Modifier::Or))
    return e.ir.CreateOr(value, c);
  if (inst.has(Modifier::Xor))
    return e.ir.CreateXor(value, c);
  return value;
}

/// 1.0 in a floating-point type, all ones in another.
static uint64_t trueBits(Type type) {
  switch (type) {
  case Type::F16:
    return 0x3c00;
  case Type::F16x2:
    return 0x3c003c00;
  case Type::BF16:
    return 0x3f80;
  case Type::BF16x2:
    return 0x3f803f80;
  case Type::F32:
    return 0x3f800000;
  default:
    return ~0ull;
  }
}

void writeSet(FunctionEmitter &e, const ptx::Operand &d, Type type, llvm::Value *value) {
  unsigned bits = ptx::sizeInBits(type);
  uint64_t yes = bits < 64 ? trueBits(type) & ((1ull << bits) - 1) : trueBits(type);
  e.write(d, e.ir.CreateSelect(value, e.constant(bits, yes), e.constant(bits, 0)), type);
}

void writeSetp(FunctionEmitter &e, const ptx::Operand &d, llvm::Value *p, llvm::Value *q) {
  e.writePredicate(d, p);
  if (d.pair)
    e.writePredicate(*d.pair, q);
}

} // namespace anywarp::codegen
