// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The SIMD width, where the caller leaves it open: a whole warp, or the block if that is smaller.
// Thread by thread run kernels in which lanes of one warp may have to wait for each other at
// different places, as every thread makes progress then, and those for which it costs less
// (WidthCost). Also lets the loops that spin on memory yield, and drops the barriers of a block
// that is one piece.
#include <cstdio>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <optional>

#include "codegen/Intrinsics.h"
#include "codegen/passes/Lowering.h"
#include "codegen/passes/waits/MemberMask.h"
#include "codegen/passes/waits/ReleaseInLoop.h"
#include "codegen/passes/waits/SpinLoops.h"
#include "codegen/passes/warps/ControlPlan.h"
#include "codegen/passes/width/RegisterPressure.h"
#include "codegen/passes/width/WidthCost.h"
#include "support/Trace.h"

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;
using llvm::Value;

/// Membermasks made from what the lanes that are here say: activemask, ballot, match.
bool isFromActiveLanes(const Value *mask, unsigned depth = 6) {
  auto *inst = llvm::dyn_cast<Instruction>(mask);
  if (!inst || depth == 0)
    return false;
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(inst))
    if (std::optional<Intrinsic> id = intrinsicOf(*call))
      return *id == Intrinsic::ActiveMask || *id == Intrinsic::Ballot ||
             (*id >= Intrinsic::MatchAny32 && *id <= Intrinsic::MatchAll64);
  for (const Value *operand : inst->operands())
    if (isFromActiveLanes(operand, depth - 1))
      return true;
  return false;
}

/// The branch lets at most one lane of a warp through to `to`: tid == constant and the like.
bool admitsOneLane(const llvm::BranchInst &branch, const BasicBlock *to, const Uniformity &lanes) {
  auto *compare =
      branch.isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(branch.getCondition()) : nullptr;
  if (!compare || !compare->isEquality())
    return false;
  bool onTrue = branch.getSuccessor(0) == to;
  if (onTrue != (compare->getPredicate() == llvm::CmpInst::ICMP_EQ))
    return false;
  auto differs = [&](const Value *value) {
    LaneShape s = lanes.shapeOf(value);
    return s.group == lanes.width() && s.stride != 0;
  };
  for (unsigned i = 0; i < 2; ++i) {
    const Value *value = compare->getOperand(i), *other = compare->getOperand(1 - i);
    if (differs(value) && lanes.isUniform(other))
      return true;
    // (x | y | z) == 0
    auto *zero = llvm::dyn_cast<llvm::ConstantInt>(other);
    llvm::SmallVector<const Value *, 4> leaves{value};
    for (unsigned k = 0; zero && zero->isZero() && k < leaves.size() && k < 8; ++k)
      if (auto *both = llvm::dyn_cast<llvm::BinaryOperator>(leaves[k]);
          both && both->getOpcode() == Instruction::Or) {
        leaves.push_back(both->getOperand(0));
        leaves.push_back(both->getOperand(1));
      } else if (differs(leaves[k])) {
        return true;
      }
  }
  return false;
}

class WidthChoice {
public:
  WidthChoice(llvm::Function &function, const exec::BlockShape &shape)
      : function_(function), shape_(shape), dominators_(function), postDominators_(function),
        loops_(dominators_), order_(function, loops_),
        lanes_(function, exec::kWarpSize, shape, loops_, order_),
        plan_(order_, lanes_, dominators_, loops_), spins_(findSpinLoops(loops_)) {}

  /// Why the lanes of a warp need a course of their own; empty if they do not.
  std::string reason() {
    for (const Loop *loop : spins_)
      if (!meetsInBarrier(*loop) && (leaversCouldEnd(*loop) || othersCouldEnd(*loop)))
        return "lanes spin on memory";
    for (Instruction &inst : llvm::instructions(function_)) {
      const bool barrier = isBarrier(inst);
      if (!barrier && !isCollective(inst))
        continue;
      if (!barrier) {
        auto &call = llvm::cast<llvm::CallInst>(inst);
        if (!isWarpFunctionCall(inst) && namesLanesThatAreHere(call))
          continue;
      }
      if (othersWaitElsewhere(inst, barrier))
        return barrier ? "lanes meet at different barriers" : "lanes meet at different places";
    }
    return {};
  }

