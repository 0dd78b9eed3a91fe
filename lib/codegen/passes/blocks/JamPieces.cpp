// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The jammed loop stands before the plain one, which runs the pieces that are left, and all from
// the first group on that does not pass its guards:
//
//     preheader -> jam -> ... -> jam.latch -> jam.end -> (plain preheader | exit)
//                   `-> a guard fails -> plain preheader -> plain loop -> exit
//
// Common code is copied once, varying code instruction by instruction for each piece, regions apart
// as a whole, one after the other, each ended by a *funnel* that holds what leaves the region.
#include "codegen/passes/blocks/JamPieces.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "codegen/passes/Runtime.h"
#include "codegen/passes/blocks/PieceLoop.h"
#include "support/Trace.h"

namespace anywarp::codegen {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;
using llvm::PHINode;
using llvm::Value;

class Jam {
public:
  Jam(const PieceLoop &pieces, unsigned factor)
      : pieces_(pieces), loop_(pieces.loop()), factor_(factor),
        function_(*loop_.getHeader()->getParent()), ir_(function_.getContext()), values_(factor),
        blocks_(factor) {}
  void build();
  /// With `dominators` made anew: masks that a guard found full are full behind it.
  void fillMasks(llvm::DominatorTree &dominators);

private:
  struct Full {
    Value *mask;
    BasicBlock *from, *to;
  };
  BasicBlock *makeBlock(const llvm::Twine &name) {
    return BasicBlock::Create(function_.getContext(), name, &function_, loop_.getHeader());
  }
  Value *at(unsigned j, Value *value) const {
    auto it = values_[j].find(value);
    return it == values_[j].end() ? value : it->second;
  }
  BasicBlock *placeOf(unsigned j, const BasicBlock *block) const {
    return blocks_[pieces_.isApart(block) ? j : 0].lookup(block);
  }
  void makeBlocks();
  void copyVariables();
  void copyInstructions(BasicBlock *block);
  void linkBlock(BasicBlock *block);
  void linkPhis(BasicBlock *block);
  void linkEnd(Instruction &end, unsigned j, BasicBlock *place);
  void linkGuard(const PieceGuard &guard, BasicBlock *place);
  void linkHeader();
  PHINode *funnelPhi(const ApartRegion &region, PHINode &phi, unsigned j);
  void enterAndLeave();

