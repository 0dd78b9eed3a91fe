// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A byte of memory that is read as a bool may hold any number: arrays of bytes are viewed as arrays
// of bool. For nvcc each but 0 is true, and a copy of the byte is that byte (seen). The language
// leaves both open. Clang looks at the lowest bit, and takes it that the byte is 0 or 1.
#include "frontend/passes/DevicePasses.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace anywarp::frontend {
namespace {

/// `truth` is the lowest bit of `byte`, by which Clang makes a bool of what it has read.
void replace(Instruction &truth, LoadInst &byte) {
  IRBuilder<> ir(&truth);
  for (User *user : make_early_inc_range(truth.users())) {
    auto *widened = dyn_cast<ZExtInst>(user);
    if (!widened)
      continue;
    ir.SetInsertPoint(widened);
    widened->replaceAllUsesWith(ir.CreateSExt(&byte, widened->getType()));
    widened->eraseFromParent();
  }
  if (!truth.use_empty()) {
    ir.SetInsertPoint(&truth);
    truth.replaceAllUsesWith(ir.CreateIsNotNull(&byte));
  }
  truth.eraseFromParent();
}

struct ReadBooleans : PassInfoMixin<ReadBooleans> {
  static bool isRequired() { return true; } // with -G, too
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    SmallVector<std::pair<TruncInst *, LoadInst *>> found;
    for (Instruction &inst : instructions(function))
      if (auto *truth = dyn_cast<TruncInst>(&inst); truth && truth->getType()->isIntegerTy(1))
        if (auto *byte = dyn_cast<LoadInst>(truth->getOperand(0));
            byte && byte->getType()->isIntegerTy(8))
          found.push_back({truth, byte});
    for (auto [truth, byte] : found) {
      byte->setMetadata(LLVMContext::MD_range, nullptr);
      replace(*truth, *byte);
    }
    return PreservedAnalyses::none();
  }
};

} // namespace

void addBooleans(PassBuilder &builder) {
  builder.registerPipelineStartEPCallback([](ModulePassManager &passes, OptimizationLevel) {
    passes.addPass(createModuleToFunctionPassAdaptor(ReadBooleans()));
  });
}

} // namespace anywarp::frontend
