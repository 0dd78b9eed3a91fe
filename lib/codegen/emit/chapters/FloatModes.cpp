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

llvm::Value *flushBits(FunctionEmitter &e, llvm::Value *bits, uint64_t exponent, uint64_t sign) {
  const unsigned width = bits->getType()->getIntegerBitWidth();
  llvm::Value *isSmall =
      e.ir.CreateICmpEQ(e.ir.CreateAnd(bits, e.constant(width, exponent)), e.constant(width, 0));
  return e.ir.CreateSelect(isSmall, e.ir.CreateAnd(bits, e.constant(width, sign)), bits);
}

llvm::Value *flushF32(FunctionEmitter &e, llvm::Value *value) {
  return e.fromBits(flushBits(e, e.toBits(value), 0x7f800000, 0x80000000), Type::F32);
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
