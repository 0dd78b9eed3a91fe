// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The form that Uniformity and FormWarps read: reducible, only two-way branches, no critical edges,
// simplified loops in LCSSA with one latch, one return. Traps do not fork control flow: the lanes
// that survive are all the lanes there are.
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/BreakCriticalEdges.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/LlvmPasses.h"
#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::BranchInst;
using llvm::Instruction;

/// `exit` ends the thread: a return of the kernel.
void lowerExits(llvm::Function &kernel) {
  for (BasicBlock &block : kernel)
    for (Instruction &inst : block)
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
          call && intrinsicOf(*call) == Intrinsic::Exit) {
        llvm::changeToUnreachable(call);
        block.getTerminator()->eraseFromParent();
        llvm::ReturnInst::Create(kernel.getContext(), &block);
        break;
      }
}

/// A side block that ends in a trap goes on where its sister does; control never gets there.
void joinTraps(llvm::Function &function) {
  for (BasicBlock &block : function) {
    auto *end = llvm::dyn_cast<llvm::UnreachableInst>(block.getTerminator());
    BasicBlock *from = block.getSinglePredecessor();
    auto *branch = from ? llvm::dyn_cast<BranchInst>(from->getTerminator()) : nullptr;
    if (!end || !branch || !branch->isConditional())
      continue;
    BasicBlock *sister = branch->getSuccessor(branch->getSuccessor(0) == &block);
    if (sister == &block || llvm::isa<llvm::UnreachableInst>(sister->getTerminator()))
      continue;
    BranchInst::Create(sister, end->getIterator());
    end->eraseFromParent();
    for (llvm::PHINode &phi : sister->phis())
      phi.addIncoming(llvm::PoisonValue::get(phi.getType()), &block);
  }
}

void dropDegenerateBranches(llvm::Function &function) {
  for (BasicBlock &block : function)
    llvm::ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
  llvm::removeUnreachableBlocks(function);
}

} // namespace

Status normalizeControlFlow(Lowering &lowering) {
  LlvmPasses llvm(lowering.target);
  llvm::FunctionPassManager fpm;
  fpm.addPass(llvm::LowerSwitchPass());
  fpm.addPass(llvm::UnifyFunctionExitNodesPass());
  fpm.addPass(llvm::FixIrreduciblePass());
  fpm.addPass(llvm::LoopSimplifyPass());
  // Keeping the analyses true edge by edge takes minutes for kernels of 10,000 blocks.
  fpm.addPass(llvm::InvalidateAllAnalysesPass());
  fpm.addPass(llvm::BreakCriticalEdgesPass());
  fpm.addPass(llvm::LoopSimplifyPass());
  fpm.addPass(llvm::LCSSAPass());
  for (llvm::Function &function : lowering.module) {
    const bool isKernel = &function == lowering.kernel;
    if (function.isDeclaration() || !(isKernel || function.hasFnAttribute("aw-function")))
      continue;
    if (isKernel)
      lowerExits(function);
    for (BasicBlock &block : function)
      if (llvm::isa<llvm::IndirectBrInst>(block.getTerminator()))
        return Status(StatusCode::NotSupported, "computed branches");
    dropDegenerateBranches(function);
    joinTraps(function);
    llvm.functions.invalidate(function, llvm::PreservedAnalyses::none());
    fpm.run(function, llvm.functions);
    dropDegenerateBranches(function);
  }
  return {};
}

} // namespace anywarp::codegen
