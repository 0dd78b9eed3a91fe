// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel in which a piece can wait becomes a PieceFn: an LLVM switched-resume coroutine in memory
// of the engine. The coroutine is split here, before LLVM's optimiser can move work across a
// suspension, on LCSSA form, so that a value is saved once and not in every iteration; the frame is
// noalias, so that saved values need not be reloaded.
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Coroutines/CoroCleanup.h>
#include <llvm/Transforms/Coroutines/CoroEarly.h>
#include <llvm/Transforms/Coroutines/CoroSplit.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/LlvmPasses.h"
#include "codegen/passes/Lowering.h"
#include "codegen/passes/Runtime.h"

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::CallInst;
using llvm::Instruction;
using llvm::Value;

/// Told the frame's size and alignment, which are known only after the split.
constexpr llvm::StringLiteral kFrameProbe = "aw.frame";

/// Recomputing after a suspension is cheaper than saving: scalars without division.
bool isCheap(Instruction &inst) {
  if (inst.getType()->isVectorTy())
    return false;
  if (inst.isIntDivRem() || inst.getOpcode() == Instruction::FDiv ||
      inst.getOpcode() == Instruction::FRem)
    return false;
  return llvm::isa<llvm::CastInst, llvm::GetElementPtrInst, llvm::BinaryOperator, llvm::CmpInst,
                   llvm::SelectInst>(inst) &&
         llvm::none_of(inst.operands(),
                       [](const llvm::Use &use) { return use->getType()->isVectorTy(); });
}

/// The function of a piece, yet empty.
llvm::Function *createRamp(Lowering &lowering) {
  llvm::Function *warp = lowering.warp;
  llvm::LLVMContext &context = lowering.module.getContext();
  llvm::Type *ptr = llvm::PointerType::get(context, 0), *i32 = llvm::Type::getInt32Ty(context);
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {ptr, ptr, i32, ptr},
                                       /*isVarArg=*/false);
  auto *ramp = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                      lowering.name + ".piece", lowering.module);
  for (unsigned i = 0; i < 2; ++i)
    ramp->addParamAttrs(i, llvm::AttrBuilder(context, warp->getAttributes().getParamAttrs(i)));
  ramp->addParamAttr(3, llvm::Attribute::NoAlias);
  ramp->addParamAttr(3, llvm::Attribute::NonNull);
  ramp->setDoesNotThrow();
  ramp->setPresplitCoroutine();
  ramp->setSubprogram(warp->getSubprogram());
  warp->setSubprogram(nullptr);
  return ramp;
}

/// Gives the coroutine's handle.
Value *beginCoroutine(llvm::Function &ramp, llvm::IRBuilder<> &ir) {
  auto *null = llvm::ConstantPointerNull::get(ir.getPtrTy());
  Value *id = ir.CreateIntrinsic(llvm::Intrinsic::coro_id, {}, {ir.getInt32(0), null, null, null});
  Value *size = ir.CreateIntrinsic(llvm::Intrinsic::coro_size, {ir.getInt32Ty()}, {});
  Value *align = ir.CreateIntrinsic(llvm::Intrinsic::coro_align, {ir.getInt32Ty()}, {});
  llvm::FunctionCallee probe = ramp.getParent()->getOrInsertFunction(
      kFrameProbe, ir.getVoidTy(), ir.getInt32Ty(), ir.getInt32Ty());
  ir.CreateCall(probe, {size, align});
  return ir.CreateIntrinsic(llvm::Intrinsic::coro_begin, {}, {id, ramp.getArg(3)});
}

/// The lanes of a piece that have a thread.
Value *lanesOfPiece(const Lowering &lowering, llvm::Function &ramp, llvm::IRBuilder<> &ir) {
  if (lowering.hasFullPieces())
    return llvm::Constant::getAllOnesValue(lowering.warp->getArg(3)->getType());
  auto *threads = ir.CreateLoad(
      ir.getInt32Ty(), ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), ramp.getArg(0),
                                                     offsetof(exec::LaunchState, threadsPerBlock)));
  threads->setMetadata(llvm::LLVMContext::MD_invariant_load,
                       llvm::MDNode::get(ir.getContext(), {}));
  Value *left = ir.CreateSub(threads, ir.CreateMul(ramp.getArg(2), ir.getInt32(lowering.width)));
  llvm::SmallVector<llvm::Constant *, 32> lanes;
  for (unsigned i = 0; i < lowering.width; ++i)
    lanes.push_back(ir.getInt32(i));
  return ir.CreateICmpULT(llvm::ConstantVector::get(lanes),
                          ir.CreateVectorSplat(lowering.width, left));
}

