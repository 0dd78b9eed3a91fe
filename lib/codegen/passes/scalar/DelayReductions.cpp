// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the reductions to global memory that may be delayed: relaxed ones on integers whose result
// nobody reads. A worker combines them in a table of its own (exec/calls/Reductions.h), as a locked
// operation costs as much as twenty others, and a hundred where workers share the word.
//
// Why the memory consistency model of PTX allows it. The operations commute, so that what is left
// in memory is the same; only the time shows. A reduction becomes visible late
//  - to its own thread: every later access that may be to the same place settles that place first.
//    What is delayed lies between two bounds, so a range test does (kSettlePlaceMetadata);
//  - to threads that meet it at a barrier or warp instruction of the block: they run on the same
//    worker, and what they access behind any such meeting is tested in the same way;
//  - to all other threads: these may rely on it only through a chain of strong operations or fences
//    that begins in the thread itself, or in one that it met. Before each such operation, and each
//    call that may communicate, memory gets everything (kSettleAllMetadata). Relaxed reductions
//    that are not delayed order nothing but their own place: they are tested like plain accesses;
//  - to everybody at last: a worker settles when it leaves the grid. Nobody waits for ever, since
//    a worker that waits does so by strong loads, before which it has settled. Kernels with loops
//    that are known to wait are left alone nevertheless.
// Operations of two sizes could overlap without being equal: only those of one size are delayed.
// Observed, profiled, debugged and strict kernels keep plain atomics: they tell of each.
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/Lowering.h"
#include "codegen/passes/scalar/DelayReductions.h"
#include "codegen/passes/waits/SpinLoops.h"

namespace anywarp::codegen {
namespace {

using llvm::AtomicRMWInst;
using llvm::BasicBlock;
using llvm::CallInst;
using llvm::Instruction;
using llvm::Value;

constexpr unsigned kGenericSpace = 0, kGlobalSpace = 1;

bool isCommutative(AtomicRMWInst::BinOp operation) {
  switch (operation) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::And:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
    return true;
  default:
    return false;
  }
}

/// Orders nothing but accesses of its own place, and nobody sees what it found there.
bool isRelaxedReduction(const AtomicRMWInst &atomic) {
  return atomic.use_empty() && !atomic.isVolatile() &&
         atomic.getOrdering() == llvm::AtomicOrdering::Monotonic;
}

bool canDelay(const AtomicRMWInst &atomic) {
  const llvm::Type *type = atomic.getType();
  return isRelaxedReduction(atomic) && isCommutative(atomic.getOperation()) &&
         atomic.getPointerAddressSpace() == kGlobalSpace &&
         (type->isIntegerTy(32) || type->isIntegerTy(64));
}

/// What an instruction asks for while reductions are delayed.
enum class Need {
  Nothing,
  Place,   ///< its own place, if a delayed reduction can come before it
  All,     ///< everything, always
  Meeting, ///< nothing, but threads of the block meet here
  Refused, ///< that nothing is delayed in this kernel
};

bool mayBeGlobal(const Value *pointer) {
  const unsigned space = pointer->getType()->getPointerAddressSpace();
  return space == kGlobalSpace ||
         (space == kGenericSpace &&
          !llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)));
}

Need needOfCall(const CallInst &call) {
  if (std::optional<Intrinsic> id = intrinsicOf(call)) {
    if (*id == Intrinsic::Observe || *id == Intrinsic::Line ||
        (*id >= Intrinsic::ProfileExecution && *id <= Intrinsic::ProfileAccess))
      return Need::Refused;
    if ((*id >= Intrinsic::BarrierSync && *id <= Intrinsic::BarrierOr) || isCollective(call))
      return Need::Meeting;
    const Effect effect = infoOf(*id).effect;
    return effect == Effect::Convergent || effect == Effect::Surface ? Need::All : Need::Nothing;
  }
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee)
    return Need::Refused;
  if (callee->isIntrinsic())
    return call.mayReadOrWriteMemory() && !call.isLifetimeStartOrEnd() &&
                   !llvm::isa<llvm::DbgInfoIntrinsic>(call) &&
                   call.getIntrinsicID() != llvm::Intrinsic::assume
               ? Need::All
               : Need::Nothing;
  return callee->hasFnAttribute("aw-serial") || callee->hasFnAttribute(kEachLane) ? Need::All
                                                                                  : Need::Refused;
}