  const PieceLoop &pieces_;
  Loop &loop_;
  const unsigned factor_;
  llvm::Function &function_;
  llvm::IRBuilder<> ir_;
  std::vector<llvm::DenseMap<Value *, Value *>> values_;
  std::vector<llvm::DenseMap<const BasicBlock *, BasicBlock *>> blocks_;
  llvm::DenseMap<const BasicBlock *, std::vector<BasicBlock *>> parting_; ///< a branch's copies
  llvm::DenseMap<const ApartRegion *, std::vector<BasicBlock *>> funnels_;
  std::vector<std::pair<Instruction *, unsigned>> copies_;
  const Instruction *note_ = nullptr; ///< of the running piece
  BasicBlock *failed_ = nullptr, *latch_ = nullptr;
  std::vector<Full> full_;
};

void Jam::makeBlocks() {
  for (BasicBlock *block : pieces_.blocks()) {
    const unsigned count = pieces_.isApart(block) ? factor_ : 1;
    for (unsigned j = 0; j < count; ++j)
      blocks_[j][block] = makeBlock(block->getName() + ".jam");
  }
  for (const ApartRegion &region : pieces_.regions())
    for (unsigned j = 0; j < factor_; ++j) {
      if (region.branch)
        parting_[region.branch].push_back(makeBlock(region.branch->getName() + ".part"));
      funnels_[&region].push_back(makeBlock("funnel"));
    }
  if (!pieces_.guards().empty())
    failed_ = makeBlock("jam.failed");
}

void Jam::copyVariables() {
  for (llvm::AllocaInst *variable : pieces_.variables())
    for (unsigned j = 1; j < factor_; ++j) {
      Instruction *copy = variable->clone();
      copy->insertAfter(variable);
      values_[j][variable] = copy;
    }
}

void Jam::copyInstructions(BasicBlock *block) {
  for (Instruction &inst : *block) {
    if (notesPiece(inst)) {
      note_ = &inst;
      continue;
    }
    if (inst.isTerminator() || (llvm::isa<PHINode>(inst) && block == loop_.getHeader()))
      continue;
    const bool isCopied = pieces_.isCopied(inst);
    for (unsigned j = 0; j < (isCopied ? factor_ : 1); ++j) {
      Instruction *copy;
      if (auto *phi = llvm::dyn_cast<PHINode>(&inst))
        copy = PHINode::Create(phi->getType(), phi->getNumIncomingValues());
      else
        copy = inst.clone();
      copy->setName(inst.getName());
      copy->setDebugLoc(inst.getDebugLoc());
      copy->insertInto(placeOf(j, block), placeOf(j, block)->end());
      copies_.push_back({copy, j});
      for (unsigned k = j; k < (isCopied ? j + 1 : factor_); ++k)
        values_[k][&inst] = copy;
    }
  }
}

/// The header's phis advance by `factor_` rounds; those of the later pieces are sums.
void Jam::linkHeader() {
  BasicBlock *place = placeOf(0, loop_.getHeader());
  for (PHINode &phi : loop_.getHeader()->phis()) {
    ir_.SetInsertPoint(place, place->begin());
    PHINode *first = ir_.CreatePHI(phi.getType(), 2, phi.getName());
    first->addIncoming(phi.getIncomingValueForBlock(loop_.getLoopPreheader()),
                       loop_.getLoopPreheader());
    values_[0][&phi] = first;
  }
  ir_.SetInsertPoint(place, place->getFirstInsertionPt());
  for (PHINode &phi : loop_.getHeader()->phis()) {
    const int64_t step = *PieceLoop::stepOf(loop_, phi);
    for (unsigned j = 1; j < factor_; ++j)
      values_[j][&phi] = ir_.CreateAdd(
          values_[0][&phi], llvm::ConstantInt::getSigned(phi.getType(), step * int64_t(j)), "",
          /*HasNUW=*/&phi == pieces_.counter());
  }
}

/// What piece `j` brings to `phi`, at the exit of `region`.
PHINode *Jam::funnelPhi(const ApartRegion &region, PHINode &phi, unsigned j) {
  BasicBlock *funnel = funnels_[&region][j];
  ir_.SetInsertPoint(funnel, funnel->begin());
  PHINode *result = ir_.CreatePHI(phi.getType(), phi.getNumIncomingValues(), phi.getName());
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    BasicBlock *from = phi.getIncomingBlock(i);
    if (from == region.branch)
      result->addIncoming(at(j, phi.getIncomingValue(i)), parting_[from][j]);
    else if (region.blocks.contains(from))
      result->addIncoming(at(j, phi.getIncomingValue(i)), placeOf(j, from));
  }
  return result;
}

void Jam::linkPhis(BasicBlock *block) {
  const ApartRegion *home = pieces_.isApart(block) ? pieces_.regionFrom(block) : nullptr;
  for (PHINode &phi : block->phis()) {
    const bool isCopied = pieces_.isCopied(phi);
    for (unsigned j = 0; j < (isCopied ? factor_ : 1); ++j) {
      auto *copy = llvm::cast<PHINode>(values_[j].lookup(&phi));
      llvm::SmallPtrSet<const ApartRegion *, 4> done;
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        BasicBlock *from = phi.getIncomingBlock(i);
        if (!blocks_[0].count(from))
          continue; // never jammed
        if (const PieceGuard *guard = pieces_.guardAt(from);
            guard && from->getTerminator()->getSuccessor(guard->way) != block)
          continue;
        const ApartRegion *region = pieces_.regionFrom(from);
        Value *value = at(j, phi.getIncomingValue(i));
        if (region && region == home) { // within
          copy->addIncoming(value, from == region->branch ? parting_[from][j] : placeOf(j, from));
        } else if (region) { // their exit
          if (done.insert(region).second)
            copy->addIncoming(funnelPhi(*region, phi, j), funnels_[region].back());
        } else if (home && j > 0) { // the next round of a loop apart
          copy->addIncoming(value, funnels_[home][j - 1]);
        } else {
          copy->addIncoming(value, placeOf(0, from));
        }
      }
    }
  }
}