/// The piece's code moves in behind `ir`: its variables to the entry, its return to `last`.
void moveBody(llvm::Function &warp, Value *mask, BasicBlock *leave, BasicBlock *last,
              llvm::IRBuilder<> &ir) {
  BasicBlock *entry = ir.GetInsertBlock(), *start = &warp.getEntryBlock();
  llvm::Function *ramp = entry->getParent();
  Value *given[] = {ramp->getArg(0), ramp->getArg(1), ramp->getArg(2), mask};
  for (unsigned i = 0; i < 4; ++i)
    warp.getArg(i)->replaceAllUsesWith(given[i]);
  ramp->splice(leave->getIterator(), &warp);
  ir.CreateBr(start);
  for (Instruction &inst : llvm::make_early_inc_range(*start))
    if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&inst))
      variable->moveBefore(&*entry->begin());
  for (BasicBlock &block : *ramp)
    if (auto *ret = llvm::dyn_cast_or_null<llvm::ReturnInst>(block.getTerminator())) {
      ir.SetInsertPoint(ret);
      ir.CreateBr(last);
      ret->eraseFromParent();
    }
}

/// The final suspension, in the block where `ir` is.
void endCoroutine(Value *handle, BasicBlock *leave, llvm::IRBuilder<> &ir) {
  llvm::Function *ramp = leave->getParent();
  Value *none = llvm::ConstantTokenNone::get(ir.getContext());
  // What debuggers look at outlives every suspension.
  for (Instruction &inst : ramp->getEntryBlock())
    if (auto *place = llvm::dyn_cast<llvm::AllocaInst>(&inst);
        place && place->getMetadata(kVariableMetadata))
      ir.CreateLoad(place->getAllocatedType(), place, /*isVolatile=*/true);
  Value *isLast = ir.CreateIntrinsic(llvm::Intrinsic::coro_suspend, {}, {none, ir.getTrue()});
  auto *never = BasicBlock::Create(ir.getContext(), "never", ramp);
  auto *onLast = ir.CreateSwitch(isLast, leave, 2);
  onLast->addCase(ir.getInt8(0), never);
  onLast->addCase(ir.getInt8(1), leave);
  ir.SetInsertPoint(never);
  ir.CreateUnreachable();
  ir.SetInsertPoint(leave);
  ir.CreateIntrinsic(llvm::Intrinsic::coro_end, {}, {handle, ir.getFalse(), none});
  ir.CreateRetVoid();
}

/// A suspension behind a call that may ask for one.
void suspendBehind(Lowering &lowering, CallInst *call, BasicBlock *leave, llvm::IRBuilder<> &ir) {
  BasicBlock *before = call->getParent();
  BasicBlock *after = before->splitBasicBlock(std::next(call->getIterator()), "resumed");
  before->getTerminator()->eraseFromParent();
  ir.SetInsertPoint(before);
  ir.SetCurrentDebugLocation(call->getDebugLoc());
  auto *suspend = BasicBlock::Create(ir.getContext(), "suspend", leave->getParent(), after);
  if (isPlainBarrier(*call)) {
    ir.CreateBr(suspend);
    call->eraseFromParent();
    lowering.info.flags |= exec::KernelInfo::UsesBarrier;
  } else {
    ir.CreateCondBr(ir.CreateIsNotNull(call), suspend, after);
  }
  ir.SetInsertPoint(suspend);
  Value *none = llvm::ConstantTokenNone::get(ir.getContext());
  Value *state = ir.CreateIntrinsic(llvm::Intrinsic::coro_suspend, {}, {none, ir.getFalse()});
  auto *onWake = ir.CreateSwitch(state, leave, 2);
  onWake->addCase(ir.getInt8(0), after);
  onWake->addCase(ir.getInt8(1), leave);
}

/// The body of the piece between llvm.coro.begin and the final suspension.
llvm::Function *buildRamp(Lowering &lowering, llvm::ArrayRef<CallInst *> waits) {
  llvm::Function *ramp = createRamp(lowering);
  llvm::LLVMContext &context = ramp->getContext();
  llvm::IRBuilder<> ir(context);
  auto *entry = BasicBlock::Create(context, "entry", ramp);
  auto *leave = BasicBlock::Create(context, "leave", ramp);
  ir.SetInsertPoint(entry);
  if (llvm::DISubprogram *subprogram = ramp->getSubprogram())
    ir.SetCurrentDebugLocation(
        llvm::DILocation::get(context, subprogram->getLine(), 0, subprogram));
  Value *handle = beginCoroutine(*ramp, ir);
  Value *mask = lanesOfPiece(lowering, *ramp, ir);
  auto *last = BasicBlock::Create(context, "last", ramp);
  moveBody(*lowering.warp, mask, leave, last, ir);
  ir.SetInsertPoint(last);
  endCoroutine(handle, leave, ir);
  for (CallInst *call : waits)
    suspendBehind(lowering, call, leave, ir);
  lowering.warp->eraseFromParent();
  return ramp;
}