Need needOf(const Instruction &inst) {
  if (auto *call = llvm::dyn_cast<CallInst>(&inst))
    return needOfCall(*call);
  if (llvm::isa<llvm::FenceInst>(inst))
    return Need::All;
  if (auto *atomic = llvm::dyn_cast<AtomicRMWInst>(&inst)) {
    if (mayBeGlobal(atomic->getPointerOperand()))
      return isRelaxedReduction(*atomic) ? Need::Place : Need::All;
    return atomic->getOrdering() == llvm::AtomicOrdering::Monotonic ? Need::Nothing : Need::All;
  }
  if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&inst))
    return mayBeGlobal(exchange->getPointerOperand()) ||
                   exchange->getSuccessOrdering() != llvm::AtomicOrdering::Monotonic
               ? Need::All
               : Need::Nothing;
  const Value *pointer = llvm::getLoadStorePointerOperand(&inst);
  if (!pointer)
    return inst.mayReadOrWriteMemory() ? Need::All : Need::Nothing;
  if (inst.hasMetadata(llvm::LLVMContext::MD_invariant_load) || !mayBeGlobal(pointer))
    return Need::Nothing;
  return inst.isAtomic() || inst.isVolatile() ? Need::All : Need::Place;
}

/// What may run after one of `starts` in a thread.
llvm::SmallPtrSet<const Instruction *, 32>
reachableFrom(llvm::ArrayRef<const Instruction *> starts) {
  llvm::SmallPtrSet<const Instruction *, 32> reached;
  llvm::SmallPtrSet<const BasicBlock *, 16> entered;
  llvm::SmallVector<const Instruction *, 16> todo;
  for (const Instruction *start : starts)
    todo.push_back(start->getNextNode());
  while (!todo.empty()) {
    const Instruction *first = todo.pop_back_val();
    for (const Instruction *inst = first; inst && reached.insert(inst).second;
         inst = inst->getNextNode())
      if (inst->isTerminator())
        for (const BasicBlock *next : llvm::successors(inst))
          if (entered.insert(next).second)
            todo.push_back(&next->front());
  }
  return reached;
}

bool tellsOfEach(const Lowering &lowering) {
  const CodegenOptions &options = lowering.options;
  return options.optLevel == 0 || options.debug || options.strict || lowering.isObserved ||
         options.waitsInPlace;
}

} // namespace

Status delayReductions(Lowering &lowering) {
  llvm::Function &kernel = *lowering.kernel;
  llvm::SmallVector<AtomicRMWInst *, 8> found[2]; // of 32 and 64 bits
  for (Instruction &inst : llvm::instructions(kernel))
    if (auto *atomic = llvm::dyn_cast<AtomicRMWInst>(&inst); atomic && canDelay(*atomic))
      found[atomic->getType()->isIntegerTy(64)].push_back(atomic);
  const auto &delayed = found[found[1].size() > found[0].size()];
  if (delayed.empty() || tellsOfEach(lowering))
    return {};
  llvm::SmallVector<const Instruction *, 16> starts(delayed.begin(), delayed.end()), meetings;
  for (const Instruction &inst : llvm::instructions(kernel)) {
    const Need need = needOf(inst);
    if (need == Need::Refused)
      return {};
    if (need == Need::Meeting)
      meetings.push_back(&inst);
  }
  {
    llvm::DominatorTree dominators(kernel);
    if (!findSpinLoops(llvm::LoopInfo(dominators)).empty())
      return {};
  }
  auto after = reachableFrom(starts);
  if (llvm::any_of(meetings, [&](const Instruction *meeting) { return after.contains(meeting); })) {
    starts.append(meetings);
    after = reachableFrom(starts);
  }
  llvm::MDNode *empty = llvm::MDNode::get(kernel.getContext(), {});
  for (AtomicRMWInst *atomic : delayed)
    atomic->setMetadata(kDelayedMetadata, empty);
  for (Instruction &inst : llvm::instructions(kernel)) {
    if (inst.hasMetadata(kDelayedMetadata))
      continue;
    const Need need = needOf(inst);
    if (need == Need::All)
      inst.setMetadata(kSettleAllMetadata, empty);
    else if (need == Need::Place && after.contains(&inst))
      inst.setMetadata(kSettlePlaceMetadata, empty);
  }
  kernel.addFnAttr(kDelaysAttribute);
  return {};
}

} // namespace anywarp::codegen
