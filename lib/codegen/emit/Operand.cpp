// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operands as values: registers, immediates, symbols, special registers.
#include "codegen/emit/Emitter.h"

#include <bit>

#include "codegen/emit/ModuleEmitter.h"
#include "exec/KernelAbi.h"

namespace anywarp::codegen {

using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

llvm::Value *FunctionEmitter::toBits(llvm::Value *value) {
  llvm::Type *type = value->getType();
  if (type->isFloatingPointTy())
    return ir.CreateBitCast(value, intType(type->getPrimitiveSizeInBits()));
  return value;
}

llvm::Value *FunctionEmitter::fromBits(llvm::Value *bits, Type as) {
  return ir.CreateBitCast(bits, typeOf(as));
}

llvm::Value *FunctionEmitter::adapt(llvm::Value *value, Type as) {
  llvm::Type *wanted = typeOf(as);
  if (value->getType() == wanted)
    return value;
  value = toBits(value);
  unsigned from = value->getType()->getIntegerBitWidth();
  unsigned to = wanted->getPrimitiveSizeInBits();
  llvm::Type *integer = intType(to);
  if (from > to)
    value = as == Type::Pred ? ir.CreateICmpNE(value, constant(from, 0))
                             : ir.CreateTrunc(value, integer);
  else if (from < to)
    value = ptx::isSigned(as) && from != 1 ? ir.CreateSExt(value, integer)
                                           : ir.CreateZExt(value, integer);
  return ir.CreateBitCast(value, wanted);
}

Type FunctionEmitter::declaredType(const Operand &operand) const {
  if (operand.kind == Operand::Register && operand.reg < source.registers.size())
    return source.registers[operand.reg].type;
  return Type::None;
}

llvm::Value *FunctionEmitter::read(const Operand &operand, Type as) {
  switch (operand.kind) {
  case Operand::Register: {
    llvm::Value *value = readRegister(operand.reg);
    if (seesBits_ && operand.reg < hasMadeNan_.size() && hasMadeNan_[operand.reg])
      value = asSeen(value, hasMadeNan_[operand.reg]);
    if (operand.negated)
      value = ir.CreateNot(toBits(value));
    return adapt(value, as);
  }
  case Operand::Special:
    return specialRegister(operand, as);
  case Operand::Integer:
  case Operand::Float:
    return immediate(operand, as);
  case Operand::Symbol:
    if (operand.name == "WARP_SZ")
      return adapt(constant(32, exec::kWarpSize), as);
    if (llvm::Value *bits =
            symbolAddress(operand.name, operand.integer, ptx::sizeInBits(as) == 32 ? 32 : 64))
      return adapt(bits, as);
    poison(*current_, "unknown symbol '" + operand.name + "'");
    break;
  default:
    poison(*current_, "instruction '" + spell(*current_) + "' has an operand of a wrong kind");
  }
  return llvm::Constant::getNullValue(typeOf(as));
}

/// The double whose bits an operand holds, as float bits: exact for what was written as 0f….
static uint32_t narrowToFloat(uint64_t bits) {
  double value = std::bit_cast<double>(bits);
  if (value != value) // keeps sign and payload, also of a signalling NaN
    return uint32_t(bits >> 63 << 31) | 0x7f800000u | uint32_t((bits & 0xfffffffffffffull) >> 29);
  return std::bit_cast<uint32_t>(float(value));
}

llvm::Value *FunctionEmitter::immediate(const Operand &operand, Type as) {
  llvm::Type *type = typeOf(as);
  bool isFloat = operand.kind == Operand::Float;
  uint64_t bits = uint64_t(operand.integer);
  if (as == Type::Pred)
    return ir.getInt1((bits != 0) != operand.negated);
  if (!isFloat) {
    if (type->isFloatTy() || type->isDoubleTy())
      return llvm::ConstantFP::get(type, double(operand.integer));
    unsigned width = type->getPrimitiveSizeInBits();
    llvm::APInt value(64, bits);
    value = width > 64 && operand.integer < 0 ? value.sext(width) : value.zextOrTrunc(width);
    return ir.CreateBitCast(ir.getInt(value), type);
  }
  if (type->isDoubleTy() || (type->isIntegerTy(64) && !operand.isFloat32))
    return adapt(constant(64, bits), as);
  if (type->isHalfTy() || type->isBFloatTy())
    return llvm::ConstantFP::get(type, std::bit_cast<double>(bits));
  return adapt(constant(32, narrowToFloat(bits)), as);
}

void FunctionEmitter::write(const Operand &operand, llvm::Value *value, Type as) {
  if (operand.kind == Operand::Sink || isPoisoned())
    return;
  if (operand.kind != Operand::Register || operand.reg >= registers_.size()) {
    poison(*current_, "instruction '" + spell(*current_) + "' needs a register as destination");
    return;
  }
  llvm::Type *type = registers_[operand.reg]->getAllocatedType();
  unsigned to = type->getPrimitiveSizeInBits();
  if (value->getType()->isFloatTy() && settling_.count(current_))
    value = asSeen(value, Result);
  value = toBits(value);
  unsigned from = value->getType()->getIntegerBitWidth();
  if (from > to)
    value = ir.CreateTrunc(value, intType(to));
  else if (from < to)
    value = ptx::isSigned(as) && from != 1 ? ir.CreateSExt(value, intType(to))
                                           : ir.CreateZExt(value, intType(to));
  writeRegister(operand.reg, ir.CreateBitCast(value, type));
}

llvm::Value *FunctionEmitter::readPredicate(const Operand &operand) {
  if (operand.kind == Operand::None)
    return ir.getTrue();
  return read(operand, Type::Pred);
}

void FunctionEmitter::writePredicate(const Operand &operand, llvm::Value *value) {
  write(operand, value, Type::Pred);
}

} // namespace anywarp::codegen
