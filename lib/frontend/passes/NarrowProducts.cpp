// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The product of two values of unsigned short is an int and may overflow. The language leaves the
// result open, but g++ and nvcc wrap it (seen), also where it is widened to 64 bits afterwards.
// LLVM widens the factors instead where the multiplication is marked as one that never overflows.
#include "frontend/passes/DevicePasses.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace anywarp::frontend {
namespace {

/// An unsigned value of 16 bits as an int.
bool isPromoted(const Value *value) {
  const auto *extension = dyn_cast<ZExtInst>(value);
  return extension && extension->getSrcTy()->isIntegerTy(16);
}

struct WrapNarrowProducts : PassInfoMixin<WrapNarrowProducts> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    for (Instruction &inst : instructions(function))
      if (inst.getOpcode() == Instruction::Mul && inst.getType()->isIntegerTy(32) &&
          isPromoted(inst.getOperand(0)) && isPromoted(inst.getOperand(1)))
        inst.setHasNoSignedWrap(false);
    return PreservedAnalyses::all(); // no other analysis reads the mark this early
  }
};

} // namespace

void addNarrowProducts(PassBuilder &builder) {
  builder.registerPipelineStartEPCallback([](ModulePassManager &passes, OptimizationLevel) {
    passes.addPass(createModuleToFunctionPassAdaptor(WrapNarrowProducts()));
  });
}

} // namespace anywarp::frontend
