// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Guards come first, from the outermost inwards; their copies may have guards of their own. Loops
// of lanes follow, in code where all lanes can be active.
#include "codegen/passes/blocks/WholeMasks.h"

#include <optional>
#include <vector>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
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

/// Finds the blocks of `guard`: entered through its body alone, left for its join or for good.
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

/// A branch to `taken` where some lane of `mask` is set.
struct AnyTest {
  Value *mask;
  BasicBlock *taken, *otherwise;
};

std::optional<AnyTest> anyTestAt(const BasicBlock &block) {
  using namespace llvm::PatternMatch;
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
  Value *mask = nullptr;
  llvm::CmpInst::Predicate predicate;
  if (!branch || !branch->isConditional() ||
      !match(branch->getCondition(), m_ICmp(predicate, m_BitCast(m_Value(mask)), m_Zero())) ||
      !llvm::isa<llvm::FixedVectorType>(mask->getType()) ||
      !mask->getType()->isIntOrIntVectorTy(1) || !llvm::ICmpInst::isEquality(predicate))
    return std::nullopt;
  const unsigned way = predicate == llvm::CmpInst::ICMP_NE ? 0 : 1;
  return AnyTest{mask, branch->getSuccessor(way), branch->getSuccessor(1 - way)};
}

/// `mask` has all lanes, asked at the end of `block`.
Value *isWhole(Value *mask, BasicBlock &block) {
  llvm::IRBuilder<> ir(block.getTerminator());
  const unsigned lanes = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
  Value *bits = ir.CreateBitCast(mask, ir.getIntNTy(lanes));
  return ir.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType()), "is.whole");
}

/// Ends `block` with a branch to `whole` where all lanes of `mask` are set, else to `part`.
void branchOnWhole(Value *mask, BasicBlock &block, BasicBlock *whole, BasicBlock *part) {
  Instruction *old = block.getTerminator();
  llvm::BranchInst *branch =
      llvm::BranchInst::Create(whole, part, isWhole(mask, block), old->getIterator());
  branch->setMetadata(llvm::LLVMContext::MD_prof,
                      llvm::MDBuilder(block.getContext()).createLikelyBranchWeights());
  old->eraseFromParent();
}

using Blocks = llvm::SmallVector<BasicBlock *, 8>;

/// Copies that still name the values of the old blocks; `map` leads to the new ones.
Blocks copy(llvm::ArrayRef<BasicBlock *> blocks, llvm::ValueToValueMapTy &map) {
  Blocks copies;
  for (BasicBlock *block : blocks) {
    copies.push_back(llvm::CloneBasicBlock(block, map, ".whole", block->getParent()));
    map[block] = copies.back();
  }
  return copies;
}

/// What `value` is in the copy.
Value *copyOf(Value *value, const llvm::ValueToValueMapTy &map) {
  const auto copy = map.find(value);
  return copy == map.end() ? value : static_cast<Value *>(copy->second);
}

/// The guard that `head` ends with, if its code is worth a second version.
std::optional<Guard> guardAt(BasicBlock &head) {
  const std::optional<AnyTest> test = anyTestAt(head);
  if (!test)
    return std::nullopt;
  Guard guard{&head, test->taken, test->otherwise, test->mask, {}};
  if (!findBlocks(guard))
    return std::nullopt;
  return guard;
}

/// Gives the blocks of the new version.
Blocks addVersion(const Guard &guard) {
  BasicBlock *head = guard.head;
  BasicBlock *part = head->splitBasicBlock(head->getTerminator(), "part");
  llvm::ValueToValueMapTy map;
  const Blocks copies = copy(guard.blocks.getArrayRef(), map);
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
      if (BasicBlock *from = phi.getIncomingBlock(i); guard.blocks.contains(from))
        phi.addIncoming(copyOf(phi.getIncomingValue(i), map), llvm::cast<BasicBlock>(map[from]));
  branchOnWhole(guard.mask, *head, copies.front(), part);
  return copies;
}

/// A loop that lanes leave at its end, each after rounds of its own.
class LaneRounds {
public:
  explicit LaneRounds(llvm::Loop &loop) : loop_(loop) {}
  bool canBeTaken();
  unsigned instructions() const { return instructions_; }
  void addVersion();

private:
  bool isResult(PHINode &phi) const;

  llvm::Loop &loop_;
  BasicBlock *header_ = nullptr, *latch_ = nullptr, *exit_ = nullptr;
  PHINode *mask_ = nullptr; ///< the lanes of a round
  Value *goOn_ = nullptr;   ///< those of them that have another one
  unsigned instructions_ = 0;
};