  /// Moves into a loop what keeps its lanes from being a warp: what others write after it. False:
  /// there is nothing of the kind. Otherwise this object is out of date.
  bool releaseInLoops() {
    for (Loop *spin : spins_) {
      if (meetsInBarrier(*spin))
        continue;
      if (leaversCouldEnd(*spin))
        return releaseInLoop(function_, *spin);
      if (othersCouldEnd(*spin))
        for (Loop *around = spin->getParentLoop(); around; around = around->getParentLoop())
          if (leaversCouldEnd(*around))
            return releaseInLoop(function_, *around);
    }
    return false;
  }

  WidthCost cost(unsigned vectorBits) {
    return estimateWidthCost(function_, order_, lanes_, plan_, loops_, vectorBits);
  }

  unsigned registers(unsigned vectorBits) const {
    return estimateRegisterPressure(order_, lanes_, vectorBits);
  }

  /// Every barrier finds all lanes of a warp that have not ended.
  bool meetsAtBarriers() const {
    return llvm::all_of(llvm::instructions(function_), [&](const Instruction &inst) {
      return !isBarrier(inst) || !leadsToBarrier(plan_.of(inst.getParent()).deferred);
    });
  }

  /// Where lanes of a warp read of each other in shared memory without a barrier between: right on
  /// processors that run a warp in step, and programs rely on it.
  bool talksInStep() const {
    if (needsStep())
      return true;
    llvm::SmallVector<const llvm::StoreInst *, 8> stores;
    for (const Instruction &inst : llvm::instructions(function_))
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&inst);
          store && isShared(store->getPointerOperand()))
        stores.push_back(store);
    return llvm::any_of(stores, [&](const llvm::StoreInst *store) { return isReadInStep(*store); });
  }

  /// Lanes of a warp exchange words of volatile shared memory and nothing but their being in step
  /// puts an order to it.
  bool needsStep() const {
    llvm::SmallVector<const Instruction *, 8> accesses;
    for (const Instruction &inst : llvm::instructions(function_))
      if (isVolatileShared(inst))
        accesses.push_back(&inst);
    return llvm::any_of(accesses,
                        [&](const Instruction *first) { return isFollowedInStep(*first); });
  }

  /// Takes out the barriers of blocks that are one piece, whose lanes are in step anyway.
  void dropBarriers() {
    llvm::SmallVector<Instruction *, 8> barriers;
    for (Instruction &inst : llvm::instructions(function_))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst)) {
        const std::optional<Intrinsic> id = intrinsicOf(*call);
        if (id == Intrinsic::BarrierArrive)
          return; // counted by the engine
        if (id == Intrinsic::BarrierSync)
          barriers.push_back(call);
      }
    for (Instruction *barrier : barriers)
      barrier->eraseFromParent();
  }

  void yieldInSpins() {
    for (Loop *loop : spins_) {
      llvm::IRBuilder<> ir(loop->getLoopLatch()->getTerminator());
      ir.CreateCall(declareIntrinsic(*function_.getParent(), Intrinsic::Yield));
    }
  }