/// Reads the probe, removes it and what only a destroyed coroutine would need.
void finishFrame(Lowering &lowering, llvm::Function &ramp) {
  llvm::Module &module = lowering.module;
  llvm::Function *probe = module.getFunction(kFrameProbe);
  for (llvm::User *user : llvm::make_early_inc_range(probe->users())) {
    auto *call = llvm::cast<CallInst>(user);
    lowering.info.frameBytes =
        uint32_t(llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue());
    lowering.info.frameAlign =
        uint32_t(llvm::cast<llvm::ConstantInt>(call->getArgOperand(1))->getZExtValue());
    call->eraseFromParent();
  }
  probe->eraseFromParent();
  for (const char *suffix : {".destroy", ".cleanup"})
    if (llvm::Function *clone = module.getFunction((ramp.getName() + suffix).str())) {
      clone->replaceAllUsesWith(llvm::Constant::getNullValue(clone->getType()));
      clone->eraseFromParent();
    }
  for (llvm::GlobalVariable &global : llvm::make_early_inc_range(module.globals()))
    if (global.getName() == (ramp.getName() + ".resumers").str() && global.use_empty())
      global.eraseFromParent();
  if (llvm::Function *resume = module.getFunction((ramp.getName() + ".resume").str()))
    resume->addParamAttr(0, llvm::Attribute::NoAlias);
}

/// The split gives each declaration the place of the function's start. The block of a variable is
/// that of its place.
void restoreScopes(llvm::Function &function) {
  for (Instruction &inst : llvm::instructions(function))
    for (llvm::DbgVariableRecord &record : llvm::filterDbgVars(inst.getDbgRecordRange()))
      if (llvm::DILocalVariable *variable = record.getVariable();
          record.isDbgDeclare() &&
          variable->getScope()->getSubprogram() == function.getSubprogram())
        record.setDebugLoc(
            llvm::DILocation::get(function.getContext(), 0, 0, variable->getScope()));
}

} // namespace

Status makeCoroutine(Lowering &lowering) {
  llvm::Module &module = lowering.module;
  if (!lowering.warp)
    return {};
  llvm::SmallVector<CallInst *, 8> waits;
  for (Instruction &inst : llvm::instructions(*lowering.warp))
    if (auto *call = llvm::dyn_cast<CallInst>(&inst); call && isWait(*call))
      waits.push_back(call);
  if (waits.empty() && !lowering.hasAbandonedPieces) // else its pieces must have an end each
    return {};
  llvm::Function *ramp = buildRamp(lowering, waits);
  lowering.warp = nullptr;

  LlvmPasses llvm(lowering.target);
  llvm::FunctionPassManager shape;
  if (lowering.options.optLevel > 0) // else a debugger may change variables
    shape.addPass(llvm::EarlyCSEPass());
  shape.addPass(llvm::SimplifyCFGPass());
  shape.addPass(llvm::ADCEPass());
  shape.addPass(llvm::LoopSimplifyPass());
  shape.addPass(llvm::LCSSAPass());
  llvm::ModulePassManager mpm;
  mpm.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(shape)));
  mpm.addPass(llvm::CoroEarlyPass());
  mpm.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(
      llvm::CoroSplitPass(isCheap, /*OptimizeFrame=*/lowering.options.optLevel > 0)));
  mpm.addPass(llvm::CoroCleanupPass());
  mpm.run(module, llvm.modules);
  for (llvm::Function &function : module)
    restoreScopes(function);
  finishFrame(lowering, *ramp);
  if (lowering.options.optLevel > 0) {
    // What follows the first suspensions is dead in the ramp, behind tests of constants.
    llvm::FunctionPassManager ramps;
    ramps.addPass(llvm::InstSimplifyPass());
    ramps.addPass(llvm::SimplifyCFGPass());
    llvm.functions.clear();
    ramps.run(*ramp, llvm.functions);
  }
  return {};
}

} // namespace anywarp::codegen
