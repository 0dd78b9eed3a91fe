// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/passes/warps/BlockOrder.h"

#include <functional>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Function.h>

namespace anywarp::codegen {

using llvm::BasicBlock;
using llvm::Loop;

BlockOrder::BlockOrder(llvm::Function &function, const llvm::LoopInfo &loops) {
  placeRegion(nullptr, &function.getEntryBlock(), loops);
  for (unsigned i = 0; i < blocks_.size(); ++i)
    index_[blocks_[i]] = i;
}

/// Places the blocks of `loop` (the whole function when null). Its nodes are its own blocks and its
/// inner loops, the latter named by their headers.
void BlockOrder::placeRegion(const Loop *loop, BasicBlock *header, const llvm::LoopInfo &loops) {
  auto innerLoopOf = [&](const BasicBlock *block) -> const Loop * {
    const Loop *inner = loops.getLoopFor(block);
    while (inner && inner != loop && inner->getParentLoop() != loop)
      inner = inner->getParentLoop();
    return inner == loop ? nullptr : inner;
  };
  auto nodeOf = [&](BasicBlock *block) {
    const Loop *inner = innerLoopOf(block);
    return inner ? inner->getHeader() : block;
  };
  auto successorsOf = [&](BasicBlock *node) {
    llvm::SmallVector<BasicBlock *, 4> result;
    auto add = [&](BasicBlock *target) {
      if (target == header || (loop && !loop->contains(target)))
        return;
      result.push_back(nodeOf(target));
    };
    if (const Loop *inner = innerLoopOf(node)) {
      llvm::SmallVector<BasicBlock *, 4> exits;
      inner->getUniqueExitBlocks(exits);
      for (BasicBlock *exit : exits)
        add(exit);
    } else {
      for (BasicBlock *target : llvm::successors(node))
        add(target);
    }
    return result;
  };

  // Reverse post-order.
  std::vector<BasicBlock *> order;
  llvm::DenseMap<BasicBlock *, unsigned> number;
  struct Frame {
    BasicBlock *node;
    llvm::SmallVector<BasicBlock *, 4> targets;
  };
  std::vector<Frame> stack;
  auto visit = [&](BasicBlock *node) {
    if (number.try_emplace(node, 0).second)
      stack.push_back({node, successorsOf(node)});
  };
  visit(header);
  while (!stack.empty()) {
    Frame &top = stack.back();
    if (top.targets.empty()) {
      order.push_back(top.node);
      stack.pop_back();
    } else {
      BasicBlock *next = top.targets.pop_back_val();
      visit(next);
    }
  }
  std::reverse(order.begin(), order.end());
  for (unsigned i = 0; i < order.size(); ++i)
    number[order[i]] = i;

  // Immediate dominators; one sweep suffices because the region is acyclic.
  std::vector<unsigned> idom(order.size(), ~0u);
  std::vector<std::vector<unsigned>> children(order.size());
  idom[0] = 0;
  for (unsigned i = 0; i < order.size(); ++i) {
    if (i)
      children[idom[i]].push_back(i);
    for (BasicBlock *target : successorsOf(order[i])) {
      unsigned t = number[target];
      if (idom[t] == ~0u) {
        idom[t] = i;
        continue;
      }
      unsigned a = idom[t], b = i;
      while (a != b) {
        while (a > b)
          a = idom[a];
        while (b > a)
          b = idom[b];
      }
      idom[t] = a;
    }
  }

  // Dominator subtrees, siblings in reverse post-order: that is topological and contiguous.
  std::vector<unsigned> todo{0};
  while (!todo.empty()) {
    unsigned node = todo.back();
    todo.pop_back();
    if (const Loop *inner = innerLoopOf(order[node]))
      placeRegion(inner, order[node], loops);
    else
      blocks_.push_back(order[node]);
    todo.insert(todo.end(), children[node].rbegin(), children[node].rend());
  }
}

} // namespace anywarp::codegen