bool LaneRounds::canBeTaken() {
  using namespace llvm::PatternMatch;
  header_ = loop_.getHeader(), latch_ = loop_.getLoopLatch(), exit_ = loop_.getExitBlock();
  if (!latch_ || !exit_ || loop_.getExitingBlock() != latch_)
    return false;
  const std::optional<AnyTest> test = anyTestAt(*latch_);
  if (!test || test->taken != header_)
    return false;
  for (PHINode &phi : header_->phis())
    if (phi.getIncomingValueForBlock(latch_) == test->mask &&
        match(test->mask, m_LogicalAnd(m_Specific(&phi), m_Value(goOn_))))
      mask_ = &phi;
  if (!mask_)
    return false;
  bool usesMask = false;
  for (const BasicBlock *block : loop_.blocks()) {
    instructions_ += unsigned(block->sizeWithoutDebug());
    for (const Instruction &inst : *block) {
      usesMask |= maskOf(inst) == mask_;
      if (!canCopy(inst))
        return false;
    }
  }
  return usesMask && instructions_ <= kMostGuarded;
}

/// Lanes that leave set their part of `phi`. In a round that all lanes go on from, it stays.
bool LaneRounds::isResult(PHINode &phi) const {
  using namespace llvm::PatternMatch;
  Value *leaves = nullptr;
  return match(phi.getIncomingValueForBlock(latch_),
               m_Select(m_LogicalAnd(m_Specific(mask_), m_Value(leaves)), m_Value(),
                        m_Specific(&phi))) &&
         (match(leaves, m_Not(m_Specific(goOn_))) || match(goOn_, m_Not(m_Specific(leaves))));
}

/// preheader -> all lanes? -> header.whole -> ... -> latch.whole -> all go on? -> header.whole
///         `-> header -> ... -> latch -> any? -> header      `-> leave -> any? -> header
void LaneRounds::addVersion() {
  header_ = loop_.getHeader(), exit_ = loop_.getExitBlock(); // preheaders were added
  llvm::Function &function = *header_->getParent();
  llvm::ValueToValueMapTy map;
  const Blocks copies = copy(loop_.getBlocks(), map);
  llvm::remapInstructionsInBlocks(copies, map);
  BasicBlock *preheader = loop_.getLoopPreheader();
  auto *header = llvm::cast<BasicBlock>(map[header_]), *latch = llvm::cast<BasicBlock>(map[latch_]);
  Value *next = copyOf(mask_->getIncomingValueForBlock(latch_), map);
  auto *leave = BasicBlock::Create(function.getContext(), "leave", &function);
  Instruction *any = latch->getTerminator()->clone();
  any->setMetadata(llvm::LLVMContext::MD_loop, nullptr);
  any->insertInto(leave, leave->end());
  any->replaceSuccessorWith(header, header_);
  for (PHINode &phi : header_->phis())
    phi.addIncoming(copyOf(phi.getIncomingValueForBlock(latch_), map), leave);
  for (PHINode &phi : exit_->phis())
    phi.addIncoming(copyOf(phi.getIncomingValueForBlock(latch_), map), leave);
  for (PHINode &phi : header_->phis())
    if (isResult(phi)) {
      auto *copy = llvm::cast<PHINode>(map[&phi]);
      copy->setIncomingValueForBlock(latch, copy);
    }
  branchOnWhole(next, *latch, header, leave);
  branchOnWhole(mask_->getIncomingValueForBlock(preheader), *preheader, header, header_);
  auto *mask = llvm::cast<PHINode>(map[mask_]);
  mask->replaceAllUsesWith(llvm::Constant::getAllOnesValue(mask->getType()));
  mask->eraseFromParent();
}

} // namespace

llvm::PreservedAnalyses WholeMasksPass::run(llvm::Function &function,
                                            llvm::FunctionAnalysisManager &) {
  if (function.hasFnAttribute(llvm::Attribute::Cold)) // a block's last piece, which is never whole
    return llvm::PreservedAnalyses::all();
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
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  std::vector<LaneRounds> taken;
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    LaneRounds rounds(*loop);
    if (!loop->isInnermost() || isPart.contains(loop->getHeader()) || !rounds.canBeTaken() ||
        copied >= kMostCopied)
      continue;
    copied += rounds.instructions();
    llvm::formLCSSA(*loop, dominators, &loops, nullptr);
    if (!loop->getLoopPreheader())
      llvm::InsertPreheaderForLoop(loop, &dominators, &loops, nullptr, /*PreserveLCSSA=*/true);
    taken.push_back(rounds);
  }
  for (LaneRounds &rounds : taken)
    rounds.addVersion();
  return copied ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

} // namespace anywarp::codegen
