// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/emit/chapters/FloatModes.h"

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

} // namespace anywarp::codegen
