// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells LLVM what is known of the special registers: constants and ranges that follow from the
// class of the block's shape, and that thread indices of a narrow grid do not wrap.
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {
namespace {

using exec::BlockShape;
using llvm::Value;

/// The register's value where the shape fixes it.
std::optional<uint32_t> constantOf(Intrinsic id, const BlockShape &shape) {
  const bool isLinear = shape.kind == BlockShape::Linear;
  switch (id) {
  case Intrinsic::TidY:
    return isLinear ? std::optional<uint32_t>(0) : std::nullopt;
  case Intrinsic::TidZ:
    return shape.flat ? std::optional<uint32_t>(0) : std::nullopt;
  case Intrinsic::NTidY:
    return isLinear ? std::optional<uint32_t>(1) : std::nullopt;
  case Intrinsic::NTidZ:
    return shape.flat ? std::optional<uint32_t>(1) : std::nullopt;
  case Intrinsic::NTidX:
    return shape.kind == BlockShape::DividesWarp ? std::optional<uint32_t>(shape.x) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// Exclusive upper bound; 0: none.
uint32_t boundOf(Intrinsic id, const BlockShape &shape) {
  if (id == Intrinsic::TidX && shape.kind == BlockShape::DividesWarp)
    return shape.x;
  const uint32_t high = infoOf(id).high;
  return high ? high + 1 : 0;
}

bool isOneOf(const Value *value, Intrinsic first, unsigned dimension) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(value);
  std::optional<Intrinsic> id = call ? intrinsicOf(*call) : std::nullopt;
  return id && unsigned(*id) == unsigned(first) + dimension;
}

/// ctaid * ntid and nctaid * ntid of one dimension, and such a product plus tid.
void markIndices(llvm::Function &ntid, unsigned dimension) {
  auto isFlagged = [](llvm::Instruction *inst) {
    inst->setHasNoSignedWrap();
    inst->setHasNoUnsignedWrap();
  };
  for (llvm::User *user : ntid.users()) {
    auto *size = llvm::dyn_cast<llvm::CallInst>(user);
    if (!size)
      continue;
    for (llvm::User *product : size->users()) {
      auto *mul = llvm::dyn_cast<llvm::BinaryOperator>(product);
      if (!mul || mul->getOpcode() != llvm::Instruction::Mul || !mul->getType()->isIntegerTy(32))
        continue;
      Value *other = mul->getOperand(mul->getOperand(0) == size);
      if (!isOneOf(other, Intrinsic::CtaIdX, dimension) &&
          !isOneOf(other, Intrinsic::NCtaIdX, dimension))
        continue;
      isFlagged(mul);
      for (llvm::User *sum : mul->users())
        if (auto *add = llvm::dyn_cast<llvm::BinaryOperator>(sum);
            add && add->getOpcode() == llvm::Instruction::Add &&
            isOneOf(add->getOperand(add->getOperand(0) == mul), Intrinsic::TidX, dimension))
          isFlagged(add);
    }
  }
}

} // namespace

Status foldBlockShape(Lowering &lowering) {
  const BlockShape shape = lowering.shape();
  for (llvm::Function &function : lowering.module) {
    std::optional<Intrinsic> id = intrinsicOf(function);
    if (!id)
      continue;
    if (infoOf(*id).effect == Effect::Convergent)
      function.addFnAttr(llvm::Attribute::NoMerge);
    if (uint32_t bound = boundOf(*id, shape))
      function.addRangeRetAttr(llvm::ConstantRange(llvm::APInt(32, 0), llvm::APInt(32, bound)));
  }
  if (shape.narrowGrid)
    for (unsigned d = 0; d < 3; ++d)
      if (llvm::Function *ntid =
              lowering.module.getFunction(infoOf(Intrinsic(unsigned(Intrinsic::NTidX) + d)).name))
        markIndices(*ntid, d);
  for (llvm::Function &function : lowering.module) {
    std::optional<Intrinsic> id = intrinsicOf(function);
    std::optional<uint32_t> value = id ? constantOf(*id, shape) : std::nullopt;
    if (!value)
      continue;
    for (llvm::User *user : llvm::make_early_inc_range(function.users()))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(user)) {
        call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), *value));
        call->eraseFromParent();
      }
  }
  return {};
}

} // namespace anywarp::codegen
