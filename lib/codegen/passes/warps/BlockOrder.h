// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A topological order of the blocks of a reducible function in which every loop and every dominator
// subtree (of a loop's body, inner loops seen as one block) is contiguous. Control flow that is
// linearised in such an order keeps its dominance (Moll and Hack, Partial Control-Flow
// Linearization, PLDI 2018).
#pragma once

#include <vector>

#include <llvm/ADT/DenseMap.h>

namespace llvm {
class BasicBlock;
class Function;
class Loop;
class LoopInfo;
} // namespace llvm

namespace anywarp::codegen {

class BlockOrder {
public:
  /// Unreachable blocks are left out.
  BlockOrder(llvm::Function &function, const llvm::LoopInfo &loops);
  unsigned size() const { return blocks_.size(); }
  llvm::BasicBlock *operator[](unsigned index) const { return blocks_[index]; }
  unsigned indexOf(const llvm::BasicBlock *block) const { return index_.lookup(block); }
  auto begin() const { return blocks_.begin(); }
  auto end() const { return blocks_.end(); }

private:
  void placeRegion(const llvm::Loop *loop, llvm::BasicBlock *header, const llvm::LoopInfo &loops);
  std::vector<llvm::BasicBlock *> blocks_;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> index_;
};

} // namespace anywarp::codegen
