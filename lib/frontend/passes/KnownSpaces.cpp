// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Answers `isspacep` where the pointer's origin is in sight, as nvcc does. The origin is a
// variable, the stack, or an argument of a kernel, which the back end takes to be global, too. The
// copies of <cuda/pipeline> and cooperative groups ask it before every copy, and have slow code for
// the other answer.
#include "frontend/passes/DevicePasses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace anywarp::frontend {
namespace {

enum Space : unsigned { Unknown = 0, Global = 1, Shared = 3, Constant = 4, Local = 5 };

Space spaceOfObject(const Value *object, bool isInKernel) {
  if (auto *variable = dyn_cast<GlobalVariable>(object))
    return Space(variable->getAddressSpace());
  if (isa<AllocaInst>(object))
    return Local;
  auto *argument = dyn_cast<Argument>(object);
  if (isInKernel && argument && !argument->hasByValAttr())
    return Global;
  return Unknown;
}

Space spaceOf(const Value *pointer, bool isInKernel) {
  SmallVector<const Value *> objects;
  getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
  Space space = objects.empty() ? Unknown : spaceOfObject(objects[0], isInKernel);
  return all_of(objects, [&](const Value *o) { return spaceOfObject(o, isInKernel) == space; })
             ? space
             : Unknown;
}

/// Constants may be read at global addresses (cudaGetSymbolAddress): of them and global memory
/// nothing is said that concerns the other.
std::optional<bool> answer(Space asked, Space space) {
  bool isEither = (asked == Global || asked == Constant) && (space == Global || space == Constant);
  if (space == Unknown || (isEither && asked != space))
    return std::nullopt;
  return asked == space;
}

bool isKernel(const Function &function) {
  if (NamedMDNode *rows = function.getParent()->getNamedMetadata("nvvm.annotations"))
    for (MDNode *row : rows->operands())
      if (mdconst::dyn_extract_or_null<Function>(row->getOperand(0)) == &function)
        for (unsigned i = 1; i < row->getNumOperands(); i += 2)
          if (auto *key = dyn_cast<MDString>(row->getOperand(i));
              key && key->getString() == "kernel")
            return true;
  return false;
}

struct AnswerKnownSpaces : PassInfoMixin<AnswerKnownSpaces> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    static const std::pair<Intrinsic::ID, Space> questions[] = {
        {Intrinsic::nvvm_isspacep_global, Global},
        {Intrinsic::nvvm_isspacep_shared, Shared},
        {Intrinsic::nvvm_isspacep_const, Constant},
        {Intrinsic::nvvm_isspacep_local, Local}};
    bool changed = false;
    std::optional<bool> isInKernel;
    for (auto [id, asked] : questions) {
      Function *question = function.getParent()->getFunction(Intrinsic::getName(id));
      if (!question)
        continue;
      for (User *user : make_early_inc_range(question->users())) {
        auto *call = dyn_cast<CallInst>(user);
        if (!call || call->getFunction() != &function)
          continue;
        if (!isInKernel)
          isInKernel = isKernel(function);
        if (auto known = answer(asked, spaceOf(call->getArgOperand(0), *isInKernel))) {
          call->replaceAllUsesWith(ConstantInt::getBool(call->getContext(), *known));
          call->eraseFromParent();
          changed = true;
        }
      }
    }
    if (!changed)
      return PreservedAnalyses::all();
    PreservedAnalyses kept;
    kept.preserveSet<CFGAnalyses>();
    return kept;
  }
};

} // namespace

void addKnownSpaces(PassBuilder &builder) {
  builder.registerPeepholeEPCallback(
      [](FunctionPassManager &passes, OptimizationLevel) { passes.addPass(AnswerKnownSpaces()); });
}

} // namespace anywarp::frontend
