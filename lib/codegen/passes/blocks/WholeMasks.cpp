// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/passes/blocks/WholeMasks.h"

#include <optional>
#include <vector>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

/// Instructions of one version, and of all together: their code is made twice.
constexpr unsigned kMostGuarded = 250, kMostCopied = 1'000;

/// `head` goes to `body` where some lane of `mask` is set, else to `join`.
struct Guard {
  BasicBlock *head, *body, *join;
  Value *mask;
  llvm::SmallSetVector<BasicBlock *, 8> blocks; ///< from `body` to `join`
  unsigned instructions = 0;
};

/// The mask of a masked access; null for other instructions.
const Value *maskOf(const Instruction &inst) {
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&inst);
  switch (call ? call->getIntrinsicID() : llvm::Intrinsic::not_intrinsic) {
  case llvm::Intrinsic::masked_load:
  case llvm::Intrinsic::masked_gather:
    return call->getArgOperand(2);
  case llvm::Intrinsic::masked_store:
  case llvm::Intrinsic::masked_scatter:
    return call->getArgOperand(3);
  default:
    return nullptr;
  }
}

bool canCopy(const Instruction &inst) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&inst);
  return !call || !call->cannotDuplicate();
}

/// Finds the blocks of `guard`: entered through its body alone, left for its join alone.
bool findBlocks(Guard &guard) {
  if (guard.body == guard.join || guard.body->getSinglePredecessor() != guard.head)
    return false;
  bool usesMask = false;
  guard.blocks.insert(guard.body);
  for (unsigned i = 0; i < guard.blocks.size(); ++i) {
    guard.instructions += unsigned(guard.blocks[i]->sizeWithoutDebug());
    if (guard.instructions > kMostGuarded)
      return false;
    for (const Instruction &inst : *guard.blocks[i]) {
      usesMask |= maskOf(inst) == guard.mask;
      if (!canCopy(inst))
        return false;
    }
    for (BasicBlock *next : llvm::successors(guard.blocks[i]))
      if (next != guard.join)
        guard.blocks.insert(next);
  }
  const auto isEnteredElsewhere = [&](BasicBlock *block) {
    return block != guard.body && llvm::any_of(llvm::predecessors(block), [&](BasicBlock *from) {
             return !guard.blocks.contains(from);
           });
  };
  return usesMask && llvm::none_of(guard.blocks, isEnteredElsewhere);
}

/// The guard that `head` ends with, if its code is worth a second version.
std::optional<Guard> guardAt(BasicBlock &head) {
  using namespace llvm::PatternMatch;
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(head.getTerminator());
  Value *mask = nullptr;
  llvm::CmpInst::Predicate predicate;
  if (!branch || !branch->isConditional() ||
      !match(branch->getCondition(), m_ICmp(predicate, m_BitCast(m_Value(mask)), m_Zero())) ||
      !llvm::isa<llvm::FixedVectorType>(mask->getType()) ||
      !mask->getType()->isIntOrIntVectorTy(1) || !llvm::ICmpInst::isEquality(predicate))
    return std::nullopt;
  const unsigned way = predicate == llvm::CmpInst::ICMP_NE ? 0 : 1;
  Guard guard{&head, branch->getSuccessor(way), branch->getSuccessor(1 - way), mask, {}};
  if (!findBlocks(guard))
    return std::nullopt;
  return guard;
}

/// Gives the blocks of the new version.
llvm::SmallVector<BasicBlock *, 8> addVersion(const Guard &guard) {
  BasicBlock *head = guard.head;
  Instruction *branch = head->getTerminator();
  BasicBlock *part = head->splitBasicBlock(branch, "part");
  llvm::ValueToValueMapTy map;
  llvm::SmallVector<BasicBlock *, 8> copies;
  for (BasicBlock *block : guard.blocks) {
    copies.push_back(llvm::CloneBasicBlock(block, map, ".whole", head->getParent()));
    map[block] = copies.back();
  }
  map[part] = head; // from where the copy is entered
  const auto setAllOnes = [&](Value *value) {
    map[value] = llvm::Constant::getAllOnesValue(value->getType());
  };
  setAllOnes(guard.mask);
  for (llvm::User *user : guard.mask->users())
    if (auto *cast = llvm::dyn_cast<llvm::BitCastInst>(user);
        cast && !guard.blocks.contains(cast->getParent()))
      setAllOnes(cast);
  llvm::remapInstructionsInBlocks(copies, map);
  for (llvm::PHINode &phi : guard.join->phis())
    for (unsigned i = 0, n = phi.getNumIncomingValues(); i < n; ++i)
      if (BasicBlock *from = phi.getIncomingBlock(i); guard.blocks.contains(from)) {
        Value *value = phi.getIncomingValue(i);
        const auto copy = map.find(value);
        phi.addIncoming(copy == map.end() ? value : static_cast<Value *>(copy->second),
                        llvm::cast<BasicBlock>(map[from]));
      }
  llvm::IRBuilder<> ir(head->getTerminator());
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(guard.mask->getType())->getNumElements();
  Value *bits = ir.CreateBitCast(guard.mask, ir.getIntNTy(lanes));
  Value *isWhole =
      ir.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType()), "is.whole");
  ir.CreateCondBr(isWhole, copies.front(), part,
                  llvm::MDBuilder(head->getContext()).createLikelyBranchWeights());
  head->getTerminator()->eraseFromParent();
  return copies;
}

} // namespace

llvm::PreservedAnalyses WholeMasksPass::run(llvm::Function &function,
                                            llvm::FunctionAnalysisManager &) {
  unsigned copied = 0;
  llvm::SmallPtrSet<BasicBlock *, 16> isPart; // in the version for some lanes
  llvm::ReversePostOrderTraversal<llvm::Function *> order(&function);
  std::vector<BasicBlock *> todo(order.begin(), order.end());
  for (size_t i = 0; i < todo.size() && copied < kMostCopied; ++i) {
    if (isPart.contains(todo[i]))
      continue;
    const std::optional<Guard> guard = guardAt(*todo[i]);
    if (!guard)
      continue;
    copied += guard->instructions;
    isPart.insert(guard->blocks.begin(), guard->blocks.end());
    llvm::append_range(todo, addVersion(*guard)); // where guards of its own may stand
  }
  return copied ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

} // namespace anywarp::codegen
