// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// x86-64: the running piece lives in %mm7, which calls keep as long as nobody uses the x87 unit.
#include "codegen/arch/Processor.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

namespace anywarp::codegen::arch {

const char *const kTriple = "x86_64-unknown-linux-gnu";
const char *const kDataLayout =
    "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";

namespace {

/// No call in it, or in what it calls, can reach code that uses the x87 unit, whose registers the
/// MMX ones are. Calls that do not come back are left through the stack switch, which clears the
/// unit.
bool leavesX87Alone(const llvm::Function &function,
                    llvm::SmallPtrSetImpl<const llvm::Function *> &seen) {
  if (!seen.insert(&function).second)
    return true;
  for (const llvm::Instruction &inst : llvm::instructions(function)) {
    if (inst.getOpcode() == llvm::Instruction::FRem)
      return false; // a library call
    auto *call = llvm::dyn_cast<llvm::CallBase>(&inst);
    if (!call || call->doesNotReturn())
      continue;
    const llvm::Function *callee = call->getCalledFunction();
    if (!callee)
      return false;
    if (callee->isIntrinsic()) {
      switch (callee->getIntrinsicID()) {
      case llvm::Intrinsic::sin:
      case llvm::Intrinsic::cos:
      case llvm::Intrinsic::tan:
      case llvm::Intrinsic::exp:
      case llvm::Intrinsic::exp2:
      case llvm::Intrinsic::exp10:
      case llvm::Intrinsic::log:
      case llvm::Intrinsic::log2:
      case llvm::Intrinsic::log10:
      case llvm::Intrinsic::pow:
      case llvm::Intrinsic::powi:
        return false;
      default:
        continue;
      }
    }
    if (callee->isDeclaration() || !leavesX87Alone(*callee, seen))
      return false;
  }
  return true;
}

} // namespace

bool canKeepPiece(const llvm::Function &function) {
  llvm::SmallPtrSet<const llvm::Function *, 8> seen;
  const llvm::Triple triple(function.getParent()->getTargetTriple());
  return triple.getArch() == llvm::Triple::x86_64 && leavesX87Alone(function, seen);
}

/// In a kernel that streams results to memory a store of the piece takes one entry in three of the
/// store buffer, which is what bounds it.
void keepPiece(llvm::IRBuilderBase &ir, llvm::Value *piece) {
  // No text: a parser for assembly would take longer than all else here.
  llvm::Type *mmx = llvm::Type::getX86_MMXTy(ir.getContext());
  auto *type = llvm::FunctionType::get(ir.getVoidTy(), {mmx}, false);
  llvm::InlineAsm *use = llvm::InlineAsm::get(type, "", "{mm7}", /*hasSideEffects=*/true);
  llvm::CallInst *call = ir.CreateCall(use, {asKeptPiece(ir, piece)});
  call->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
  call->addFnAttr(llvm::Attribute::NoUnwind);
  call->addFnAttr(llvm::Attribute::WillReturn);
}

bool keepsPiece(const llvm::Instruction &inst) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
  auto *use = call ? llvm::dyn_cast<llvm::InlineAsm>(call->getCalledOperand()) : nullptr;
  return use && use->getConstraintString() == "{mm7}";
}

llvm::Value *asKeptPiece(llvm::IRBuilderBase &ir, llvm::Value *piece) {
  auto *pair = llvm::FixedVectorType::get(ir.getInt32Ty(), 2);
  return ir.CreateBitCast(
      ir.CreateInsertElement(llvm::Constant::getNullValue(pair), piece, uint64_t(0)),
      llvm::Type::getX86_MMXTy(ir.getContext()));
}

llvm::Value *permutePair(llvm::IRBuilderBase &ir, llvm::Value *low, llvm::Value *index,
                         llvm::Value *high) {
  return ir.CreateIntrinsic(llvm::Intrinsic::x86_avx512_vpermi2var_d_512, {}, {low, index, high});
}

} // namespace anywarp::codegen::arch
