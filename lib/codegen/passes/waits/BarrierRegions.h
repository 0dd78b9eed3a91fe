// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The code of a piece cut at its barriers, for SplitAtBarriers. A *region* is a part of the control
// flow between barriers, entered at one block (its head), that every piece of the block goes
// through before any goes on. Branches that decide about barriers lie between regions and must be
// equal for the whole block. Values are *block-level* if all pieces compute the same; the others
// are per piece.
#pragma once

#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace llvm {
class BasicBlock;
class CallInst;
class Function;
class Instruction;
class PHINode;
class Value;
} // namespace llvm

namespace anywarp::codegen {

struct Region {
  llvm::BasicBlock *head = nullptr;
  std::vector<llvm::BasicBlock *> blocks; ///< in reverse post-order, head first
  /// Edges that leave the region, as (block, successor).
  std::vector<std::pair<llvm::BasicBlock *, llvm::BasicBlock *>> exits;
  llvm::BasicBlock *branchBlock = nullptr; ///< its branch is decided for the block; else one target
};

class BarrierRegions {
public:
  /// `barriers` are the calls to cut at; the function is split behind each and the calls removed.
  BarrierRegions(llvm::Function &function, llvm::ArrayRef<llvm::CallInst *> barriers);
  /// Empty if the cut is possible.
  const std::string &obstacle() const { return obstacle_; }

  const std::vector<Region> &regions() const { return regions_; }
  unsigned regionOf(const llvm::BasicBlock *block) const { return regionOf_.lookup(block); }
  bool isBlockLevel(const llvm::Value *value) const;
  /// Cheap enough to be computed again in each region from block-level values and the piece's
  /// index.
  bool isRecomputed(const llvm::Value *value) const { return recomputed_.count(value) != 0; }

private:
  void findBlockBranches();
  void formRegions();
  void checkExits();
  void findBlockLevel();
  void findRecomputed();
  bool separateInductions();
  bool isHead(const llvm::BasicBlock *block) const;
  bool runsWithHead(const llvm::BasicBlock *block) const;
  bool canBeBlockLevel(const llvm::Instruction &inst) const;
  void fail(const char *why) {
    if (obstacle_.empty())
      obstacle_ = why;
  }

  llvm::Function &function_;
  llvm::SetVector<llvm::BasicBlock *> afterBarrier_, heads_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> blockBranches_;
  std::vector<Region> regions_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> regionOf_;
  llvm::SmallPtrSet<const llvm::Value *, 32> blockLevel_;
  llvm::SmallPtrSet<const llvm::Value *, 32> recomputed_;
  std::string obstacle_;
};

} // namespace anywarp::codegen
