// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -lineinfo: accesses of memory in two ways that meet stay two. LLVM makes one of what both begin
// or end with, and that is of no line. So an empty piece of assembly, which must not be merged,
// stands at both ends of each. MergedLoadStoreMotion, which looks past those, does not run.
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Passes/PassBuilder.h>

#include "frontend/passes/DevicePasses.h"

namespace anywarp::frontend {

using namespace llvm;

namespace {

bool isAccess(const Instruction &inst) {
  if (!inst.getDebugLoc() || !inst.mayReadOrWriteMemory())
    return false;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&inst))
    return !intrinsic->isAssumeLikeIntrinsic();
  const Value *address = getLoadStorePointerOperand(&inst);
  return !address || !isa<AllocaInst>(address); // also calls, which may be inlined
}

/// One of the ways that meet in `meeting`, with accesses on it.
bool isWay(const BasicBlock &block, const BasicBlock &meeting) {
  return block.getSingleSuccessor() == &meeting && block.getSinglePredecessor() &&
         any_of(block, isAccess);
}

void mark(Instruction &before) {
  IRBuilder<> ir(&before);
  CallInst *call = ir.CreateCall(InlineAsm::get(FunctionType::get(ir.getVoidTy(), false), "", "",
                                                /*hasSideEffects=*/true));
  call->setOnlyAccessesArgMemory(); // no load may pass it, and it has no arguments
  call->setDoesNotThrow();
  call->addFnAttr(Attribute::NoMerge);
  call->addFnAttr(Attribute::WillReturn);
}

struct KeepLines : PassInfoMixin<KeepLines> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    if (!function.getSubprogram())
      return PreservedAnalyses::all();
    SmallPtrSet<BasicBlock *, 16> ways;
    for (BasicBlock &meeting : function) {
      SmallVector<BasicBlock *, 4> here;
      for (BasicBlock *block : predecessors(&meeting))
        if (isWay(*block, meeting))
          here.push_back(block);
      if (here.size() > 1)
        ways.insert(here.begin(), here.end());
    }
    for (BasicBlock *way : ways) {
      mark(*way->getFirstInsertionPt());
      mark(*way->getTerminator());
    }
    PreservedAnalyses kept;
    kept.preserveSet<CFGAnalyses>();
    return kept;
  }
};

} // namespace

void addKeptLines(PassBuilder &builder) {
  builder.registerPipelineEarlySimplificationEPCallback(
      [](ModulePassManager &passes, OptimizationLevel level) {
        if (level != OptimizationLevel::O0)
          passes.addPass(createModuleToFunctionPassAdaptor(KeepLines()));
      });
  if (PassInstrumentationCallbacks *callbacks = builder.getPassInstrumentationCallbacks())
    callbacks->registerShouldRunOptionalPassCallback([](StringRef pass, Any ir) {
      const auto *const *function = any_cast<const Function *>(&ir);
      return pass != "MergedLoadStoreMotionPass" || !function || !(*function)->getSubprogram();
    });
}

} // namespace anywarp::frontend
