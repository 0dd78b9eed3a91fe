// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM folds log(2.0) and leaves logl(2.0L), which g++ folds as well. The C++ library counts on it:
// std::generate_canonical divides two such logarithms for every random number.
#include "frontend/passes/LongDoubles.h"

#include <cfenv>
#include <cmath>
#include <cstring>

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace anywarp::frontend {
namespace {

using Function1 = long double (*)(long double);
constexpr std::pair<StringLiteral, Function1> kFunctions[] = {
    {"cosl", cosl},     {"exp2l", exp2l},   {"expl", expl},   {"expm1l", expm1l},
    {"log10l", log10l}, {"log1pl", log1pl}, {"log2l", log2l}, {"logl", logl},
    {"sinl", sinl},     {"sqrtl", sqrtl},   {"tanl", tanl},
};

long double toHost(const APFloat &value) {
  const APInt bits = value.bitcastToAPInt();
  long double result = 0;
  std::memcpy(&result, bits.getRawData(), 10);
  return result;
}

APFloat fromHost(long double value) {
  uint64_t words[2] = {};
  std::memcpy(words, &value, 10);
  return APFloat(APFloat::x87DoubleExtended(), APInt(80, words));
}

/// The value of the call; null if it is not known, or if there is an error to tell at run time.
Constant *valueOf(const CallInst &call) {
  const Function *callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration() || call.isNoBuiltin() || call.arg_size() != 1 ||
      call.isStrictFP() || !call.getType()->isX86_FP80Ty())
    return nullptr;
  const auto *argument = dyn_cast<ConstantFP>(call.getArgOperand(0));
  const auto *function =
      llvm::find_if(kFunctions, [&](const auto &row) { return row.first == callee->getName(); });
  if (!argument || function == std::end(kFunctions))
    return nullptr;
  std::feclearexcept(FE_ALL_EXCEPT);
  const long double result = function->second(toHost(argument->getValueAPF()));
  if (std::fetestexcept(FE_ALL_EXCEPT & ~FE_INEXACT) || !std::isfinite(result))
    return nullptr;
  return ConstantFP::get(call.getContext(), fromHost(result));
}

struct FoldLongDoubles : PassInfoMixin<FoldLongDoubles> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    bool isChanged = false;
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (Constant *value = valueOf(*call)) {
          call->replaceAllUsesWith(value);
          call->eraseFromParent();
          isChanged = true;
        }
    if (!isChanged)
      return PreservedAnalyses::all();
    PreservedAnalyses preserved;
    preserved.preserveSet<CFGAnalyses>();
    return preserved;
  }
};

} // namespace

void addLongDoublePass(PassBuilder &builder) {
  builder.registerPeepholeEPCallback(
      [](FunctionPassManager &passes, OptimizationLevel) { passes.addPass(FoldLongDoubles()); });
}

} // namespace anywarp::frontend
