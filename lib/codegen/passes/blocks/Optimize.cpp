// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LLVM's middle end on the finished vector code, without what would only cost time or undo choices
// made here: no vectorisers, no inliner, no library-call idioms.
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/DeadStoreElimination.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/IndVarSimplify.h>
#include <llvm/Transforms/Scalar/LICM.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopRotation.h>
#include <llvm/Transforms/Scalar/LoopStrengthReduce.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/LlvmPasses.h"
#include "codegen/passes/Lowering.h"
#include "codegen/passes/Runtime.h"
#include "codegen/passes/blocks/JamPieces.h"
#include "codegen/passes/blocks/JoinMembers.h"
#include "codegen/passes/blocks/WholeMasks.h"

namespace anywarp::codegen {

void allowWideVectors(Lowering &lowering) {
  if (!lowering.hasAvx512)
    return;
  for (llvm::Function &function : lowering.module)
    if (!function.isDeclaration()) {
      function.addFnAttr("prefer-vector-width", "512");
      function.addFnAttr("min-legal-vector-width", "512");
    }
}

/// Events and debuggers are told of what the program's code does, once.
static bool canAddVersions(const Lowering &lowering) {
  return lowering.width > 1 && lowering.options.optLevel >= 2 && !lowering.options.debug &&
         !lowering.isObserved;
}

/// The pieces of a profiled block count in the same words.
static bool canJamPieces(const Lowering &lowering) {
  return canAddVersions(lowering) && lowering.options.jam != 1 &&
         !lowering.module.getFunction("aw_profile_words");
}

/// Up to so many instructions loads are searched for stores before them: the time grows with the
/// square of a block's accesses, and long blocks are matrix products, whose loads all differ.
constexpr unsigned kMaxSearched = 3'000;

Status isolateState(Lowering &lowering) {
  for (llvm::Function &function : lowering.module)
    if (!function.isDeclaration()) {
      isolateCounts(function);
      isolateCurrentPiece(function);
    }
  allowWideVectors(lowering);
  return {};
}

Status optimize(Lowering &lowering) {
  if (lowering.options.complete && lowering.options.complete())
    return {};
  if (lowering.options.optLevel == 0 || lowering.options.quick)
    return {};
  LlvmPasses llvm(lowering.target);
  const llvm::SimplifyCFGOptions plain;
  llvm::FunctionPassManager fpm;
  fpm.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  fpm.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  fpm.addPass(llvm::SimplifyCFGPass(plain));
  fpm.addPass(llvm::InstCombinePass());
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LoopRotatePass(/*EnableHeaderDuplication=*/true));
  loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
  loops.addPass(llvm::IndVarSimplifyPass());
  fpm.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  if (lowering.module.getInstructionCount() <= kMaxSearched) {
    fpm.addPass(llvm::GVNPass());
    fpm.addPass(llvm::DSEPass());
  }
  if (canJamPieces(lowering))
    fpm.addPass(JamPiecesPass(lowering.hasAvx512 ? 512 : 256, lowering.hasAvx512 ? 30 : 15,
                              lowering.options.jam, lowering.name));
  if (canAddVersions(lowering))
    fpm.addPass(WholeMasksPass());
  fpm.addPass(llvm::LoopUnrollPass(llvm::LoopUnrollOptions(2)));
  fpm.addPass(llvm::createFunctionToLoopPassAdaptor(llvm::LICMPass(llvm::LICMOptions()),
                                                    /*UseMemorySSA=*/true));
  fpm.addPass(llvm::EarlyCSEPass());
  fpm.addPass(llvm::InstCombinePass());
  if (canAddVersions(lowering))
    fpm.addPass(JoinMembersPass(lowering.hasAvx512 ? 512 : 256));
  fpm.addPass(llvm::ADCEPass());
  fpm.addPass(llvm::SimplifyCFGPass(
      llvm::SimplifyCFGOptions().hoistCommonInsts(true).sinkCommonInsts(true)));
  llvm::ModulePassManager mpm;
  mpm.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(fpm)));
  mpm.addPass(llvm::GlobalDCEPass());
  mpm.run(lowering.module, llvm.modules);
  return {};
}

/// What the kernel asks of the engine, from the engine's functions that it was lowered to.
static uint32_t findFlags(const Lowering &lowering) {
  using exec::KernelInfo;
  const llvm::Module &module = lowering.module;
  uint32_t flags = lowering.info.flags;
  auto isCalled = [&](llvm::StringRef name) {
    const llvm::Function *function = module.getFunction(name);
    return function && !function->use_empty();
  };
  if (isCalled("aw_barrier_sync") || isCalled("aw_barrier_reduce"))
    flags |= KernelInfo::UsesBarrier;
  if (isCalled("aw_cluster_arrive") || isCalled("aw_cluster_wait") ||
      module.getFunction(infoOf(Intrinsic::ClusterShared).name))
    flags |= KernelInfo::UsesCluster;
  if (isCalled("aw_yield") || isCalled("aw_sleep"))
    flags |= KernelInfo::MayYield;
  if (isCalled("aw_interrupt"))
    flags |= KernelInfo::Interruptible;
  if (lowering.info.frameBytes)
    flags &= ~uint32_t(KernelInfo::Divisible);
  return flags;
}

Status describeKernel(Lowering &lowering) {
  if (lowering.options.optLevel > 0) { // what nobody calls any more says nothing of the kernel
    LlvmPasses llvm(lowering.target);
    llvm::GlobalDCEPass().run(lowering.module, llvm.modules);
  }
  exec::KernelInfo &info = lowering.info;
  info.flags = findFlags(lowering);
  info.abiVersion = exec::kAbiVersion;
  info.simdWidth = lowering.width;
  llvm::LLVMContext &context = lowering.module.getContext();
  llvm::Type *i32 = llvm::Type::getInt32Ty(context);
  const uint32_t words[] = {info.abiVersion, info.simdWidth,  info.staticShared, info.localBytes,
                            info.paramBytes, info.frameBytes, info.frameAlign,   info.flags};
  static_assert(sizeof(words) == sizeof(exec::KernelInfo));
  auto *value = llvm::ConstantDataArray::get(context, llvm::ArrayRef(words));
  new llvm::GlobalVariable(lowering.module, llvm::ArrayType::get(i32, std::size(words)),
                           /*isConstant=*/true, llvm::GlobalValue::ExternalLinkage, value,
                           lowering.name + ".info");
  auto addText = [&](const std::string &content, const char *suffix) {
    if (content.empty())
      return;
    auto *text = llvm::ConstantDataArray::getString(context, content);
    new llvm::GlobalVariable(lowering.module, text->getType(), /*isConstant=*/true,
                             llvm::GlobalValue::ExternalLinkage, text, lowering.name + suffix);
  };
  addText(lowering.registers, ".registers");
  addText(lowering.sites, ".sites");
  return {};
}

} // namespace anywarp::codegen
