// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions that work lane by lane: the same instruction on the bases of groups, or on vectors.
#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DIBuilder.h>
#include <llvm/IR/Module.h>

#include "codegen/passes/warps/WarpBuilder.h"

namespace anywarp::codegen {

using llvm::Instruction;
using llvm::SmallVector;
using llvm::Type;
using llvm::Value;

void WarpBuilder::widen(Instruction &inst) {
  if (inst.isDebugOrPseudoInst())
    return;
  ir.SetCurrentDebugLocation(inst.getDebugLoc());
  if (delaysReductions_)
    settleBefore(inst);
  switch (inst.getOpcode()) {
  case Instruction::Load:
    return widenLoad(llvm::cast<llvm::LoadInst>(inst));
  case Instruction::Store:
    return widenStore(llvm::cast<llvm::StoreInst>(inst));
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
    return widenAtomic(inst);
  case Instruction::Fence: {
    auto &fence = llvm::cast<llvm::FenceInst>(inst);
    ir.CreateFence(fence.getOrdering(), fence.getSyncScopeID());
    return;
  }
  case Instruction::Call:
    return widenCall(llvm::cast<llvm::CallInst>(inst));
  case Instruction::Alloca:
    return widenAlloca(llvm::cast<llvm::AllocaInst>(inst));
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return widenDivision(inst);
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
    if (widenElements(inst))
      return;
    return widenEach(inst);
  default:
    return widenLanewise(inst);
  }
}

Value *WarpBuilder::cloneWith(Instruction &inst, llvm::ArrayRef<Value *> operands, Type *type,
                              bool dropFlags) {
  Instruction *copy = inst.clone();
  for (unsigned i = 0; i < operands.size(); ++i)
    copy->setOperand(i, operands[i]);
  copy->mutateType(type);
  if (dropFlags)
    copy->dropPoisonGeneratingFlags();
  ir.Insert(copy);
  copy->setDebugLoc(ir.getCurrentDebugLocation());
  if (Value *simpler =
          llvm::simplifyInstruction(copy, llvm::SimplifyQuery(lowering.module.getDataLayout()))) {
    copy->eraseFromParent();
    return simpler;
  }
  copy->setName(inst.getName());
  return copy;
}

void WarpBuilder::widenLanewise(Instruction &inst) {
  LaneShape shape = shapeOf(&inst);
  SmallVector<Value *, 4> operands;
  if (!isGrouped(shape)) {
    const bool isGep = llvm::isa<llvm::GetElementPtrInst>(inst);
    for (unsigned i = 0; i < inst.getNumOperands(); ++i) {
      Value *operand = inst.getOperand(i);
      bool keepScalar = (isGep && isUniform(operand)) ||
                        (llvm::isa<llvm::SelectInst>(inst) && i == 0 && isUniform(operand));
      operands.push_back(keepScalar ? scalar(operand) : vector(operand));
    }
    if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&inst);
        select && !isUniform(select->getCondition()) &&
        !select->getCondition()->getType()->isVectorTy()) {
      define(&inst, blend(operands[0], operands[1], operands[2]));
      return;
    }
    define(&inst, cloneWith(inst, operands, widened(inst.getType()), false));
    return;
  }
  // First lanes may be inactive: what is poison for them must not reach their neighbours.
  bool isStrided = shape.stride != 0;
  for (Value *operand : inst.operands())
    isStrided |= shapeOf(operand).stride != 0;
  SmallVector<Value *, 4> bases;
  for (unsigned k = 0; k < width / shape.group; ++k) {
    operands.clear();
    for (Value *operand : inst.operands())
      operands.push_back(base(operand, k, shape.group));
    if (auto *either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&inst);
        isStrided && either && either->isDisjoint())
      bases.push_back(ir.CreateAdd(operands[0], operands[1]));
    else if (isStrided && inst.getOpcode() == Instruction::ZExt && inst.hasNonNeg())
      bases.push_back(ir.CreateSExt(operands[0], inst.getType()));
    else if (isStrided && inst.getOpcode() == Instruction::ZExt &&
             uniformity.isTakenNotToWrap(&inst) && !isFull(mask))
      bases.push_back(extendFromActive(operands[0], inst.getType(), shape, k));
    else
      bases.push_back(cloneWith(inst, operands, inst.getType(), isStrided));
  }
  defineBases(&inst, bases);
}

