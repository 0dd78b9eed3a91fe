// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes the code of a piece of W lanes for the instructions of a scalar function. Owned by
// FormWarps for the time of one function; the Widen*.cpp files are its members, one family each.
//
// A scalar value has one of two forms in the new function, by its LaneShape: one scalar *base* for
// each group of lanes (at most kMaxGroups), or a vector of W lanes. The other form is made when it
// is asked for, next to the definition. A value of type <n x T> is a vector of W * n, lane by lane.
#pragma once

#include <array>
#include <functional>

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/InstSimplifyFolder.h>
#include <llvm/IR/IRBuilder.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/Lowering.h"
#include "codegen/passes/warps/Uniformity.h"

namespace anywarp::codegen {

/// A scalar value as the piece knows it.
struct Lanes {
  llvm::SmallVector<llvm::Value *, 4> bases; ///< one for each group; empty: only `vector`
  llvm::Value *vector = nullptr;             ///< null: not made yet
  llvm::BasicBlock *block = nullptr;         ///< where the bases are known: behind `after`
  llvm::Instruction *after = nullptr;        ///< null: at the start of the block
};

/// An address as a common part and an offset of each lane, which is in [0, most].
struct PointerParts {
  llvm::Value *base = nullptr, *offset = nullptr; ///< i64; null: there are no such parts
  uint32_t most = 0;
  explicit operator bool() const { return base; }
};

/// A lane is in its row if its element of `bases[group] + lane * stride` compares so with
/// `bounds[group]`.
struct RowComparison {
  llvm::CmpInst::Predicate predicate;
  llvm::SmallVector<llvm::Value *, 4> bases, bounds;
  int64_t stride;
};

/// Where rows of elements start, one for each group of lanes, if `condition` holds.
struct RowGuess {
  llvm::SmallVector<llvm::Value *, 4> starts;
  llvm::Value *condition = nullptr; ///< null: there is no guess
  /// What `condition` says of all lanes at once: under `precondition` a lane for which all of
  /// `comparisons` hold is in its row.
  llvm::Value *precondition = nullptr;
  llvm::SmallVector<RowComparison, 4> comparisons;
};

/// Two runs of consecutive elements for each `lanes` lanes of a piece (WidenRuns.cpp).
struct LaneRuns {
  unsigned lanes = 0;
  llvm::SmallVector<llvm::Value *, 8> starts; ///< where lane 0 of the part would be; 2 a part
  llvm::SmallVector<llvm::Value *, 8> masks;  ///< the active lanes of each run
  llvm::Value *condition = nullptr; ///< all active lanes are in a run; null: there are no runs
};

class WarpBuilder {
public:
  static constexpr unsigned kMaxGroups = 4;

  WarpBuilder(Lowering &lowering, llvm::Function &source, llvm::Function &target,
              const Uniformity &uniformity);

  Lowering &lowering;
  llvm::Function &source, &target;
  const Uniformity &uniformity;
  const unsigned width;
  llvm::IRBuilder<llvm::InstSimplifyFolder> ir;
  llvm::Value *mask = nullptr; ///< active lanes of the block in work
  bool isActive = true;        ///< `mask` is known not to be empty
  Status failure;              ///< first thing that cannot be lowered

  // -- The piece ----------------------------------------------------------------------------------
  llvm::Argument *launch() const { return target.getArg(0); }
  llvm::Argument *block() const { return target.getArg(1); }
  llvm::Argument *piece() const { return target.getArg(2); }
  /// Makes the special registers that the function reads, at its entry.
  void readSpecialRegisters();
  /// Field of LaunchState or BlockState; constant while the block runs.
  llvm::Value *launchField(size_t offset, llvm::Type *type, const llvm::Twine &name);
  llvm::Value *blockField(size_t offset, llvm::Type *type, const llvm::Twine &name);