private:
  bool runsOneLane(const Loop &loop) const {
    const BasicBlock *block = loop.getLoopPreheader();
    for (const auto *node = dominators_.getNode(block); node && node->getIDom();
         node = node->getIDom()) {
      const BasicBlock *to = node->getBlock(), *from = to->getSinglePredecessor();
      auto *branch = from ? llvm::dyn_cast<llvm::BranchInst>(from->getTerminator()) : nullptr;
      if (branch && admitsOneLane(*branch, to, lanes_))
        return true;
    }
    return false;
  }

  /// The lanes in `loop` meet at a barrier in every iteration.
  bool meetsInBarrier(const Loop &loop) const {
    return llvm::any_of(loop.blocks(),
                        [](const BasicBlock *block) { return llvm::any_of(*block, isBarrier); });
  }

  /// Lanes that left `loop` wait for those still in it, and would write to memory before all meet
  /// again.
  bool leaversCouldEnd(const Loop &loop) const {
    llvm::SmallVector<BasicBlock *, 4> exits;
    loop.getUniqueExitBlocks(exits);
    return lanes_.isDivergentLoop(&loop) && !runsOneLane(loop) && canReleaseFrom(exits);
  }

  /// While some lanes are in `loop`, others are held at a place from which they would write to
  /// memory before they meet the first ones again.
  bool othersCouldEnd(const Loop &loop) const {
    llvm::SmallVector<BasicBlock *, 8> held, exits;
    loop.getUniqueExitBlocks(exits);
    for (unsigned index : plan_.of(loop.getHeader()).deferred)
      if (BasicBlock *block = order_[index]; !loop.contains(block) &&
                                             !llvm::is_contained(exits, block) &&
                                             isReachedBeside(*loop.getHeader(), block))
        held.push_back(block);
    return canReleaseFrom(held);
  }

  bool leadsToBarrier(const std::set<unsigned> &held) const {
    llvm::SmallPtrSet<const BasicBlock *, 16> seen;
    llvm::SmallVector<const BasicBlock *, 16> todo;
    for (unsigned index : held)
      todo.push_back(order_[index]);
    while (!todo.empty()) {
      const BasicBlock *block = todo.pop_back_val();
      if (!seen.insert(block).second)
        continue;
      if (llvm::any_of(*block, isBarrier))
        return true;
      todo.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    return false;
  }

  static bool isShared(const Value *pointer) {
    return pointer->getType()->getPointerAddressSpace() == 3;
  }

  /// A load that follows `store` without a barrier between reads at an address that other lanes
  /// write, as far as addresses that depend on the lane in a known way tell.
  bool isReadInStep(const llvm::StoreInst &store) const {
    llvm::SmallPtrSet<const BasicBlock *, 16> seen;
    llvm::SmallVector<const Instruction *, 16> todo{store.getNextNode()};
    while (!todo.empty()) {
      const Instruction *inst = todo.pop_back_val();
      const BasicBlock *block = inst->getParent();
      bool goesOn = true;
      for (; inst && goesOn; inst = inst->getNextNode()) {
        goesOn = !isBarrier(*inst);
        auto *load = llvm::dyn_cast<llvm::LoadInst>(inst);
        if (load && isShared(load->getPointerOperand()) &&
            load->getPointerOperand() != store.getPointerOperand() &&
            lanes_.shapeOf(load->getPointerOperand()).group > 1)
          return true;
      }
      if (goesOn)
        for (const BasicBlock *next : llvm::successors(block))
          if (seen.insert(next).second)
            todo.push_back(&next->front());
    }
    return false;
  }

  static bool isVolatileShared(const Instruction &inst) {
    const Value *pointer = llvm::getLoadStorePointerOperand(&inst);
    return pointer && inst.isVolatile() && (isShared(pointer) || isSumWithShared(*pointer));
  }

  /// A generic address that starts from one of shared memory.
  static bool isSumWithShared(const Value &address) {
    llvm::SmallPtrSet<const Value *, 16> seen;
    llvm::SmallVector<const Value *, 16> todo{&address};
    while (!todo.empty() && seen.size() < 32) {
      auto *inst = llvm::dyn_cast<Instruction>(todo.pop_back_val());
      if (!inst || !seen.insert(inst).second)
        continue;
      if (inst->getType()->isPointerTy() && isShared(inst))
        return true;
      if (llvm::isa<llvm::GetElementPtrInst, llvm::CastInst, llvm::BinaryOperator, llvm::PHINode,
                    llvm::SelectInst>(inst))
        todo.append(inst->value_op_begin(), inst->value_op_end());
    }
    return false;
  }

  /// Another access, one of the two a store, comes with no meeting of lanes between. It is known to
  /// be to the thread's own word only if the same thread made the first one at that address.
  bool isFollowedInStep(const Instruction &first) const {
    llvm::SmallPtrSet<const BasicBlock *, 16> seen;
    llvm::SmallVector<const Instruction *, 16> todo{first.getNextNode()};
    while (!todo.empty()) {
      const Instruction *inst = todo.pop_back_val();
      const BasicBlock *block = inst->getParent();
      for (; inst && !isBarrier(*inst) && !meetsOthers(*inst); inst = inst->getNextNode())
        if (isVolatileShared(*inst) &&
            (llvm::isa<llvm::StoreInst>(first) || llvm::isa<llvm::StoreInst>(inst)) &&
            (llvm::getLoadStorePointerOperand(inst) != llvm::getLoadStorePointerOperand(&first) ||
             !dominators_.dominates(&first, inst)))
          return true;
      if (!inst)
        for (const BasicBlock *next : llvm::successors(block))
          if (seen.insert(next).second)
            todo.push_back(&next->front());
    }
    return false;
  }

  static bool meetsOthers(const Instruction &inst) {
    if (!isCollective(inst))
      return false;
    const std::optional<Intrinsic> id = intrinsicOf(llvm::cast<llvm::CallInst>(inst));
    return id != Intrinsic::ActiveMask && id != Intrinsic::Elect;
  }

  /// Lanes may have come to `block` while others came to `here` in the same iteration around both.
  bool isReachedBeside(const BasicBlock &here, const BasicBlock *block) const {
    const Loop *around = loops_.getLoopFor(&here);
    while (around && (!around->contains(block) || around->getHeader() == &here))
      around = around->getParentLoop();
    if (!around)
      return true;
    llvm::SmallPtrSet<const BasicBlock *, 16> seen;
    llvm::SmallVector<const BasicBlock *, 16> todo{around->getHeader()};
    while (!todo.empty()) {
      const BasicBlock *next = todo.pop_back_val();
      if (next == block)
        return true;
      if (next == &here || !around->contains(next) || !seen.insert(next).second)
        continue;
      for (const BasicBlock *to : llvm::successors(next))
        if (to != around->getHeader() && !isNeverTaken(*next, to))
          todo.push_back(to);
    }
    return false;
  }

  /// The lanes that meet at `call` come to it together.
  bool namesLanesThatAreHere(const llvm::CallInst &call) {
    const Value *mask = call.getArgOperand(call.arg_size() - 1);
    if (isFromActiveLanes(mask))
      return true;
    auto [span, isNew] = spans_.try_emplace(mask, 0);
    if (isNew)
      span->second = memberSpan(mask, shape_);
    return span->second < exec::kWarpSize && span->second <= togetherAt(call.getParent());
  }

  /// No lanes of an aligned group of so many wait elsewhere while others of it are at `block`: they
  /// take the same way out of every branch between which and `block` not all of its lanes met
  /// again.
  unsigned togetherAt(const BasicBlock *block) {
    if (together_.empty())
      for (BasicBlock &from : function_) {
        const unsigned group = lanes_.branchGroup(&from);
        together_.try_emplace(&from, exec::kWarpSize);
        if (group == exec::kWarpSize)
          continue;
        const auto *node = postDominators_.getNode(&from);
        const BasicBlock *join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
        llvm::SmallPtrSet<const BasicBlock *, 16> seen;
        llvm::SmallVector<const BasicBlock *, 16> todo(llvm::successors(&from));
        while (!todo.empty()) {
          const BasicBlock *next = todo.pop_back_val();
          if (next == join || !seen.insert(next).second)
            continue;
          unsigned &known = together_.try_emplace(next, exec::kWarpSize).first->second;
          known = std::min(known, group);
          todo.append(llvm::succ_begin(next), llvm::succ_end(next));
        }
      }
    return together_.lookup(block);
  }

  /// While some lanes are at `inst`, others are held at a place from which they would go to another
  /// operation of the kind before they meet the first ones again.
  bool othersWaitElsewhere(const Instruction &inst, bool barrier) const {
    const BasicBlock *here = inst.getParent();
    llvm::SmallPtrSet<const BasicBlock *, 16> seen;
    llvm::SmallVector<const BasicBlock *, 16> todo;
    for (unsigned held : plan_.of(here).deferred)
      if (isReachedBeside(*here, order_[held]))
        todo.push_back(order_[held]);
    while (!todo.empty()) {
      const BasicBlock *block = todo.pop_back_val();
      if (block == here || postDominators_.dominates(block, here) || !seen.insert(block).second)
        continue;
      for (const Instruction &other : *block)
        if (barrier ? isBarrier(other) : isCollective(other))
          return true;
      todo.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    return false;
  }

  llvm::Function &function_;
  const exec::BlockShape &shape_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree postDominators_;
  llvm::LoopInfo loops_;
  BlockOrder order_;
  Uniformity lanes_;
  ControlPlan plan_;
  std::vector<Loop *> spins_;
  llvm::DenseMap<const Value *, unsigned> spans_;         ///< of membermasks
  llvm::DenseMap<const BasicBlock *, unsigned> together_; ///< empty until it is asked for
};

/// Only these can make a warp's lanes depend on each other's progress.
bool isOfInterest(llvm::Function &kernel) {
  for (Instruction &inst : llvm::instructions(kernel))
    if (isCollective(inst) || isBarrier(inst) || inst.isAtomic() || inst.isVolatile())
      return true;
  return false;
}

/// Beyond this many basic blocks the code of a warp takes minutes to make: nearly every block of it
/// dominates all that follow, so that its values cost the square of their number.
constexpr size_t kMaxWarpBlocks = 4096;

/// Beyond this many instructions whole warps take more than a second to compile, pieces of 8 lanes
/// (one vector register each) a third of that. They run from a quarter faster to half as fast.
constexpr size_t kMaxWarpInstructions = 5000;
constexpr unsigned kNarrowWidth = 8;

/// Loops of a kernel that take code in.
constexpr unsigned kMostReleases = 4;

bool isLongWithoutCollectives(llvm::Function &kernel) {
  return kernel.getInstructionCount() > kMaxWarpInstructions &&
         llvm::none_of(llvm::instructions(kernel), isCollective);
}

/// The pieces of a block have nothing in common: neither memory nor barriers, nor is there an order
/// in which the host sees what they do.
bool hasSeparatePieces(const llvm::Module &module) {
  for (const llvm::Function &function : module) {
    if (function.isDeclaration() && function.use_empty())
      continue;
    if (function.hasFnAttribute("aw-serial") && function.getName() != "malloc" &&
        function.getName() != "__cuda_syscall_aligned_malloc" && function.getName() != "free" &&
        function.getName() != "__assertfail")
      return false;
    const std::optional<Intrinsic> id = intrinsicOf(function);
    if (id == Intrinsic::SharedBase || id == Intrinsic::ClusterShared || id == Intrinsic::Observe ||
        (id >= Intrinsic::BarrierSync && id <= Intrinsic::ClusterWait))
      return false;
    for (const Instruction &inst : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst); call && call->isIndirectCall())
        return false;
  }
  return true;
}

