// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ANYWARP_STRICT=1: kernels may not touch memory of the host that CUDA does not know
// (exec/Strict.h). An address in a page that is not open to kernels gets the bits of
// exec::kMisalignedBase, so that the access faults; the handler asks the same table which of the
// two it was. There is no branch: the lanes of a warp look up their pages together.
//
// ANYWARP_CONCURRENT_MANAGED=0: what lies in the window of managed memory is used where kernels
// see it (exec/ManagedViews.h), whatever the host may do meanwhile.
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

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

/// Global and generic addresses, unless what they point into is seen to be the kernel's own.
bool isChecked(Value *pointer) {
  if (!isGlobalOrGeneric(pointer))
    return false;
  const Value *object = llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
  if (llvm::isa<llvm::AllocaInst>(object) || llvm::isa<llvm::GlobalValue>(object))
    return false;
  auto *call = llvm::dyn_cast<llvm::CallInst>(object);
  return !call || !intrinsicOf(*call);
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

/// Addresses of managed variables are among them.
void useView(Instruction &access) {
  llvm::Use &use = *pointerOperand(access);
  if (!isGlobalOrGeneric(use.get()) ||
      llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(use.get(), /*MaxLookup=*/0)))
    return;
  llvm::IRBuilder<> ir(&access);
  Value *address = ir.CreatePtrToInt(use.get(), ir.getInt64Ty());
  Value *isManaged = ir.CreateICmpEQ(ir.CreateLShr(address, exec::kManagedBits),
                                     ir.getInt64(exec::kManagedBase >> exec::kManagedBits));
  Value *view = ir.CreateOr(
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
