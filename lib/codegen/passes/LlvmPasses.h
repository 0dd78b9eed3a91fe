// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's new pass manager, set up for a target: what the passes that run LLVM's own passes need.
#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

namespace anywarp::codegen {

struct LlvmPasses {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager sccs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;

  explicit LlvmPasses(llvm::TargetMachine &target, llvm::PipelineTuningOptions tuning = {})
      : builder(&target, tuning) {
    // A kernel calls no C library: a loop does not become memset.
    llvm::TargetLibraryInfoImpl noLibrary(target.getTargetTriple());
    noLibrary.disableAllFunctions();
    functions.registerPass([noLibrary] { return llvm::TargetLibraryAnalysis(noLibrary); });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(sccs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, sccs, modules);
  }
};

} // namespace anywarp::codegen