/// Nothing means a whole warp.
bool mayBeNarrow(const llvm::Module &module) {
  for (const llvm::Function &function : module) {
    const std::optional<Intrinsic> id = intrinsicOf(function);
    if (id == Intrinsic::Observe && !function.use_empty())
      return false;
    if (llvm::any_of(llvm::instructions(function), isCollective))
      return false;
  }
  return true;
}

/// What warps do is counted: a piece must be all that there is of one.
bool countsWarps(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &function) {
    const std::optional<Intrinsic> id = intrinsicOf(function);
    return id && !function.use_empty() && *id >= Intrinsic::ProfileExecution &&
           *id <= Intrinsic::ProfileAccess;
  });
}

/// The order in which threads do what they do may show in the results.
bool showsOrderOfThreads(llvm::Function &kernel) {
  return llvm::any_of(llvm::instructions(kernel), [](const Instruction &inst) {
    if (auto *atomic = llvm::dyn_cast<llvm::AtomicRMWInst>(&inst))
      return atomic->isFloatingPointOperation() || atomic->isVolatile();
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst))
      return !call->getCalledFunction() || call->getCalledFunction()->hasFnAttribute("aw-serial");
    return inst.isVolatile() || llvm::isa<llvm::AtomicCmpXchgInst>(inst);
  });
}

