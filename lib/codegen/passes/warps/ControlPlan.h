// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the control flow of a normalised scalar function becomes control flow of a piece: which
// branches stay, in which order the other blocks are visited, where their lane masks come from and
// which of them are jumped over when no lane is active. Decided before any code is made.
//
// The plan follows partial control-flow linearisation (Moll and Hack, PLDI 2018): blocks are
// visited in BlockOrder; lanes that do not go where control goes next wait at *deferred* blocks,
// visited later. Invariant: the lanes at a block and at its deferred blocks are not none.
#pragma once

#include <set>
#include <vector>

#include "codegen/passes/warps/BlockOrder.h"
#include "codegen/passes/warps/Uniformity.h"

namespace anywarp::codegen {

struct BlockPlan {
  enum Mask : uint8_t {
    Entry, ///< the mask that the function is given
    Same,  ///< that of `maskOf`
    Live,  ///< header of a divergent loop: lanes still in it
    Slot,  ///< gathered on the edges
  };
  Mask mask = Entry;
  unsigned maskOf = 0;
  bool isActive = false;       ///< some lane is active whenever control gets here
  bool isGuarded = false;      ///< body runs only if a lane is active
  bool keepsBranch = false;    ///< its conditional branch stays one
  std::set<unsigned> deferred; ///< where other lanes wait
  /// Where control goes from its end: for each successor of a kept branch, else one place;
  /// kNowhere if the function ends.
  std::vector<unsigned> next;
  unsigned skip = 0; ///< where control goes if it is guarded and no lane is active
  /// Back edge of a divergent loop: taken while a lane is active, else control goes to `leave`.
  bool isDivergentLatch = false;
  unsigned leave = 0;
};

class ControlPlan {
public:
  static constexpr unsigned kNowhere = ~0u;
  ControlPlan(const BlockOrder &order, const Uniformity &uniformity,
              const llvm::DominatorTree &dominators, const llvm::LoopInfo &loops);
  const BlockPlan &operator[](unsigned index) const { return blocks_[index]; }
  const BlockPlan &of(const llvm::BasicBlock *block) const {
    return blocks_[order_.indexOf(block)];
  }

  /// Lanes that left a loop in earlier iterations wait at block `index` for those from `from`.
  bool gathersLanes(unsigned index, const llvm::BasicBlock *from) const;

private:
  void planMask(unsigned index);
  void planEdges(unsigned index);
  bool isLeftTogether(const llvm::Loop &loop, const llvm::BasicBlock *from) const;
  bool needsGuard(llvm::BasicBlock &block) const;
  unsigned flowTo(unsigned from, std::set<unsigned> targets);
  bool allLanesMeet(const llvm::BasicBlock *from, const llvm::BasicBlock *block) const;
  bool reachesOnlyThrough(unsigned index, unsigned point) const;

  const BlockOrder &order_;
  const Uniformity &uniformity_;
  const llvm::DominatorTree &dominators_;
  const llvm::LoopInfo &loops_;
  std::vector<BlockPlan> blocks_;
  // The new control flow without back edges. Points 2 * i and 2 * i + 1 are the entry and the body
  // of block i; a skip leads from an entry past the body.
  std::vector<std::vector<unsigned>> before_; ///< by block: points from which control gets there
  std::vector<unsigned> dominator_;           ///< by point
};

} // namespace anywarp::codegen