/// Zero extension of an evenly spaced value by that of the group's first active lane: the first
/// lane of all may be inactive and below zero.
Value *WarpBuilder::extendFromActive(Value *base, Type *type, LaneShape shape, unsigned group) {
  Value *bits = ir.CreateBitCast(groupOf(mask, group, shape.group), ir.getIntNTy(shape.group));
  Value *first = ir.CreateIntrinsic(llvm::Intrinsic::cttz, {ir.getInt32Ty()},
                                    {ir.CreateZExt(bits, ir.getInt32Ty()), ir.getFalse()});
  Value *ahead = ir.CreateMul(first, ir.getInt32(uint32_t(shape.stride)));
  Value *there = ir.CreateZExt(ir.CreateAdd(base, ahead), type);
  return ir.CreateSub(there, ir.CreateSExt(ahead, type));
}

/// Instructions on <n x T>, whose wide form is <W * n x T>. False: not of a known form.
bool WarpBuilder::widenElements(Instruction &inst) {
  if (isGrouped(shapeOf(&inst))) {
    widenLanewise(inst);
    return true;
  }
  Value *source = inst.getOperand(0);
  const unsigned count = elementsOf(source->getType());
  SmallVector<int, 64> index;
  if (llvm::isa<llvm::ExtractElementInst>(inst)) {
    auto *place = llvm::dyn_cast<llvm::ConstantInt>(inst.getOperand(1));
    if (!place || place->getZExtValue() >= count)
      return false;
    for (unsigned i = 0; i < width; ++i)
      index.push_back(int(i * count + place->getZExtValue()));
    define(&inst, ir.CreateShuffleVector(vector(source), index));
    return true;
  }
  if (llvm::isa<llvm::InsertElementInst>(inst)) {
    auto *place = llvm::dyn_cast<llvm::ConstantInt>(inst.getOperand(2));
    if (!place || place->getZExtValue() >= count)
      return false;
    // <W x T> spread to every element of its lane, then the one wanted is taken from it
    SmallVector<int, 64> spread;
    for (unsigned i = 0; i < width * count; ++i) {
      spread.push_back(int(i / count));
      index.push_back(int(i % count == place->getZExtValue() ? i + width * count : i));
    }
    Value *wide = ir.CreateShuffleVector(vector(inst.getOperand(1)), spread);
    define(&inst, ir.CreateShuffleVector(vector(source), wide, index));
    return true;
  }
  auto &shuffle = llvm::cast<llvm::ShuffleVectorInst>(inst);
  for (unsigned i = 0; i < width; ++i)
    for (int element : shuffle.getShuffleMask()) {
      if (element < 0)
        index.push_back(-1);
      else if (unsigned(element) < count)
        index.push_back(int(i * count) + element);
      else
        index.push_back(int(width * count + i * count) + element - int(count));
    }
  define(&inst, ir.CreateShuffleVector(vector(source), vector(inst.getOperand(1)), index));
  return true;
}

/// Divisors of inactive lanes are replaced: they may be zero.
void WarpBuilder::widenDivision(Instruction &inst) {
  Value *divisor = inst.getOperand(1);
  auto *number = llvm::dyn_cast<llvm::ConstantInt>(divisor);
  if (number && !number->isZero() && !number->isMinusOne())
    return widenLanewise(inst);
  LaneShape shape = shapeOf(&inst);
  Value *one = llvm::ConstantInt::get(inst.getType(), 1);
  if (isGrouped(shape)) {
    SmallVector<Value *, 4> bases;
    for (unsigned k = 0; k < width / shape.group; ++k) {
      Value *by = base(divisor, k, shape.group);
      if (!(shape.group == width && isActive) && width > 1)
        by = ir.CreateSelect(any(groupOf(mask, k, shape.group)), by, one);
      bases.push_back(
          cloneWith(inst, {base(inst.getOperand(0), k, shape.group), by}, inst.getType(), true));
    }
    defineBases(&inst, bases);
    return;
  }
  Value *by = blend(mask, vector(divisor), splat(one));
  if (inst.getType()->getIntegerBitWidth() <= 32)
    define(&inst, divide(inst.getOpcode(), vector(inst.getOperand(0)), by));
  else
    define(&inst, cloneWith(inst, {vector(inst.getOperand(0)), by}, widened(inst.getType()), true));
}

