// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_STRICT=1: kernels may not touch memory of the host that CUDA does not know
// (exec/memory/Strict.h). An address in a page that is not open to kernels gets the bits of
// exec::kMisalignedBase, so that the access faults; the handler asks the same table which of the
// two it was. There is no branch: the lanes of a warp look up their pages together.
//
// ANYWARP_CONCURRENT_MANAGED=0: what lies in the window of managed memory is used where kernels
// see it (exec/memory/ManagedViews.h), whatever the host may do meanwhile.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {
namespace {

using llvm::Instruction;
using llvm::Value;

llvm::Use *pointerOperand(Instruction &inst) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst))
    return &load->getOperandUse(load->getPointerOperandIndex());
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&inst))
    return &store->getOperandUse(store->getPointerOperandIndex());
  if (auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst))
    return &rmw->getOperandUse(rmw->getPointerOperandIndex());
  if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst))
    return &exchange->getOperandUse(exchange->getPointerOperandIndex());
  return nullptr;
}

bool isGlobalOrGeneric(Value *pointer) {
  constexpr unsigned kGeneric = 0, kGlobal = 1;
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  return space == kGeneric || space == kGlobal;
}

/// What the pointer leads into is seen to be a variable, a parameter or shared memory.
bool isOwn(const Value *pointer) {
  const Value *object = llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
  auto *call = llvm::dyn_cast<llvm::CallInst>(object);
  return llvm::isa<llvm::AllocaInst>(object) || (call && intrinsicOf(*call));
}

/// Global and generic addresses, unless what they point into is seen to be the kernel's own.
bool isChecked(Value *pointer) {
  return isGlobalOrGeneric(pointer) && !isOwn(pointer) &&
         !llvm::isa<llvm::GlobalValue>(llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0));
}

void check(Instruction &access) {
  llvm::Use &use = *pointerOperand(access);
  if (!isChecked(use.get()))
    return;
  llvm::IRBuilder<> ir(&access);
  Value *address = ir.CreatePtrToInt(use.get(), ir.getInt64Ty());
  constexpr uint64_t kWords = uint64_t(1) << (exec::kAddressBits - exec::kPageShift - 5);
  Value *word = ir.CreateAnd(ir.CreateLShr(address, exec::kPageShift + 5), kWords - 1);
  Value *place = ir.CreateIntToPtr(
      ir.CreateAdd(ir.CreateShl(word, 2), ir.getInt64(exec::kOpenPagesBase)), ir.getPtrTy());
  Value *bits = ir.CreateAlignedLoad(ir.getInt32Ty(), place, llvm::Align(4), "open");
  Value *page = ir.CreateTrunc(ir.CreateLShr(address, exec::kPageShift), ir.getInt32Ty());
  Value *isOpen = ir.CreateAnd(ir.CreateLShr(bits, ir.CreateAnd(page, 31)), 1);
  Value *moved = ir.CreateOr(address, exec::kMisalignedBase);
  Value *chosen = ir.CreateSelect(ir.CreateICmpNE(isOpen, ir.getInt32(0)), address, moved);
  use.set(ir.CreateIntToPtr(chosen, use->getType()));
}

/// A number of 32 bits, wherever it stands: no address, as programs' memory lies far above.
bool isSmall(const Value *value) {
  if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value))
    return constant->getValue().isSignedIntN(33);
  const unsigned code = llvm::Operator::getOpcode(value);
  return (code == Instruction::ZExt || code == Instruction::SExt) &&
         llvm::cast<llvm::Operator>(value)->getOperand(0)->getType()->getScalarSizeInBits() <= 32;
}

/// A part of an address that is a number of elements or bytes. A program may build an address out
/// of two words, the upper one shifted by 32.
bool isNumber(const Value *value) {
  if (isSmall(value))
    return true;
  auto *op = llvm::dyn_cast<llvm::Operator>(value);
  switch (llvm::Operator::getOpcode(value)) {
  case Instruction::Shl: {
    auto *amount = llvm::dyn_cast<llvm::ConstantInt>(op->getOperand(1));
    return amount && amount->getValue().ult(32) && isSmall(op->getOperand(0));
  }
  case Instruction::Mul:
    return isSmall(op->getOperand(0)) && isSmall(op->getOperand(1));
  default:
    return false;
  }
}

/// What the lanes' addresses begin with, where all else in them is seen to be numbers: it says as
/// well which memory they lie in, and their pattern stays seen. Else the address.
Value *baseOf(Value *address) {
  for (Value *base = address;;) {
    auto *op = llvm::dyn_cast<llvm::Operator>(base);
    switch (llvm::Operator::getOpcode(base)) {
    case Instruction::IntToPtr:
    case Instruction::PtrToInt:
    case Instruction::AddrSpaceCast:
      base = op->getOperand(0);
      continue;
    case Instruction::GetElementPtr:
      if (!llvm::all_of(llvm::cast<llvm::GEPOperator>(op)->indices(),
                        [](const llvm::Use &index) { return isNumber(index.get()); }))
        return base;
      base = op->getOperand(0);
      continue;
    case Instruction::Add:
      if (isNumber(op->getOperand(0)) == isNumber(op->getOperand(1)))
        return base;
      base = op->getOperand(isNumber(op->getOperand(0)) ? 1 : 0);
      continue;
    default:
      return base;
    }
  }
}

/// Addresses of managed variables are among them.
void useView(Instruction &access) {
  llvm::Use &use = *pointerOperand(access);
  if (!isGlobalOrGeneric(use.get()) || isOwn(use.get()))
    return;
  llvm::IRBuilder<> ir(&access);
  Value *address = ir.CreatePtrToInt(use.get(), ir.getInt64Ty()), *base = baseOf(use.get());
  base = base->getType()->isPointerTy()       ? ir.CreatePtrToInt(base, ir.getInt64Ty())
         : base->getType() == ir.getInt64Ty() ? base
                                              : address;
  Value *isManaged = ir.CreateICmpEQ(ir.CreateLShr(base, exec::kManagedBits),
                                     ir.getInt64(exec::kManagedBase >> exec::kManagedBits));
  Value *view = ir.CreateAdd(
      address, ir.CreateShl(ir.CreateZExt(isManaged, ir.getInt64Ty()), exec::kManagedBits));
  use.set(ir.CreateIntToPtr(view, use->getType()));
}

template <typename Change> void eachAccess(Lowering &lowering, Change change) {
  for (llvm::Function &function : lowering.module) {
    if (function.isDeclaration() ||
        !(&function == lowering.kernel || function.hasFnAttribute("aw-function")))
      continue;
    llvm::SmallVector<Instruction *, 64> accesses;
    for (llvm::BasicBlock &block : function)
      for (Instruction &inst : block)
        if (pointerOperand(inst))
          accesses.push_back(&inst);
    for (Instruction *access : accesses)
      change(*access);
  }
}

} // namespace

Status checkAccess(Lowering &lowering) {
  if (lowering.options.strict)
    eachAccess(lowering, check);
  return {};
}

Status useManagedViews(Lowering &lowering) {
  if (lowering.options.managedViews)
    eachAccess(lowering, useView);
  return {};
}

} // namespace anywarp::codegen
