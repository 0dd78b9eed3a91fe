// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's scalar passes on the code of one thread. What would hurt the lowering is left out: no
// jump threading (it duplicates joins where lanes meet again), no hoisting or sinking of common
// code, no vectorisers, no unrolling of loops that wait. Of the loop idioms, those that count bits.
#include <map>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/CorrelatedValuePropagation.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopDeletion.h>
#include <llvm/Transforms/Scalar/LoopIdiomRecognize.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/Reassociate.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/LlvmPasses.h"
#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {
namespace {

/// A loop that waits keeps its shape: one resume point instead of many.
struct KeepWaitingLoops : llvm::PassInfoMixin<KeepWaitingLoops> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
    for (llvm::Loop *loop : loops.getLoopsInPreorder())
      for (llvm::BasicBlock *block : loop->blocks())
        for (llvm::Instruction &inst : *block)
          if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst))
            if (std::optional<Intrinsic> id = intrinsicOf(*call);
                id && infoOf(*id).effect == Effect::Convergent)
              loop->setLoopAlreadyUnrolled();
    return llvm::PreservedAnalyses::all();
  }
};

/// Reads each special register once, at the start. Else partial redundancy elimination would make
/// phis of equal values, which look different from lane to lane where control flow is.
struct ReadRegistersOnce : llvm::PassInfoMixin<ReadRegistersOnce> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &) {
    llvm::BasicBlock &entry = function.getEntryBlock();
    std::map<Intrinsic, llvm::CallInst *> known;
    for (llvm::Instruction &inst : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
      std::optional<Intrinsic> id = call ? intrinsicOf(*call) : std::nullopt;
      if (!id || !call->arg_empty() || infoOf(*id).effect != Effect::Pure)
        continue;
      auto [first, isNew] = known.try_emplace(*id, call);
      if (isNew) {
        call->moveBefore(entry, entry.getFirstNonPHIOrDbgOrAlloca());
      } else {
        call->replaceAllUsesWith(first->second);
        call->eraseFromParent();
      }
    }
    return known.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
  }
};

} // namespace

Status cleanUp(Lowering &lowering) {
  LlvmPasses llvm(lowering.target);
  const llvm::SimplifyCFGOptions cfg;
  llvm::FunctionPassManager fpm;
  fpm.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  if (lowering.options.optLevel > 0) {
    fpm.addPass(ReadRegistersOnce());
    fpm.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
    fpm.addPass(llvm::SimplifyCFGPass(cfg));
    fpm.addPass(llvm::InstCombinePass());
    fpm.addPass(llvm::ReassociatePass());
    llvm::LoopPassManager rotate;
    rotate.addPass(llvm::LoopRotatePass(/*EnableHeaderDuplication=*/true));
    rotate.addPass(llvm::LICMPass(llvm::LICMOptions()));
    fpm.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(rotate), /*UseMemorySSA=*/true));
    fpm.addPass(llvm::SimplifyCFGPass(cfg));
    fpm.addPass(llvm::InstCombinePass());
    fpm.addPass(KeepWaitingLoops());
    llvm::LoopPassManager unroll;
    unroll.addPass(llvm::LoopIdiomRecognizePass());
    unroll.addPass(llvm::IndVarSimplifyPass(/*WidenIndVars=*/false)); // 64-bit lanes cost double
    unroll.addPass(llvm::LoopDeletionPass());
    unroll.addPass(llvm::LoopFullUnrollPass(/*OptLevel=*/2));
    fpm.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(unroll)));
    fpm.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    fpm.addPass(llvm::GVNPass());
    fpm.addPass(llvm::InstCombinePass());
    fpm.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()),
                                                      /*UseMemorySSA=*/true));
    fpm.addPass(llvm::ADCEPass());
    fpm.addPass(llvm::SimplifyCFGPass(cfg));
    fpm.addPass(llvm::InstCombinePass());
  }
  for (llvm::Function &function : lowering.module)
    if (!function.isDeclaration() &&
        (&function == lowering.kernel || function.hasFnAttribute("aw-function")))
      fpm.run(function, llvm.functions);
  return {};
}

} // namespace anywarp::codegen