  // -- Values -------------------------------------------------------------------------------------
  llvm::Type *widened(llvm::Type *type) const;
  bool isGrouped(LaneShape shape) const { return width / shape.group <= kMaxGroups; }
  LaneShape shapeOf(const llvm::Value *value) const { return uniformity.shapeOf(value); }
  bool isUniform(const llvm::Value *value) const { return uniformity.isUniform(value); }
  /// The value of a uniform one; of another, that of its first lane.
  llvm::Value *scalar(llvm::Value *value) { return base(value, 0, width); }
  /// Value of the first lane of group `index` of `group` lanes.
  llvm::Value *base(llvm::Value *value, unsigned index, unsigned group);
  llvm::Value *vector(llvm::Value *value);
  void define(llvm::Value *value, llvm::Value *widenedValue);
  void defineBases(llvm::Value *value, llvm::ArrayRef<llvm::Value *> bases);
  /// `value` means the same as `other` from here on, in the form that its own shape asks for.
  void defineAs(llvm::Value *value, llvm::Value *other);
  bool isDefined(const llvm::Value *value) const {
    return llvm::isa<llvm::Constant>(value) || lanes_.count(value) != 0;
  }

  // -- Masks --------------------------------------------------------------------------------------
  llvm::Type *maskType() const { return widened(llvm::Type::getInt1Ty(target.getContext())); }
  llvm::Value *allLanes() const;
  llvm::Value *noLanes() const;
  bool isFull(llvm::Value *lanes) const { return lanes == allLanes(); }
  llvm::Value *both(llvm::Value *lanes, llvm::Value *condition);    ///< lanes & condition
  llvm::Value *without(llvm::Value *lanes, llvm::Value *condition); ///< lanes & !condition
  llvm::Value *either(llvm::Value *a, llvm::Value *b);
  llvm::Value *bitsOf(llvm::Value *lanes); ///< as i32
  llvm::Value *lanesOf(llvm::Value *bits); ///< i32 back to lanes
  llvm::Value *any(llvm::Value *lanes);
  llvm::Value *groupOf(llvm::Value *lanes, unsigned index, unsigned group);
  llvm::Value *blend(llvm::Value *lanes, llvm::Value *on, llvm::Value *off);

  // -- Lane by lane -------------------------------------------------------------------------------
  /// Calls `body` with the index (i32) of each active lane of `lanes`, as a loop.
  void forEachLane(llvm::Value *lanes, bool known, llvm::function_ref<void(llvm::Value *)> body);
  /// `vector` in memory, so that lanes can be read by a run-time index; see lane().
  llvm::AllocaInst *spill(llvm::Value *vector);
  llvm::Value *lane(llvm::AllocaInst *spilled, llvm::Value *index);
  void setLane(llvm::AllocaInst *spilled, llvm::Value *index, llvm::Value *value);
  llvm::Value *reload(llvm::AllocaInst *spilled, llvm::Type *type);
  /// Marks a loop over lanes: LLVM does not unroll it.
  void keepRolled(llvm::BranchInst *latch);
  llvm::AllocaInst *entryAlloca(llvm::Type *type, const llvm::Twine &name);
  llvm::Value *splat(llvm::Value *value);
  llvm::Value *iota(llvm::IntegerType *type, int64_t stride, unsigned period = 0);
  llvm::Value *part(llvm::Value *vector, unsigned first, unsigned count);
  llvm::Value *concat(llvm::ArrayRef<llvm::Value *> parts);
  /// Elements of one lane in the widened form of `type`.
  static unsigned elementsOf(llvm::Type *type);

  // -- Instructions -------------------------------------------------------------------------------
  /// Makes the code for `inst`, which is neither a phi nor a terminator.
  void widen(llvm::Instruction &inst);
  /// Cannot be lowered: remembered as NotSupported.
  void refuse(const llvm::Twine &message);
  /// Calls a function of Runtime.def. After one marked [wait], makeCoroutine puts the suspension.
  llvm::CallInst *callRuntime(llvm::StringRef name, llvm::ArrayRef<llvm::Value *> args);
  /// Integer division of vectors, in which nothing traps.
  llvm::Value *divide(unsigned opcode, llvm::Value *a, llvm::Value *b);
  /// Linear thread index of a lane.
  llvm::Value *threadOf(llvm::Value *laneIndex);

