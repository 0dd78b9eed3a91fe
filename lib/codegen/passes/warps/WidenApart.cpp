// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Code for lanes whose accesses are no rows, which is rare: what only it needs is computed there.
#include "codegen/passes/warps/WarpBuilder.h"

namespace anywarp::codegen {

using llvm::BasicBlock;
using llvm::Instruction;

void WarpBuilder::sinkToApart() {
  auto isApart = [&](BasicBlock *block) { return apart_.contains(block); };
  llvm::SetVector<Instruction *> todo;
  auto addOperands = [&](Instruction &inst) {
    for (llvm::Value *operand : inst.operands())
      if (auto *source = llvm::dyn_cast<Instruction>(operand);
          source && !isApart(source->getParent()))
        todo.insert(source);
  };
  for (BasicBlock *block : apart_)
    for (Instruction &inst : *block)
      addOperands(inst);
  while (!todo.empty()) {
    Instruction *inst = todo.pop_back_val();
    bool canMove = !inst->mayReadOrWriteMemory() && !inst->mayHaveSideEffects() &&
                   !inst->isTerminator() &&
                   !llvm::isa<llvm::PHINode, llvm::AllocaInst, llvm::FreezeInst>(inst);
    llvm::SmallSetVector<BasicBlock *, 4> homes;
    for (llvm::User *user : inst->users()) {
      BasicBlock *home = llvm::cast<Instruction>(user)->getParent();
      canMove &= isApart(home) && !llvm::isa<llvm::PHINode>(user);
      homes.insert(home);
    }
    if (!canMove)
      continue;
    for (BasicBlock *home : homes) {
      Instruction *copy = inst->clone();
      copy->insertBefore(*home, home->getFirstInsertionPt());
      copy->setName(inst->getName());
      inst->replaceUsesWithIf(copy, [&](const llvm::Use &use) {
        return llvm::cast<Instruction>(use.getUser())->getParent() == home;
      });
    }
    addOperands(*inst);
    inst->eraseFromParent();
  }
}

} // namespace anywarp::codegen