/// Division of vectors of up to 32 bits through double, which is exact: a quotient that is not an
/// integer is at least 2^-32 of itself away from the next one. Processors have no vector division
/// of integers, and LLVM would divide lane by lane.
Value *WarpBuilder::divide(unsigned opcode, Value *a, Value *b) {
  const bool isSigned = opcode == Instruction::SDiv || opcode == Instruction::SRem;
  Type *type = a->getType();
  Type *wide = type->getWithNewBitWidth(32);
  Type *real = llvm::VectorType::get(ir.getDoubleTy(), llvm::cast<llvm::VectorType>(type));
  auto toReal = [&](Value *v) {
    v = isSigned ? ir.CreateSExt(v, wide) : ir.CreateZExt(v, wide);
    return isSigned ? ir.CreateSIToFP(v, real) : ir.CreateUIToFP(v, real);
  };
  Value *ratio = ir.CreateFDiv(toReal(a), toReal(b));
  Value *quotient = isSigned ? ir.CreateFPToSI(ratio, wide) : ir.CreateFPToUI(ratio, wide);
  quotient = ir.CreateTrunc(quotient, type);
  if (opcode == Instruction::SDiv || opcode == Instruction::UDiv)
    return quotient;
  return ir.CreateSub(a, ir.CreateMul(quotient, b));
}

/// Local memory: a slice of the block's window in a kernel, of the stack in a function.
Value *WarpBuilder::localBase() {
  if (!localBase_) {
    llvm::IRBuilderBase::InsertPointGuard restore(ir);
    if (source.hasFnAttribute("aw-kernel")) {
      Value *start = blockField(offsetof(exec::BlockState, local), ir.getPtrTy(), "local");
      Value *offset =
          ir.CreateMul(ir.CreateZExt(piece(), ir.getInt64Ty()), ir.getInt64(local_.bytes * width));
      localBase_ = ir.CreatePtrAdd(start, offset);
      lowering.info.localBytes = uint32_t(local_.bytes);
    } else {
      llvm::AllocaInst *slice =
          entryAlloca(llvm::ArrayType::get(ir.getInt8Ty(), local_.bytes * width), "local");
      slice->setAlignment(llvm::Align(64));
      localBase_ = slice;
    }
  }
  return localBase_;
}

/// A place on the stack for the pointer to a variable of the source, which debuggers look at.
Value *WarpBuilder::declareVariable(llvm::AllocaInst &inst, llvm::DILocalVariable *variable) {
  llvm::AllocaInst *place = entryAlloca(inst.getAllocatedType(), inst.getName());
  place->setMetadata(kVariableMetadata, variable); // MakeCoroutine looks for it
  llvm::DIBuilder debug(*target.getParent(), /*AllowUnresolved=*/false);
  for (llvm::User *user : inst.users())
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(user); store && store->getDebugLoc())
      debug.insertDeclare(place, variable, debug.createExpression({llvm::dwarf::DW_OP_deref}),
                          store->getDebugLoc(), target.getEntryBlock().getTerminator());
  return place;
}

void WarpBuilder::widenAlloca(llvm::AllocaInst &inst) {
  if (!local_.offsets.count(&inst))
    return refuse("alloca of a size known only at run time");
  if (auto *variable =
          llvm::cast_or_null<llvm::DILocalVariable>(inst.getMetadata(kVariableMetadata));
      variable && width == 1)
    return defineBases(&inst, {declareVariable(inst, variable)});
  Value *place = ir.CreatePtrAdd(localBase(), ir.getInt64(local_.offsets.lookup(&inst)));
  if (inst.getType()->getPointerAddressSpace() != 0)
    place = ir.CreateAddrSpaceCast(place, inst.getType());
  defineBases(&inst, {place});
}

} // namespace anywarp::codegen
