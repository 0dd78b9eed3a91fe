// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leaves as functions only what must be one: recursive functions and those with a descriptor that
// an indirect call may reach. Everything else becomes part of its callers.
#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {

using llvm::Function;

namespace {

/// Functions of `module` from callees to callers; recursive ones are put in `recursive`.
std::vector<Function *> bottomUp(llvm::Module &module, llvm::SmallPtrSetImpl<Function *> &recursive) {
  llvm::CallGraph graph(module);
  std::vector<Function *> order;
  for (auto scc = llvm::scc_begin(&graph); !scc.isAtEnd(); ++scc)
    for (llvm::CallGraphNode *node : *scc) {
      Function *function = node->getFunction();
      if (!function || function->isDeclaration())
        continue;
      order.push_back(function);
      if (scc.hasCycle())
        recursive.insert(function);
    }
  return order;
}

/// A call of `@"NAME.desc"` is a call of NAME.
void resolveDescriptors(llvm::Module &module) {
  for (Function &function : module)
    for (llvm::Instruction &inst : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
      auto *global = call ? llvm::dyn_cast<llvm::GlobalVariable>(
                                call->getCalledOperand()->stripPointerCasts())
                          : nullptr;
      llvm::StringRef name = global ? global->getName() : "";
      if (!name.consume_back(".desc"))
        continue;
      Function *target = module.getFunction(name);
      if (target && target->getFunctionType() == call->getFunctionType())
        call->setCalledFunction(target);
    }
}

bool hasIndirectCalls(const llvm::Module &module) {
  for (const Function &function : module)
    for (const llvm::Instruction &inst : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst))
        if (!call->getCalledFunction() && !call->isInlineAsm())
          return true;
  return false;
}

} // namespace

Status inlineFunctions(Lowering &lowering) {
  llvm::Module &module = lowering.module;
  resolveDescriptors(module);
  llvm::SmallPtrSet<Function *, 8> recursive;
  std::vector<Function *> order = bottomUp(module, recursive);
  for (Function *caller : order) {
    // Callees come first, so one level at a time is enough.
    llvm::SmallVector<llvm::CallInst *, 16> calls;
    for (llvm::Instruction &inst : llvm::instructions(*caller))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst))
        if (Function *callee = call->getCalledFunction();
            callee && !callee->isDeclaration() && !recursive.contains(callee))
          calls.push_back(call);
    for (llvm::CallInst *call : calls) {
      llvm::InlineFunctionInfo info;
      llvm::InlineResult result = llvm::InlineFunction(*call, info);
      if (!result.isSuccess())
        return Status(StatusCode::NotSupported,
                      std::string("a call that cannot be inlined: ") + result.getFailureReason());
    }
  }
  const bool keepsTargets = hasIndirectCalls(module);
  for (bool changed = true; changed;) {
    changed = false;
    for (Function &function : llvm::make_early_inc_range(module)) {
      if (&function == lowering.kernel || function.isDeclaration() || !function.use_empty() ||
          !function.hasFnAttribute("aw-function"))
        continue;
      if (keepsTargets && module.getNamedGlobal((function.getName() + ".desc").str()))
        continue;
      function.eraseFromParent();
      changed = true;
    }
  }
  return {};
}

} // namespace anywarp::codegen
