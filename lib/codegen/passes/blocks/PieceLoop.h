// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What neighbouring rounds of a loop over pieces share, for JamPieces. A value is *common* if all
// pieces compute the same at the same place, else it *varies*. Where a varying branch parts the
// pieces, the blocks up to where they meet are *apart*. A *guard* is such a branch over code worth
// jamming: the jammed code is left there unless all lanes of its pieces go the same way.
#pragma once

#include <optional>
#include <vector>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace llvm {
class AllocaInst;
class BasicBlock;
class DominatorTree;
class Instruction;
class Loop;
class LoopInfo;
class PHINode;
class PostDominatorTree;
class Value;
} // namespace llvm

namespace anywarp::codegen {

/// Blocks that one piece after the other goes through: from the end of `branch`, or from `entry`,
/// the header of a loop, to `exit`.
struct ApartRegion {
  llvm::BasicBlock *branch = nullptr, *entry = nullptr, *exit = nullptr;
  llvm::SmallSetVector<llvm::BasicBlock *, 8> blocks; ///< without `branch`
};

struct PieceGuard {
  llvm::BasicBlock *block;
  unsigned way;      ///< the successor of the jammed code
  llvm::Value *mask; ///< taken when all lanes are set; null: when the branch itself goes there
};

class PieceLoop {
public:
  /// A loop in simplified and LCSSA form.
  PieceLoop(llvm::Loop &loop, const llvm::LoopInfo &loops,
            const llvm::PostDominatorTree &postDominators);

  /// Several pieces can run at once. The rest holds if so.
  bool canJam();
  /// How many pieces to run at once with `registers` of so many bits; 1: it does not pay.
  unsigned bestFactor(unsigned vectorBits, unsigned registers) const;

  llvm::Loop &loop() const { return loop_; }
  const std::vector<llvm::BasicBlock *> &blocks() const { return live_; } ///< in reverse post-order
  const std::vector<ApartRegion> &regions() const { return regions_; }
  const std::vector<PieceGuard> &guards() const { return guards_; }
  const PieceGuard *guardAt(const llvm::BasicBlock *block) const;
  /// Stack variables that each piece uses for itself.
  llvm::ArrayRef<llvm::AllocaInst *> variables() const { return variables_.getArrayRef(); }
  bool isVarying(const llvm::Value *value) const { return varying_.count(value) != 0; }
  /// Each piece has its own copy of `inst`.
  bool isCopied(const llvm::Instruction &inst) const;
  bool isApart(const llvm::BasicBlock *block) const { return regionOf_.count(block) != 0; }
  /// The region that `block` lies in, or whose branch it ends with.
  const ApartRegion *regionFrom(const llvm::BasicBlock *block) const;
  /// Control can go from a live block to its successor `way`.
  bool isTaken(const llvm::BasicBlock *block, unsigned way) const;
  /// The header phi that counts pieces, its end and what it is compared with.
  llvm::PHINode *counter() const { return counter_; }
  llvm::Value *count() const { return count_; }
  /// Constant step of a header phi.
  static std::optional<int64_t> stepOf(const llvm::Loop &loop, const llvm::PHINode &phi);

private:
  bool hasSimpleForm();
  bool findVariables();
  bool analyse();
  void findLive();
  bool varies(const llvm::Instruction &inst) const;
  bool partAt(llvm::BasicBlock *block);
  bool addRegion(ApartRegion region, llvm::ArrayRef<llvm::BasicBlock *> starts);
  bool assumeGuard();
  struct Pressure {
    unsigned shared = 0, own = 0;
  };
  Pressure pressureIn(const llvm::BasicBlock &block, unsigned vectorBits) const;
  unsigned bestFactor(llvm::ArrayRef<llvm::BasicBlock *> body, unsigned vectorBits,
                      unsigned registers) const;

  llvm::Loop &loop_;
  const llvm::LoopInfo &loops_;
  const llvm::PostDominatorTree &postDominators_;
  llvm::PHINode *counter_ = nullptr;
  llvm::Value *count_ = nullptr;
  std::vector<llvm::BasicBlock *> live_;
  llvm::SmallSetVector<llvm::AllocaInst *, 4> variables_;
  std::vector<ApartRegion> regions_;
  std::vector<PieceGuard> guards_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> regionOf_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 4> joins_; ///< exits of regions
  llvm::SmallPtrSet<const llvm::Value *, 32> varying_;
};

} // namespace anywarp::codegen