void Jam::linkGuard(const PieceGuard &guard, BasicBlock *place) {
  ir_.SetInsertPoint(place);
  auto *branch = llvm::cast<llvm::BranchInst>(guard.block->getTerminator());
  ir_.SetCurrentDebugLocation(branch->getDebugLoc());
  BasicBlock *next = placeOf(0, branch->getSuccessor(guard.way));
  Value *all = nullptr;
  for (unsigned j = 0; j < factor_; ++j) {
    Value *passes;
    if (guard.mask) {
      Value *mask = at(j, guard.mask);
      if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(mask->getType()))
        passes = ir_.CreateICmpEQ(
            ir_.CreateBitCast(mask, ir_.getIntNTy(vector->getNumElements())),
            llvm::Constant::getAllOnesValue(ir_.getIntNTy(vector->getNumElements())));
      else
        passes = mask;
      full_.push_back({mask, place, next});
    } else {
      passes = at(j, branch->getCondition());
      if (guard.way == 1)
        passes = ir_.CreateNot(passes);
    }
    all = all ? ir_.CreateAnd(all, passes) : passes;
  }
  ir_.CreateCondBr(all, next, failed_);
}

/// Ends `place`, the code of piece `j`, as `end` ends the original.
void Jam::linkEnd(Instruction &end, unsigned j, BasicBlock *place) {
  const ApartRegion *region = pieces_.regionFrom(end.getParent());
  Instruction *copy = end.clone();
  copy->insertInto(place, place->end());
  for (llvm::Use &use : copy->operands())
    if (!llvm::isa<BasicBlock>(use))
      use.set(at(j, use.get()));
  for (unsigned i = 0; i < end.getNumSuccessors(); ++i) {
    BasicBlock *next = end.getSuccessor(i);
    copy->setSuccessor(i, region && next == region->exit ? funnels_[region][j] : placeOf(j, next));
  }
}

void Jam::linkBlock(BasicBlock *block) {
  if (block == loop_.getLoopLatch()) {
    latch_ = placeOf(0, block);
    return;
  }
  Instruction &end = *block->getTerminator();
  if (pieces_.isApart(block)) {
    for (unsigned j = 0; j < factor_; ++j)
      linkEnd(end, j, placeOf(j, block));
  } else if (const PieceGuard *guard = pieces_.guardAt(block)) {
    linkGuard(*guard, placeOf(0, block));
  } else if (const ApartRegion *region = pieces_.regionFrom(block)) {
    llvm::BranchInst::Create(parting_[block][0], placeOf(0, block));
    for (unsigned j = 0; j < factor_; ++j)
      linkEnd(end, j, parting_[region->branch][j]);
  } else {
    linkEnd(end, 0, placeOf(0, block));
  }
}

/// The ways into and out of the jammed loop, and what the plain one starts with.
void Jam::enterAndLeave() {
  BasicBlock *before = loop_.getLoopPreheader(), *header = loop_.getHeader();
  BasicBlock *exit = loop_.getExitBlock(), *start = placeOf(0, header);
  BasicBlock *plain = makeBlock("plain"), *after = makeBlock("jam.end");
  PHINode *counter = pieces_.counter();
  Value *count = pieces_.count();
  llvm::Constant *group = llvm::ConstantInt::get(counter->getType(), factor_);
  llvm::DebugLoc location = loop_.getLoopLatch()->getTerminator()->getDebugLoc();
  ir_.SetInsertPoint(before->getTerminator());
  ir_.SetCurrentDebugLocation(location);
  Value *left = ir_.CreateSub(count, counter->getIncomingValueForBlock(before));
  ir_.CreateCondBr(ir_.CreateICmpUGE(left, group), start, plain);
  before->getTerminator()->eraseFromParent();

  ir_.SetInsertPoint(latch_);
  Value *nextPiece = nullptr;
  std::vector<PHINode *> starts;
  for (PHINode &phi : header->phis()) {
    auto *first = llvm::cast<PHINode>(values_[0].lookup(&phi));
    const int64_t step = *PieceLoop::stepOf(loop_, phi) * int64_t(factor_);
    ir_.SetInsertPoint(latch_);
    Value *next = ir_.CreateAdd(first, llvm::ConstantInt::getSigned(phi.getType(), step));
    first->addIncoming(next, latch_);
    if (&phi == counter)
      nextPiece = next;
    ir_.SetInsertPoint(plain);
    PHINode *from = ir_.CreatePHI(phi.getType(), 3, phi.getName());
    from->addIncoming(phi.getIncomingValueForBlock(before), before);
    from->addIncoming(next, after);
    if (failed_)
      from->addIncoming(first, failed_);
    starts.push_back(from);
  }
  ir_.SetInsertPoint(latch_);
  endPieceLoop(ir_, ir_.CreateICmpULT(ir_.CreateSub(count, nextPiece), group), after, start,
               /*canJam=*/false);
  ir_.SetInsertPoint(after);
  ir_.CreateCondBr(ir_.CreateICmpEQ(nextPiece, count), exit, plain);
  for (PHINode &phi : exit->phis())
    phi.addIncoming(at(factor_ - 1, phi.getIncomingValueForBlock(loop_.getLoopLatch())), after);
  if (failed_) {
    ir_.SetInsertPoint(failed_);
    ir_.CreateBr(plain);
  }
  ir_.SetInsertPoint(plain);
  for (auto [i, phi] : llvm::enumerate(header->phis())) {
    phi.setIncomingValueForBlock(before, starts[i]);
    phi.replaceIncomingBlockWith(before, plain);
  }
  if (note_) {
    ir_.SetInsertPoint(plain);
    notePiecesLike(ir_, *note_, counter->getIncomingValueForBlock(plain), /*more=*/0);
    ir_.SetInsertPoint(start, start->getFirstInsertionPt());
    notePiecesLike(ir_, *note_, values_[0].lookup(counter), factor_ - 1);
  }
  ir_.SetInsertPoint(plain);
  ir_.CreateBr(header);
}

