// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the values of a scalar function differ between the lanes of a piece, and which branches the
// lanes of a piece take together. Computed once on the normalised scalar function, read by
// ControlPlan and FormWarps; optimistic fixpoint over data and control dependence.
#pragma once

#include <cstdint>
#include <memory>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/PostDominators.h>

#include "codegen/passes/warps/BlockOrder.h"
#include "exec/KernelAbi.h"

namespace llvm {
class CallInst;
class DataLayout;
class DominatorTree;
class Instruction;
class Value;
} // namespace llvm

namespace anywarp::codegen {

/// A value's pattern over the lanes: within aligned groups of `group` lanes it equals
/// `base + (lane % group) * stride` (modulo its size) for the lanes that are active, with one
/// run-time base for each group. group == W, stride == 0: uniform. group == 1: nothing known.
struct LaneShape {
  unsigned group = 0; ///< power of two; 0: not visited yet (top of the lattice)
  unsigned align = 0; ///< the bases are multiples of 2^align; 64: they are zero
  int64_t stride = 0;
  bool isTop() const { return group == 0; }
  bool operator==(const LaneShape &) const = default;
};

/// Bounds of an integer read as signed, for all lanes alike; `full` when nothing is known.
struct ValueRange {
  int64_t low = INT64_MIN, high = INT64_MAX;
  static ValueRange ofBits(unsigned bits);
  bool operator==(const ValueRange &) const = default;
};

class Uniformity {
public:
  Uniformity(llvm::Function &function, unsigned width, const exec::BlockShape &shape,
             const llvm::LoopInfo &loops, const BlockOrder &order);

  unsigned width() const { return width_; }
  LaneShape shapeOf(const llvm::Value *value) const;
  bool isUniform(const llvm::Value *value) const {
    LaneShape s = shapeOf(value);
    return s.group == width_ && s.stride == 0;
  }
  /// All active lanes take the same way out of `block`.
  bool hasUniformBranch(const llvm::BasicBlock *block) const;
  /// Active lanes of an aligned group of so many take the same way out of `block`.
  unsigned branchGroup(const llvm::BasicBlock *block) const;
  /// Lanes can leave `loop` in different iterations.
  bool isDivergentLoop(const llvm::Loop *loop) const { return loopGroup_.count(loop) != 0; }
  /// `extension` has the pattern of its operand because it only forms addresses: lanes between
  /// which a 32-bit index wrapped would access memory 2^32 elements apart. A zero extension then
  /// starts from an active lane: inactive ones may lie on the other side of zero. All its active
  /// lanes must come to the access (see SinkIndices).
  bool isTakenNotToWrap(const llvm::Instruction *extension) const {
    return assumed_.count(extension);
  }
  /// Lanes can arrive at `block` by different ways.
  bool isDivergentJoin(const llvm::BasicBlock *block) const { return joinGroup_.count(block) != 0; }

private:
  LaneShape compute(const llvm::Instruction &inst);
  LaneShape computeCall(const llvm::CallInst &call);
  LaneShape computeCast(const llvm::Instruction &inst);
  LaneShape computeBinary(const llvm::Instruction &inst);
  LaneShape computeCompare(const llvm::Instruction &inst);
  ValueRange computeRange(const llvm::Instruction &inst) const;
  ValueRange rangeOfProduct(const llvm::Instruction &inst) const;
  ValueRange rangeOfBits(const llvm::Instruction &inst) const;
  ValueRange rangeOf(const llvm::Value *value) const;
  LaneShape narrowed(LaneShape shape, unsigned group) const;
  LaneShape meet(LaneShape a, LaneShape b) const;
  LaneShape uniform(unsigned align = 0) const { return {width_, align, 0}; }
  LaneShape varying() const { return {1, 0, 0}; }
  bool reachesAccess(const llvm::Instruction &extension);
  /// Sign (or zero) extension keeps the pattern of `value`.
  bool cannotWrap(const llvm::Value *value, LaneShape shape, bool isSigned) const;
  void branchDiverges(const llvm::BasicBlock *block, unsigned group);
  void loopDiverges(const llvm::Loop *loop, unsigned group);
  void propagateFrom(llvm::ArrayRef<llvm::BasicBlock *> starts, const llvm::Loop *region,
                     unsigned group);
  void joinDiverges(const llvm::BasicBlock *block, unsigned group);
  void revisit(const llvm::BasicBlock *block);

  llvm::Function &function_;
  unsigned width_;
  exec::BlockShape blockShape_;
  const llvm::LoopInfo &loops_;
  const BlockOrder &order_;
  const llvm::DataLayout &layout_;
  int64_t localStride_ = 0;
  llvm::SmallPtrSet<const llvm::Instruction *, 8> assumed_;
  std::unique_ptr<llvm::PostDominatorTree> postDominators_; ///< from its first use on
  llvm::DenseMap<const llvm::Value *, LaneShape> shapes_;
  llvm::DenseMap<const llvm::Value *, ValueRange> ranges_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> joinGroup_;
  llvm::DenseMap<const llvm::Loop *, unsigned> loopGroup_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> branchGroup_;
  llvm::SetVector<const llvm::Instruction *> worklist_;
};

/// Bytes of local memory of one thread, and where each alloca of the entry block lies in it.
struct LocalLayout {
  uint64_t bytes = 0;
  llvm::DenseMap<const llvm::Value *, uint64_t> offsets;
  explicit LocalLayout(const llvm::Function &function);
};

} // namespace anywarp::codegen