bool hasLoop(llvm::Function &kernel) {
  llvm::SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 8> edges;
  llvm::FindFunctionBackedges(kernel, edges);
  return !edges.empty();
}

/// What one thread after the other must cost of what a piece does, where it is chosen: estimates
/// are rough, and pieces the rule.
constexpr double kClearlyLess = 0.75;

/// What a thread must cost of what a piece does where all threads could run at once: it is to be
/// worth the other workers.
constexpr double kAloneFaster = 0.5;

void decide(Lowering &lowering, unsigned width, const std::string &reason) {
  lowering.width = width;
  if (isTraced("jit"))
    trace("jit", lowering.name +
                     (width == 1 ? std::string(": runs thread by thread: ")
                                 : ": pieces of " + std::to_string(width) + " lanes: ") +
                     reason);
}

/// The pieces of a warp may run one after the other.
bool arePiecesFree(const Lowering &lowering, const WidthChoice &choice) {
  return !showsOrderOfThreads(*lowering.kernel) && !choice.talksInStep();
}

bool hasBarrier(llvm::Function &kernel) {
  return llvm::any_of(llvm::instructions(kernel), isBarrier);
}

void decideByCost(Lowering &lowering, WidthChoice &choice) {
  llvm::Function &kernel = *lowering.kernel;
  if (const unsigned most = lowering.shape().most; most && most < exec::kWarpSize) {
    decide(lowering, most, "the block has no more threads");
    if (most == 1)
      return;
  }
  // A thread would keep its values in memory between barriers.
  if (countsWarps(lowering.module) || !hasLoop(kernel) || hasBarrier(kernel) ||
      !arePiecesFree(lowering, choice))
    return;
  const WidthCost cost = choice.cost(lowering.hasAvx512 ? 512 : 256);
  if (isTraced("jit")) {
    char text[96];
    std::snprintf(text, sizeof text, ": a warp takes about %.0f cycles, its threads %.0f%s",
                  cost.warp, cost.thread, cost.hasOpenLoop ? "" : ", no open loop");
    trace("jit", lowering.name + text);
  }
  const uint32_t lanes = lowering.shape().most ? lowering.shape().most : exec::kWarpSize;
  if (cost.hasOpenLoop && cost.thread < kClearlyLess * cost.warp)
    decide(lowering, 1, "lanes differ too much");
  else if (lowering.options.fewThreads && (lowering.info.flags & exec::KernelInfo::Divisible) &&
           cost.thread < kAloneFaster * lanes * cost.warp)
    decide(lowering, 1, "each thread may have a worker of its own");
}