void Jam::build() {
  makeBlocks();
  copyVariables();
  linkHeader();
  for (BasicBlock *block : pieces_.blocks())
    copyInstructions(block);
  for (auto [copy, j] : copies_)
    if (!llvm::isa<PHINode>(copy))
      for (llvm::Use &use : copy->operands())
        if (!use->getType()->isMetadataTy())
          use.set(at(j, use.get()));
  for (BasicBlock *block : pieces_.blocks()) {
    if (block != loop_.getHeader())
      linkPhis(block);
    linkBlock(block);
  }
  for (const ApartRegion &region : pieces_.regions())
    for (unsigned j = 0; j < factor_; ++j) {
      BasicBlock *next = j + 1 == factor_ ? placeOf(0, region.exit)
                         : region.branch  ? parting_[region.branch][j + 1]
                                          : placeOf(j + 1, region.entry);
      llvm::BranchInst::Create(next, funnels_[&region][j]);
    }
  enterAndLeave();
}

void Jam::fillMasks(llvm::DominatorTree &dominators) {
  for (const Full &full : full_)
    llvm::replaceDominatedUsesWith(full.mask, llvm::Constant::getAllOnesValue(full.mask->getType()),
                                   dominators, llvm::BasicBlockEdge(full.from, full.to));
}

/// A loop over pieces that was not looked at yet.
Loop *findLoop(llvm::LoopInfo &loops, llvm::SmallPtrSetImpl<const BasicBlock *> &done) {
  for (Loop *loop : loops.getLoopsInPreorder())
    if (loop->getLoopID() && llvm::findOptionMDForLoop(loop, kPieceLoop) &&
        done.insert(loop->getHeader()).second)
      return loop;
  return nullptr;
}

} // namespace

llvm::PreservedAnalyses JamPiecesPass::run(llvm::Function &function,
                                           llvm::FunctionAnalysisManager &analyses) {
  auto &dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  llvm::SmallPtrSet<const BasicBlock *, 8> done;
  bool changed = false;
  while (Loop *loop = findLoop(loops, done)) {
    changed |= llvm::simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr,
                                  /*PreserveLCSSA=*/false);
    changed |= llvm::formLCSSARecursively(*loop, dominators, &loops, nullptr);
    llvm::PostDominatorTree postDominators(function);
    PieceLoop pieces(*loop, loops, postDominators);
    if (!pieces.canJam())
      continue;
    const unsigned factor = factor_ ? factor_ : pieces.bestFactor(vectorBits_, registers_);
    if (factor == 1)
      continue;
    Jam jam(pieces, factor);
    jam.build();
    dominators.recalculate(function);
    jam.fillMasks(dominators);
    loops.releaseMemory();
    loops.analyze(dominators);
    changed = true;
    if (isTraced("jit"))
      trace("jit", name_ + ": " + std::to_string(factor) + " pieces at once");
  }
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

} // namespace anywarp::codegen
