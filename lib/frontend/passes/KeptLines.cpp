// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// -lineinfo: accesses of memory keep their lines. Those in two ways that meet stay two: LLVM makes
// one of what both begin or end with, and that is of no line. So an empty piece of assembly, which
// must not be merged, stands at both ends of each. MergedLoadStoreMotion, which looks past those,
// does not run. A load that moves out of a loop loses its line: a note at it tells that.
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Passes/PassBuilder.h>
#include <memory>
#include <vector>

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

/// Lines by the numbers that notes at loads have.
using Lines = std::vector<DILocation *>;
constexpr StringLiteral kNote = "aw.line ";

struct KeepLines : PassInfoMixin<KeepLines> {
  std::shared_ptr<Lines> lines;
  explicit KeepLines(std::shared_ptr<Lines> lines) : lines(std::move(lines)) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    if (!function.getSubprogram())
      return PreservedAnalyses::all();
    for (Instruction &inst : instructions(function))
      if (isa<LoadInst>(inst) && isAccess(inst)) {
        inst.addAnnotationMetadata((kNote + Twine(lines->size())).str());
        lines->push_back(inst.getDebugLoc());
      }
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

/// Gives loads their lines back.
struct RestoreLines : PassInfoMixin<RestoreLines> {
  std::shared_ptr<Lines> lines;
  explicit RestoreLines(std::shared_ptr<Lines> lines) : lines(std::move(lines)) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    const DISubprogram *own = function.getSubprogram();
    for (Instruction &inst : instructions(function)) {
      auto *load = own ? dyn_cast<LoadInst>(&inst) : nullptr;
      const DebugLoc &place = inst.getDebugLoc();
      if (load && isAddressed(*load) && (!place || !place.getLine()))
        inst.setDebugLoc(noted(function, *load));
      inst.setMetadata(LLVMContext::MD_annotation, nullptr);
    }
    return PreservedAnalyses::all();
  }

private:
  static bool isAddressed(const LoadInst &load) {
    return !isa<AllocaInst>(load.getPointerOperand());
  }
  /// What the note says; where there is none, the line of somebody who uses the value.
  DebugLoc noted(const Function &function, const LoadInst &load) const {
    const MDNode *notes = load.getMetadata(LLVMContext::MD_annotation);
    for (unsigned i = 0; notes && i < notes->getNumOperands(); ++i) {
      auto *text = dyn_cast<MDString>(notes->getOperand(i));
      StringRef number = text ? text->getString() : "";
      size_t index;
      if (number.consume_front(kNote) && !number.getAsInteger(10, index) && index < lines->size())
        if (DILocation *place = within(function, (*lines)[index]))
          return place;
    }
    SmallVector<const Instruction *, 8> open{&load};
    SmallPtrSet<const Instruction *, 8> seen{&load};
    for (unsigned i = 0; i < open.size() && i < 8; ++i)
      for (const User *user : open[i]->users())
        if (auto *inst = dyn_cast<Instruction>(user); inst && seen.insert(inst).second) {
          if (inst->getDebugLoc() && inst->getDebugLoc().getLine())
            return inst->getDebugLoc();
          open.push_back(inst);
        }
    return load.getDebugLoc();
  }
  /// The place as the function has it: that of an inlined function is in some call of it.
  static DILocation *within(const Function &function, DILocation *place) {
    const DISubprogram *scope = place->getScope()->getSubprogram();
    if (scope == function.getSubprogram())
      return place;
    for (const Instruction &inst : instructions(function))
      if (const DILocation *other = inst.getDebugLoc();
          other && other->getInlinedAt() && other->getScope()->getSubprogram() == scope)
        return DILocation::get(function.getContext(), place->getLine(), place->getColumn(),
                               place->getScope(), other->getInlinedAt());
    return nullptr;
  }
};

} // namespace

void addKeptLines(PassBuilder &builder) {
  auto lines = std::make_shared<Lines>();
  builder.registerPipelineEarlySimplificationEPCallback(
      [lines](ModulePassManager &passes, OptimizationLevel level) {
        if (level != OptimizationLevel::O0)
          passes.addPass(createModuleToFunctionPassAdaptor(KeepLines(lines)));
      });
  builder.registerOptimizerLastEPCallback([lines](ModulePassManager &passes, OptimizationLevel) {
    passes.addPass(createModuleToFunctionPassAdaptor(RestoreLines(lines)));
  });
  if (PassInstrumentationCallbacks *callbacks = builder.getPassInstrumentationCallbacks())
    callbacks->registerShouldRunOptionalPassCallback([](StringRef pass, Any ir) {
      const auto *const *function = any_cast<const Function *>(&ir);
      return pass != "MergedLoadStoreMotionPass" || !function || !(*function)->getSubprogram();
    });
}

} // namespace anywarp::frontend
