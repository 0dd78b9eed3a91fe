// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Leaves as functions only what must be one: recursive functions, those with a descriptor that an
// indirect call may reach, and long instructions ("aw-warp"), unless they have to wait for lanes of
// other pieces. Everything else becomes part of its callers: functions that wait for other threads,
// too, where they are called through pointers.
#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {

using llvm::Function;

namespace {

/// Functions of `module` from callees to callers; recursive ones are put in `recursive`.
std::vector<Function *> bottomUp(llvm::Module &module,
                                 llvm::SmallPtrSetImpl<const Function *> &recursive) {
  llvm::CallGraph graph(module);
  // Functions that only indirect calls reach have no caller in the graph, which is walked from
  // here.
  for (Function &function : module)
    graph.getExternalCallingNode()->addCalledFunction(nullptr,
                                                      graph.getOrInsertFunction(&function));
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
      auto *global =
          call ? llvm::dyn_cast<llvm::GlobalVariable>(call->getCalledOperand()->stripPointerCasts())
               : nullptr;
      llvm::StringRef name = global ? global->getName() : "";
      if (!name.consume_back(".desc"))
        continue;
      Function *target = module.getFunction(name);
      if (target && target->getFunctionType() == call->getFunctionType())
        call->setCalledFunction(target);
    }
}

bool isIndirect(const llvm::CallInst &call) {
  return !call.getCalledFunction() && !call.isInlineAsm();
}

bool hasIndirectCalls(const llvm::Module &module) {
  for (const Function &function : module)
    for (const llvm::Instruction &inst : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst); call && isIndirect(*call))
        return true;
  return false;
}

/// The functions that indirect calls may reach and that can wait for other threads.
std::vector<Function *> findWaitingTargets(llvm::Module &module) {
  llvm::SmallPtrSet<Function *, 8> waiting;
  std::vector<Function *> targets;
  auto isTarget = [&](Function &function) {
    return module.getNamedGlobal((function.getName() + ".desc").str()) != nullptr;
  };
  auto waits = [&](llvm::CallInst &call) {
    if (isIndirect(call))
      return llvm::any_of(waiting, [&](Function *function) {
        return isTarget(*function) && function->getFunctionType() == call.getFunctionType();
      });
    if (std::optional<Intrinsic> ours = intrinsicOf(call))
      return infoOf(*ours).effect == Effect::Convergent;
    return call.getCalledFunction() && waiting.contains(call.getCalledFunction());
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (Function &function : module) {
      if (function.isDeclaration() || !function.hasFnAttribute("aw-function") ||
          waiting.contains(&function))
        continue;
      for (llvm::Instruction &inst : llvm::instructions(function))
        if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst); call && waits(*call)) {
          waiting.insert(&function);
          if (isTarget(function))
            targets.push_back(&function);
          changed = true;
          break;
        }
    }
  }
  return targets;
}

/// Before the indirect `call`: if the pointer is that of `target`, a direct call.
void callDirectly(llvm::CallInst &call, Function &target) {
  llvm::IRBuilder<> ir(&call);
  llvm::Value *is =
      ir.CreateICmpEQ(call.getCalledOperand(),
                      target.getParent()->getNamedGlobal((target.getName() + ".desc").str()));
  llvm::Instruction *then = nullptr, *otherwise = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(is, &call, &then, &otherwise);
  ir.SetInsertPoint(then);
  llvm::SmallVector<llvm::Value *, 8> args(call.args());
  llvm::CallInst *direct = ir.CreateCall(&target, args);
  llvm::BasicBlock *after = call.getParent();
  call.moveBefore(otherwise);
  if (call.getType()->isVoidTy())
    return;
  ir.SetInsertPoint(after, after->begin());
  llvm::PHINode *result = ir.CreatePHI(call.getType(), 2);
  call.replaceAllUsesWith(result);
  result->addIncoming(direct, then->getParent());
  result->addIncoming(&call, call.getParent());
}

/// A thread can only wait in the kernel's own body, so the functions that wait are not called
/// through pointers: each such call asks first whether it is one of them.
void resolveWaitingTargets(llvm::Module &module, const std::vector<Function *> &targets) {
  llvm::SmallVector<llvm::CallInst *, 8> calls;
  for (Function &function : module)
    for (llvm::Instruction &inst : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst); call && isIndirect(*call))
        calls.push_back(call);
  for (llvm::CallInst *call : calls)
    for (Function *target : targets)
      if (target->getFunctionType() == call->getFunctionType())
        callDirectly(*call, *target);
}

Status inlineCalls(Function &caller, llvm::function_ref<bool(const Function &)> wanted) {
  llvm::SmallVector<llvm::CallInst *, 16> calls;
  for (llvm::Instruction &inst : llvm::instructions(caller))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst))
      if (Function *callee = call->getCalledFunction();
          callee && !callee->isDeclaration() && wanted(*callee))
        calls.push_back(call);
  // Backwards, for what follows a call moves to another block.
  for (llvm::CallInst *call : llvm::reverse(calls)) {
    llvm::InlineFunctionInfo info;
    llvm::InlineResult result = llvm::InlineFunction(*call, info);
    if (!result.isSuccess())
      return Status(StatusCode::NotSupported,
                    std::string("a call that cannot be inlined: ") + result.getFailureReason());
  }
  return {};
}

bool isWarpFunction(const Function &function) { return function.hasFnAttribute("aw-warp"); }

} // namespace

Status inlineWarpFunctions(Lowering &lowering) {
  if (Status status = inlineCalls(*lowering.kernel, isWarpFunction); !status.ok())
    return status;
  for (Function &function : llvm::make_early_inc_range(lowering.module))
    if (isWarpFunction(function) && function.use_empty())
      function.eraseFromParent();
  return {};
}

Status inlineFunctions(Lowering &lowering) {
  llvm::Module &module = lowering.module;
  resolveDescriptors(module);
  std::vector<Function *> waitingTargets = findWaitingTargets(module);
  resolveWaitingTargets(module, waitingTargets);
  llvm::SmallPtrSet<const Function *, 8> recursive;
  std::vector<Function *> order = bottomUp(module, recursive);
  for (Function *caller : order) {
    // Callees come first, so one level at a time is enough.
    Status status = inlineCalls(*caller, [&](const Function &callee) {
      return !recursive.contains(&callee) && !isWarpFunction(callee);
    });
    if (!status.ok())
      return status;
  }
  const bool keepsTargets = hasIndirectCalls(module);
  for (bool changed = true; changed;) {
    changed = false;
    for (Function &function : llvm::make_early_inc_range(module)) {
      if (&function == lowering.kernel || function.isDeclaration() || !function.use_empty() ||
          !function.hasFnAttribute("aw-function"))
        continue;
      if (keepsTargets && module.getNamedGlobal((function.getName() + ".desc").str()) &&
          !llvm::is_contained(waitingTargets, &function))
        continue;
      function.eraseFromParent();
      changed = true;
    }
  }
  return {};
}

} // namespace anywarp::codegen
