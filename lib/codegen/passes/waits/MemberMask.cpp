// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/passes/waits/MemberMask.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/KnownBits.h>

#include "codegen/Intrinsics.h"

namespace anywarp::codegen {
namespace {

using llvm::APInt;
using llvm::Instruction;
using llvm::KnownBits;
using llvm::Value;

/// What is known of integers in one lane of every warp.
class LaneBits {
public:
  LaneBits(unsigned lane, const exec::BlockShape &shape) : lane_(lane), shape_(shape) {}

  KnownBits of(const Value *value, unsigned depth = 6) const {
    KnownBits unknown(value->getType()->getIntegerBitWidth());
    if (auto *number = llvm::dyn_cast<llvm::ConstantInt>(value))
      return KnownBits::makeConstant(number->getValue());
    auto *inst = llvm::dyn_cast<Instruction>(value);
    if (!inst || depth == 0)
      return unknown;
    auto operand = [&](unsigned i) { return of(inst->getOperand(i), depth - 1); };
    switch (inst->getOpcode()) {
    case Instruction::And:
      return operand(0) & operand(1);
    case Instruction::Or:
      return operand(0) | operand(1);
    case Instruction::Xor:
      return operand(0) ^ operand(1);
    case Instruction::Add:
    case Instruction::Sub:
      return KnownBits::computeForAddSub(inst->getOpcode() == Instruction::Add, false, false,
                                         operand(0), operand(1));
    case Instruction::Mul:
      return KnownBits::mul(operand(0), operand(1));
    case Instruction::Shl:
      return KnownBits::shl(operand(0), operand(1));
    case Instruction::LShr:
      return KnownBits::lshr(operand(0), operand(1));
    case Instruction::ZExt:
      return operand(0).zext(unknown.getBitWidth());
    case Instruction::Trunc:
      return operand(0).trunc(unknown.getBitWidth());
    case Instruction::Select:
      if (KnownBits condition = operand(0); condition.isConstant())
        return operand(condition.getConstant().isZero() ? 2 : 1);
      return operand(1).intersectWith(operand(2));
    case Instruction::ICmp:
      if (inst->getOperand(0)->getType()->isIntegerTy()) {
        KnownBits a = operand(0), b = operand(1);
        if (a.isConstant() && b.isConstant())
          return KnownBits::makeConstant(
              APInt(1, llvm::ICmpInst::compare(a.getConstant(), b.getConstant(),
                                               llvm::cast<llvm::ICmpInst>(inst)->getPredicate())));
      }
      return unknown;
    case Instruction::Call:
      return ofRegister(intrinsicOf(llvm::cast<llvm::CallInst>(*inst)), unknown);
    default:
      return unknown;
    }
  }

private:
  KnownBits ofRegister(std::optional<Intrinsic> id, KnownBits unknown) const {
    using exec::BlockShape;
    if (id == Intrinsic::LaneId)
      return KnownBits::makeConstant(APInt(32, lane_));
    if (id != Intrinsic::TidX || shape_.kind == BlockShape::General)
      return unknown;
    if (shape_.kind == BlockShape::DividesWarp)
      return KnownBits::makeConstant(APInt(32, lane_ % shape_.x));
    unknown.One = lane_;
    unknown.Zero = exec::kWarpSize - 1 - lane_;
    return unknown;
  }

  unsigned lane_;
  exec::BlockShape shape_;
};

} // namespace

unsigned memberSpan(const Value *mask, const exec::BlockShape &shape) {
  unsigned span = 1;
  for (unsigned lane = 0; lane < exec::kWarpSize; ++lane) {
    const uint64_t named = (~LaneBits(lane, shape).of(mask).Zero).getZExtValue();
    auto group = [&] { return ((uint64_t(1) << span) - 1) << (lane & -span); };
    if (named >> lane & 1)
      while (named & ~group())
        span *= 2;
  }
  return span;
}

} // namespace anywarp::codegen
