// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A byte of memory that is read as a bool may hold any number: arrays of bytes are viewed as arrays
// of bool, and launches through the driver give any byte. For nvcc each but 0 is true, and a copy
// of the byte is that byte (seen). The language leaves both open. Clang looks at the lowest bit,
// and takes it that the byte is 0 or 1.
#include "frontend/passes/DevicePasses.h"

#include "llvm/ADT/SetVector.h"
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

/// The kernel with a byte for each parameter that is a bool: Clang writes those to memory as bytes
/// before it reads them.
void widenParameters(Function &kernel) {
  LLVMContext &context = kernel.getContext();
  SmallVector<Type *> types;
  for (Argument &argument : kernel.args())
    types.push_back(argument.getType()->isIntegerTy(1) ? Type::getInt8Ty(context)
                                                       : argument.getType());
  Function *wide =
      Function::Create(FunctionType::get(kernel.getReturnType(), types, kernel.isVarArg()),
                       kernel.getLinkage(), kernel.getAddressSpace());
  wide->copyAttributesFrom(&kernel);
  wide->setComdat(kernel.getComdat());
  kernel.getParent()->getFunctionList().insert(kernel.getIterator(), wide);
  wide->takeName(&kernel);
  wide->splice(wide->begin(), &kernel);
  wide->copyMetadata(&kernel, 0);
  for (auto [before, now] : zip_equal(kernel.args(), wide->args())) {
    now.takeName(&before);
    if (before.getType() == now.getType()) {
      before.replaceAllUsesWith(&now);
      continue;
    }
    for (User *user : make_early_inc_range(before.users()))
      if (auto *byte = dyn_cast<ZExtInst>(user); byte && byte->getType() == now.getType()) {
        byte->replaceAllUsesWith(&now);
        byte->eraseFromParent();
      }
    if (!before.use_empty()) {
      IRBuilder<> ir(&*wide->getEntryBlock().getFirstInsertionPt());
      before.replaceAllUsesWith(ir.CreateIsNotNull(&now));
    }
  }
  kernel.replaceAllUsesWith(wide); // in metadata, too
  kernel.eraseFromParent();
}

struct WidenParameters : PassInfoMixin<WidenParameters> {
  static bool isRequired() { return true; }
  PreservedAnalyses run(Module &module, ModuleAnalysisManager &) {
    SetVector<Function *> found;
    NamedMDNode *rows = module.getNamedMetadata("nvvm.annotations");
    for (MDNode *row : rows ? rows->operands() : iterator_range<NamedMDNode::op_iterator>({}, {})) {
      auto *kernel = mdconst::dyn_extract_or_null<Function>(row->getOperand(0));
      auto *key = row->getNumOperands() > 1 ? dyn_cast<MDString>(row->getOperand(1)) : nullptr;
      if (kernel && key && key->getString() == "kernel" && !kernel->isDeclaration() &&
          any_of(kernel->args(), [](Argument &a) { return a.getType()->isIntegerTy(1); }) &&
          none_of(kernel->users(), [](User *user) { return isa<CallBase>(user); }))
        found.insert(kernel);
    }
    for (Function *kernel : found)
      widenParameters(*kernel);
    return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }
};

} // namespace

void addBooleans(PassBuilder &builder) {
  builder.registerPipelineStartEPCallback([](ModulePassManager &passes, OptimizationLevel) {
    passes.addPass(WidenParameters());
    passes.addPass(createModuleToFunctionPassAdaptor(ReadBooleans()));
  });
}

} // namespace anywarp::frontend
