// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses of .local, .param and .const in 64-bit registers: whole ones, as `mov.u64` makes them,
// or the low halves that LLVM's "short pointers" widen with zeros. Most are seen to be whole, which
// keeps variables of local memory promotable; the others are told apart when they are used.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Local.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {
namespace {

/// A sum with the whole address of a variable in it.
class WholeAddress {
public:
  static bool isIn(llvm::Value *value) { return WholeAddress().find(value); }

private:
  bool find(llvm::Value *value) {
    auto *op = llvm::dyn_cast<llvm::Operator>(value);
    if (!op || !value->getType()->isIntegerTy(64) || !seen_.insert(value).second)
      return false;
    switch (op->getOpcode()) {
    case llvm::Instruction::PtrToInt:
      return true;
    case llvm::Instruction::Add:
    case llvm::Instruction::Sub:
    case llvm::Instruction::Or:
    case llvm::Instruction::PHI:
    case llvm::Instruction::Select:
    case llvm::Instruction::Freeze:
      return llvm::any_of(op->operands(), [this](llvm::Value *each) { return find(each); });
    default:
      return false;
    }
  }
  llvm::SmallPtrSet<llvm::Value *, 16> seen_;
};

/// Of the addresses with this low half the one nearest to `anchor`: what these spaces hold for a
/// thread is much smaller than 2 GB.
llvm::Value *nearest(llvm::IRBuilder<> &ir, llvm::Value *bits, llvm::Value *anchor) {
  llvm::Value *distance =
      ir.CreateSub(ir.CreateTrunc(bits, ir.getInt32Ty()), ir.CreateTrunc(anchor, ir.getInt32Ty()));
  return ir.CreateAdd(anchor, ir.CreateSExt(distance, ir.getInt64Ty()));
}

void resolve(llvm::CallInst &call) {
  llvm::Value *bits = call.getArgOperand(0), *anchor = call.getArgOperand(1), *address = bits;
  if (!WholeAddress::isIn(bits)) {
    // A half that was widened, and what was added to it since.
    constexpr uint64_t kShort = uint64_t(1) << 33;
    llvm::IRBuilder<> ir(&call);
    address = ir.CreateSelect(ir.CreateICmpULT(bits, ir.getInt64(kShort)),
                              nearest(ir, bits, anchor), bits);
  }
  call.replaceAllUsesWith(address);
  call.eraseFromParent();
  llvm::RecursivelyDeleteTriviallyDeadInstructions(anchor);
}

} // namespace

Status resolveAddresses(Lowering &lowering) {
  for (llvm::Function &function : lowering.module) {
    llvm::SmallVector<llvm::CallInst *> calls;
    for (llvm::Instruction &inst : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
          call && intrinsicOf(*call) == Intrinsic::WholeAddress)
        calls.push_back(call);
    for (llvm::CallInst *call : calls)
      resolve(*call);
  }
  return {};
}

} // namespace anywarp::codegen