/// Pieces of half a warp, and of a quarter, where the values of a whole one take so many times the
/// registers that there are. What lives across barriers lies in memory at any width. Measured over
/// kernels of finite elements, lattices and chemistry: such pieces are compiled in a half to a
/// ninth of the time, and run up to 1.8 times as fast.
constexpr double kHalved = 1.25, kQuartered = 5;
/// Shorter kernels do not have that many values.
constexpr unsigned kLeastPressed = 64;

void decideByPressure(Lowering &lowering, const WidthChoice &choice) {
  if (lowering.width == 1 || countsWarps(lowering.module) ||
      lowering.kernel->getInstructionCount() < kLeastPressed || !arePiecesFree(lowering, choice))
    return;
  const double registers = lowering.hasAvx512 ? 32 : 16;
  const unsigned taken = choice.registers(lowering.hasAvx512 ? 512 : 256);
  const unsigned width = taken > kQuartered * registers ? 8
                         : taken > kHalved * registers  ? 16
                                                        : exec::kWarpSize;
  if (width < lowering.width)
    decide(lowering, width, "a warp's values take " + std::to_string(taken) + " registers");
}

} // namespace

Status chooseWidth(Lowering &lowering) {
  llvm::Function &kernel = *lowering.kernel;
  const exec::BlockShape &shape = lowering.shape();
  const bool isOpen = !lowering.options.simdWidth;
  const bool isHuge = kernel.size() > kMaxWarpBlocks;
  lowering.width = isOpen ? exec::kWarpSize : lowering.options.simdWidth;
  if (hasSeparatePieces(lowering.module))
    lowering.info.flags |= exec::KernelInfo::Divisible;
  if (isOpen && isHuge)
    decide(lowering, 1, std::to_string(kernel.size()) + " basic blocks");
  else if (isOpen && isLongWithoutCollectives(kernel) && !countsWarps(lowering.module))
    decide(lowering, kNarrowWidth, std::to_string(kernel.getInstructionCount()) + " instructions");
  const bool mayNarrow = isOpen && lowering.width == exec::kWarpSize && lowering.options.optLevel &&
                         !lowering.options.debug && mayBeNarrow(lowering.module);
  if (!isOfInterest(kernel) && !mayNarrow)
    return {};
  std::optional<WidthChoice> choice(std::in_place, kernel, shape);
  const bool needsStep =
      !lowering.options.waitsInPlace && !lowering.options.interruptible && choice->needsStep();
  if ((isOpen && !isHuge) || needsStep) {
    std::string reason = choice->reason();
    for (unsigned i = 0; i < kMostReleases && !reason.empty() && choice->releaseInLoops(); ++i) {
      choice.reset();
      if (Status status = normalizeControlFlow(lowering); !status.ok())
        return status;
      reason = choice.emplace(kernel, shape).reason();
    }
    if (!reason.empty() && isOpen)
      decide(lowering, 1, reason);
    else if (reason.empty() && needsStep && lowering.width < exec::kWarpSize)
      decide(lowering, exec::kWarpSize, "nothing but being in step orders their accesses");
    else if (reason.empty() && mayNarrow) {
      decideByCost(lowering, *choice);
      decideByPressure(lowering, *choice);
    }
  }
  if (shape.most && shape.most <= lowering.width && !lowering.isObserved &&
      lowering.options.barriers == CodegenOptions::Auto && choice->meetsAtBarriers())
    choice->dropBarriers();
  choice->yieldInSpins();
  return lowering.width == exec::kWarpSize ? Status() : inlineWarpFunctions(lowering);
}

} // namespace anywarp::codegen