  /// At the end: what only lanes apart from rows need is computed with them (WidenApart.cpp).
  void sinkToApart();

private:
  void widenLanewise(llvm::Instruction &inst);
  llvm::Value *cloneWith(llvm::Instruction &inst, llvm::ArrayRef<llvm::Value *> operands,
                         llvm::Type *type, bool dropFlags);
  bool widenElements(llvm::Instruction &inst); ///< extractelement and the like
  llvm::Value *extendFromActive(llvm::Value *base, llvm::Type *type, LaneShape shape,
                                unsigned group);
  void widenDivision(llvm::Instruction &inst);
  void widenAlloca(llvm::AllocaInst &inst);
  llvm::Value *declareVariable(llvm::AllocaInst &inst, llvm::DILocalVariable *variable);
  // WidenMemory.cpp
  void widenLoad(llvm::LoadInst &load);
  void widenStore(llvm::StoreInst &store);
  llvm::Value *gather(llvm::LoadInst &load, llvm::Value *pointers);
  llvm::Value *gatherBytes(llvm::LoadInst &load, llvm::Value *pointer);
  void scatter(llvm::StoreInst &store, llvm::Value *pointers, llvm::Value *values);
  bool mayBeRow(llvm::Instruction &access, llvm::Value *pointer, uint64_t size);
  void ifRow(llvm::Instruction &access, llvm::Value *pointer, uint64_t size,
             llvm::function_ref<void(llvm::ArrayRef<llvm::Value *>)> row,
             llvm::function_ref<void(const LaneRuns &)> runs, llvm::function_ref<void()> apart);
  RowGuess guessRows(llvm::Value *pointer, uint64_t size); ///< WidenRows.cpp
  /// The lanes that `guess` does not have in their rows.
  llvm::Value *lanesApart(const RowGuess &guess);
  LaneRuns findRuns(llvm::Value *pointer, uint64_t size, bool inOrder);
  /// Asks for what lies in rows of so many lanes, from these starts, for a later block.
  void prefetchRows(const llvm::LoadInst &load, llvm::ArrayRef<llvm::Value *> starts,
                    unsigned lanes);
  llvm::Value *loadRuns(llvm::LoadInst &load, const LaneRuns &runs);
  void storeRuns(llvm::StoreInst &store, llvm::Value *value, const LaneRuns &runs);
  /// What is known of an access is known of one of several lanes.
  static void copyFacts(llvm::Instruction &to, const llvm::Instruction &from);
  bool hasMasksFor(const llvm::Type *type) const;
  llvm::Value *ifAll(llvm::Value *lanes, llvm::function_ref<llvm::Instruction *()> whole,
                     llvm::function_ref<llvm::Instruction *()> masked);
  llvm::Value *loadSpread(llvm::LoadInst &load, llvm::Value *pointer);
  llvm::Value *loadPart(llvm::LoadInst &load, llvm::Value *pointer, llvm::Value *lanes,
                        unsigned count);
  void storePart(llvm::StoreInst &store, llvm::Value *pointer, llvm::Value *value,
                 llvm::Value *lanes, unsigned count);
  /// For each group the pointer of its first lane; of a group without active lanes, of another.
  llvm::SmallVector<llvm::Value *, 4> safeBases(llvm::Value *value, unsigned group);
  llvm::Value *lastActive(llvm::Value *lanes, llvm::Value *vector);
  // WidenAtomics.cpp
  void widenAtomic(llvm::Instruction &inst);
  void reduceOnce(llvm::AtomicRMWInst &atomic, llvm::Value *pointer, llvm::Value *value);
  bool combineAtomic(llvm::AtomicRMWInst &atomic);
  bool combineWhereEqual(llvm::AtomicRMWInst &atomic, llvm::function_ref<void()> apart);
  llvm::Value *reduced(llvm::AtomicRMWInst &atomic);
  PointerParts partsOf(llvm::Value *pointer);
  llvm::Value *offsetsOf(const PointerParts &parts);
  // WidenReductions.cpp
  llvm::Value *delayReduction(llvm::AtomicRMWInst &atomic, llvm::Value *lanes,
                              llvm::AllocaInst *addresses, llvm::AllocaInst *values);
  void reduceDense(llvm::AtomicRMWInst &atomic, llvm::function_ref<void()> apart);
  llvm::Value *pendingField(uint64_t offset);
  std::array<llvm::Value *, 3> recentReduction(llvm::AtomicRMWInst &atomic, llvm::Value *pointer);
  void settleBefore(llvm::Instruction &inst);
  llvm::Value *mayBePending(llvm::Instruction &inst);
  llvm::Value *pending();
  // WidenCalls.cpp
  void widenCall(llvm::CallInst &call);
  void widenLlvmIntrinsic(llvm::CallInst &call);
  void widenPrefetch(llvm::CallInst &call);
  void widenSerial(llvm::CallInst &call);
  void widenHeapCall(llvm::CallInst &call, llvm::StringRef name);
  void widenEach(llvm::Instruction &inst);
  void widenFunctionCall(llvm::CallInst &call);
  void widenIndirectCall(llvm::CallInst &call);
  // WidenCollectives.cpp
  void widenOurIntrinsic(llvm::CallInst &call, Intrinsic id);
  void widenClusterShared(llvm::CallInst &call);
  void widenClusterRank(llvm::CallInst &call);
  void widenIsLocal(llvm::CallInst &call);
  void widenBarrier(llvm::CallInst &call, Intrinsic id);
  void widenSleep(llvm::CallInst &call);
  void widenTrap();
  void widenCollective(llvm::CallInst &call, Intrinsic id);
  void widenElection(llvm::CallInst &call);
  void widenShuffle(llvm::CallInst &call, Intrinsic id);
  void widenVote(llvm::CallInst &call, Intrinsic id);
  void widenMatch(llvm::CallInst &call, Intrinsic id);
  void widenReduction(llvm::CallInst &call, Intrinsic id);
  void widenByEngine(llvm::CallInst &call, Intrinsic id);
  void widenImage(llvm::CallInst &call); ///< WidenImage.cpp
  // WidenObserve.cpp
  void widenObserve(llvm::CallInst &call);
  void widenGuard(llvm::CallInst &call, uint32_t number);
  llvm::Value *siteRange(uint32_t site);
  llvm::Value *observedWords(llvm::AllocaInst *&place, llvm::Value *value, const char *name);
  void widenProfile(llvm::CallInst &call, Intrinsic id); ///< WidenProfile.cpp
  void forEachMember(llvm::CallInst &call,
                     llvm::function_ref<llvm::Value *(llvm::Value *lanes)> body);
  llvm::Value *firstActive(llvm::Value *value);
  llvm::Value *permute(llvm::Value *vector, llvm::Value *index);

  llvm::DenseMap<const llvm::Value *, Lanes> lanes_;
  llvm::DenseMap<unsigned, Lanes> registers_;         ///< special registers, by Intrinsic
  llvm::SmallSetVector<llvm::BasicBlock *, 8> apart_; ///< where lanes access apart from rows
  LocalLayout local_;
  llvm::AllocaInst *observedA_ = nullptr, *observedB_ = nullptr, *profiled_ = nullptr;
  const bool delaysReductions_;
  llvm::Value *pending_ = nullptr;
  llvm::Value *siteRanges_ = nullptr;
  llvm::Value *localBase_ = nullptr;
  /// Start of the piece's local memory; made at the first use.
  llvm::Value *localBase();
};

/// The type of the W-lane code of a function: (launch, block, piece, mask, widened arguments).
llvm::FunctionType *wideFunctionType(llvm::FunctionType &scalar, const WarpBuilder &b);

/// "NAME.w32"
inline std::string wideFunctionName(llvm::StringRef name, unsigned width) {
  return (name + ".w" + llvm::Twine(width)).str();
}

} // namespace anywarp::codegen
