// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels whose barriers are `bar.sync 0` of the whole block under control flow that is equal for
// the block need no waiting: each region between barriers becomes a loop over the pieces.
// Block-level values and control run once, between the loops. What a piece keeps from region to
// region lies in arrays on the stack, one element for each piece, or is computed again. The result
// is a BlockFn. Intrinsic::PiecesMeet is cut at like a barrier where that is possible, and dropped
// elsewhere.
#include <set>
#include <tuple>

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/BreakCriticalEdges.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include "codegen/Intrinsics.h"
#include "codegen/passes/LlvmPasses.h"
#include "codegen/passes/Lowering.h"
#include "codegen/passes/Runtime.h"
#include "codegen/passes/waits/BarrierRegions.h"
#include "support/Trace.h"

namespace anywarp::codegen {
namespace {

using exec::LaunchState;
using llvm::BasicBlock;
using llvm::Instruction;
using llvm::PHINode;
using llvm::Value;

constexpr unsigned kMaxThreads = 1024; // of a block
constexpr uint64_t kMaxArrayBytes = 256 << 10;

class BlockLoops {
public:
  /// Without barriers the function runs a part of the pieces (exec::BlockState::firstPiece).
  BlockLoops(Lowering &lowering, llvm::Function &warp, const BarrierRegions &cut, bool hasBarriers)
      : lowering_(lowering), warp_(warp), cut_(cut), hasBarriers_(hasBarriers),
        ir_(warp.getContext()), copies_(cut.regions().size()) {}

  /// Bytes of all arrays; decides whether the split is worth it. Call first.
  uint64_t planArrays();
  llvm::Function *build();

private:
  struct Copy { ///< of a region, in the new function
    BasicBlock *before = nullptr, *start = nullptr, *latch = nullptr, *after = nullptr;
    BasicBlock *end = nullptr;            ///< of a round, also where the piece has ended
    std::vector<llvm::CallInst *> guards; ///< where it may end
    Value *piece = nullptr, *mask = nullptr;
    llvm::DenseMap<const Value *, Value *> values; ///< per-piece ones
    llvm::DenseMap<const BasicBlock *, BasicBlock *> blocks;
  };
  const std::vector<Region> &regions() const { return cut_.regions(); }
  unsigned definingRegion(const Value *value) const {
    return cut_.regionOf(llvm::cast<Instruction>(value)->getParent());
  }
  /// The array in which `value` is kept: its own, or that of the phi that it becomes.
  const Value *keeper(const Value *value) const {
    auto it = sharedWith_.find(value);
    return it == sharedWith_.end() ? value : it->second;
  }
  bool isKept(const Value *value) const { return arrays_.count(keeper(value)) != 0; }
  void shareArrays();
  bool isUsedAfter(const PHINode &phi, unsigned region) const;
  bool needsLoop(const Region &region) const;
  void openRegion(unsigned index);
  void fillRegion(unsigned index);
  void bringPhis(unsigned index, BasicBlock *block, BasicBlock *next);
  bool isThereAlready(const Value *incoming, const PHINode &phi) const;
  void endPieces(const Copy &copy);
  void closeRegion(unsigned index);
  Value *endedAt(Value *piece) { return ir_.CreateInBoundsGEP(ir_.getInt8Ty(), ended_, piece); }
  Value *blockValue(Value *value) const;
  Value *pieceValue(unsigned index, Value *value);
  Value *place(const Value *kept, Value *piece);
  Value *launchField(size_t offset, const char *name);

  Lowering &lowering_;
  llvm::Function &warp_;
  const BarrierRegions &cut_;
  const bool hasBarriers_;
  llvm::IRBuilder<> ir_;
  llvm::Function *function_ = nullptr;
  llvm::DenseMap<const Value *, llvm::AllocaInst *> arrays_; ///< by keeper; null until built
  llvm::SetVector<const Value *> keepers_;
  llvm::DenseMap<const Value *, const Value *> sharedWith_;
  llvm::DenseMap<const Value *, Value *> blockValues_;
  std::vector<Copy> copies_;
  Value *first_ = nullptr, *end_ = nullptr; ///< of the pieces to be run
  llvm::AllocaInst *ended_ = nullptr;       ///< of each piece, where guards may end one
};

/// Some region that runs after `region` and before phi's own region again reads the phi.
bool BlockLoops::isUsedAfter(const PHINode &phi, unsigned region) const {
  const unsigned home = definingRegion(&phi);
  llvm::SmallVector<bool, 16> seen(regions().size());
  llvm::SmallVector<unsigned, 16> todo;
  auto follow = [&](unsigned from) {
    for (auto [block, target] : regions()[from].exits)
      if (unsigned to = cut_.regionOf(target); to != home && !seen[to]) {
        seen[to] = true;
        todo.push_back(to);
      }
  };
  follow(region);
  while (!todo.empty())
    follow(todo.pop_back_val());
  for (const llvm::Use &use : phi.uses()) {
    auto *user = llvm::cast<Instruction>(use.getUser());
    const BasicBlock *where = user->getParent();
    if (auto *other = llvm::dyn_cast<PHINode>(user))
      where = other->getIncomingBlock(use);
    if (seen[cut_.regionOf(where)])
      return true;
  }
  return false;
}

/// A phi and the value that it takes at the end of a loop use one array, where nobody reads the phi
/// once the value is known.
void BlockLoops::shareArrays() {
  llvm::DominatorTree dominators(warp_);
  for (const Region &region : regions())
    for (const PHINode &phi : region.head->phis()) {
      if (cut_.isBlockLevel(&phi))
        continue;
      for (const Value *incoming : phi.incoming_values()) {
        auto *inst = llvm::dyn_cast<Instruction>(incoming);
        if (inst && !llvm::isa<PHINode>(inst) && !cut_.isBlockLevel(inst) &&
            !cut_.isRecomputed(inst) && !sharedWith_.count(inst) &&
            dominators.dominates(region.head, inst->getParent()) &&
            !isUsedAfter(phi, definingRegion(inst)))
          sharedWith_[inst] = &phi;
      }
    }
}

uint64_t BlockLoops::planArrays() {
  shareArrays();
  auto keep = [&](const Value *value) { keepers_.insert(keeper(value)); };
  for (const Region &region : regions()) {
    for (const PHINode &phi : region.head->phis())
      if (!cut_.isBlockLevel(&phi) && !phi.use_empty())
        keep(&phi);
    for (BasicBlock *block : region.blocks)
      for (Instruction &inst : *block) {
        if (inst.getType()->isVoidTy() || cut_.isBlockLevel(&inst) || cut_.isRecomputed(&inst))
          continue;
        unsigned home = cut_.regionOf(block);
        for (const llvm::Use &use : inst.uses()) {
          auto *user = llvm::cast<Instruction>(use.getUser());
          auto *phi = llvm::dyn_cast<PHINode>(user);
          const BasicBlock *where = phi ? phi->getIncomingBlock(use) : user->getParent();
          if (cut_.regionOf(where) != home)
            keep(&inst);
        }
      }
  }
  const llvm::DataLayout &layout = lowering_.module.getDataLayout();
  uint64_t bytes = 0;
  for (const Value *value : keepers_) {
    arrays_[value] = nullptr;
    bytes +=
        layout.getTypeAllocSize(value->getType()).getFixedValue() * (kMaxThreads / lowering_.width);
  }
  return bytes;
}

Value *BlockLoops::launchField(size_t offset, const char *name) {
  auto *load = ir_.CreateLoad(
      ir_.getInt32Ty(),
      ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), function_->getArg(0), offset), name);
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(ir_.getContext(), {}));
  return load;
}

Value *BlockLoops::blockValue(Value *value) const {
  if (auto *arg = llvm::dyn_cast<llvm::Argument>(value))
    return function_->getArg(arg->getArgNo());
  if (!llvm::isa<Instruction>(value))
    return value;
  Value *known = blockValues_.lookup(value);
  assert(known && "a block-level value is made before it is used");
  return known;
}

Value *BlockLoops::place(const Value *kept, Value *piece) {
  llvm::AllocaInst *array = arrays_.lookup(keeper(kept));
  return ir_.CreateInBoundsGEP(kept->getType(), array, piece);
}

/// The value in the copy of a region; made at its start when it comes from elsewhere.
Value *BlockLoops::pieceValue(unsigned index, Value *value) {
  Copy &copy = copies_[index];
  if (auto *arg = llvm::dyn_cast<llvm::Argument>(value)) {
    if (arg->getArgNo() == 2)
      return copy.piece;
    if (arg->getArgNo() == 3)
      return copy.mask;
  }
  if (cut_.isBlockLevel(value))
    return blockValue(value);
  if (Value *known = copy.values.lookup(value))
    return known;
  auto *inst = llvm::cast<Instruction>(value);
  llvm::IRBuilderBase::InsertPointGuard restore(ir_);
  ir_.SetInsertPoint(copy.start->getTerminator());
  Value *made;
  if (cut_.isRecomputed(value)) {
    Instruction *again = inst->clone();
    for (unsigned i = 0; i < again->getNumOperands(); ++i)
      again->setOperand(i, pieceValue(index, inst->getOperand(i)));
    ir_.SetInsertPoint(copy.start->getTerminator());
    made = ir_.Insert(again, inst->getName());
  } else {
    assert(isKept(value));
    made = ir_.CreateLoad(value->getType(), place(value, copy.piece), value->getName());
  }
  copies_[index].values[value] = made;
  return made;
}

bool BlockLoops::needsLoop(const Region &region) const {
  for (BasicBlock *block : region.blocks)
    for (Instruction &inst : *block) {
      if (inst.isTerminator() || cut_.isBlockLevel(&inst))
        continue;
      if (inst.mayHaveSideEffects())
        return true;
      if (!llvm::isa<PHINode>(inst) && isKept(&inst) && !cut_.isRecomputed(&inst))
        return true;
      if (llvm::isa<PHINode>(inst) && block != region.head && isKept(&inst))
        return true;
    }
  for (auto [block, target] : region.exits)
    for (const PHINode &phi : target->phis())
      if (!cut_.isBlockLevel(&phi) && isKept(&phi)) {
        if (!isThereAlready(phi.getIncomingValueForBlock(block), phi))
          return true;
      }
  return false;
}

/// The block-level code of a region, and the loop around its copy.
void BlockLoops::openRegion(unsigned index) {
  const Region &region = regions()[index];
  Copy &copy = copies_[index];
  ir_.SetInsertPoint(copy.before);
  for (PHINode &phi : region.head->phis())
    if (cut_.isBlockLevel(&phi))
      blockValues_[&phi] = ir_.CreatePHI(phi.getType(), 2, phi.getName());
  for (BasicBlock *block : region.blocks)
    for (Instruction &inst : *block) {
      if (llvm::isa<PHINode>(inst) || !cut_.isBlockLevel(&inst) ||
          llvm::isa<llvm::AllocaInst>(inst) || inst.isTerminator())
        continue;
      Instruction *once = inst.clone();
      for (unsigned i = 0; i < once->getNumOperands(); ++i)
        once->setOperand(i, blockValue(inst.getOperand(i)));
      blockValues_[&inst] = ir_.Insert(once, inst.getName());
    }
  if (!needsLoop(region)) {
    ir_.CreateBr(copy.after);
    return;
  }
  llvm::LLVMContext &context = ir_.getContext();
  copy.start = BasicBlock::Create(context, region.head->getName() + ".piece", function_);
  copy.latch = BasicBlock::Create(context, region.head->getName() + ".next", function_);
  copy.end = ended_ ? BasicBlock::Create(context, region.head->getName() + ".last", function_)
                    : copy.latch;
  storeCurrentPiece(ir_, function_->getArg(1), first_);
  ir_.CreateBr(copy.start);
  ir_.SetInsertPoint(copy.start);
  PHINode *piece = ir_.CreatePHI(ir_.getInt32Ty(), 2, "piece");
  piece->addIncoming(first_, copy.before);
  copy.piece = piece;
  llvm::Type *maskType = warp_.getArg(3)->getType();
  copy.mask = llvm::Constant::getAllOnesValue(maskType);
  if (!lowering_.hasFullPieces() && !warp_.getArg(3)->use_empty()) {
    Value *left = ir_.CreateSub(launchField(offsetof(LaunchState, threadsPerBlock), "threads"),
                                ir_.CreateMul(piece, ir_.getInt32(lowering_.width)));
    llvm::SmallVector<llvm::Constant *, 32> lanes;
    for (unsigned i = 0; i < lowering_.width; ++i)
      lanes.push_back(ir_.getInt32(i));
    copy.mask = ir_.CreateICmpULT(llvm::ConstantVector::get(lanes),
                                  ir_.CreateVectorSplat(lowering_.width, left), "mask");
  }
  for (BasicBlock *block : region.blocks)
    copy.blocks[block] = BasicBlock::Create(context, block->getName(), function_, copy.latch);
  if (!ended_) {
    ir_.CreateBr(copy.blocks[region.head]);
    return;
  }
  Value *hasEnded = ir_.CreateLoad(ir_.getInt8Ty(), endedAt(copy.piece), "has.ended");
  ir_.CreateCondBr(ir_.CreateIsNotNull(hasEnded), copy.end, copy.blocks[region.head]);
}

/// At the end of `block`'s copy, puts down what the phis of the next region take.
void BlockLoops::bringPhis(unsigned index, BasicBlock *block, BasicBlock *next) {
  BasicBlock *target = copies_[index].blocks[block];
  for (PHINode &phi : next->phis()) {
    if (cut_.isBlockLevel(&phi) || !isKept(&phi))
      continue;
    Value *incoming = phi.getIncomingValueForBlock(block);
    if (isThereAlready(incoming, phi))
      continue;
    Value *value = pieceValue(index, incoming);
    ir_.SetInsertPoint(target);
    ir_.CreateStore(value, place(&phi, copies_[index].piece));
  }
  ir_.SetInsertPoint(target);
}

/// `incoming` lies in the array of `phi` itself.
bool BlockLoops::isThereAlready(const Value *incoming, const PHINode &phi) const {
  return llvm::isa<Instruction>(incoming) && !cut_.isBlockLevel(incoming) &&
         !cut_.isRecomputed(incoming) && keeper(incoming) == keeper(&phi);
}

void BlockLoops::fillRegion(unsigned index) {
  const Region &region = regions()[index];
  if (!copies_[index].start)
    return;
  llvm::SmallVector<std::pair<PHINode *, PHINode *>, 8> phis;
  for (BasicBlock *block : region.blocks) {
    BasicBlock *target = copies_[index].blocks[block];
    for (Instruction &inst : *block) {
      ir_.SetInsertPoint(target);
      if (inst.isTerminator() || cut_.isBlockLevel(&inst))
        continue;
      if (auto *phi = llvm::dyn_cast<PHINode>(&inst)) {
        if (block == region.head)
          continue; // read from its array when it is used
        PHINode *copy = ir_.CreatePHI(phi->getType(), phi->getNumIncomingValues(), phi->getName());
        copies_[index].values[phi] = copy;
        phis.push_back({phi, copy});
        continue;
      }
      if (cut_.isRecomputed(&inst) && !inst.mayHaveSideEffects())
        continue; // made when it is used
      Instruction *copy = inst.clone();
      for (unsigned i = 0; i < copy->getNumOperands(); ++i)
        if (Value *operand = inst.getOperand(i);
            !operand->getType()->isMetadataTy() && !llvm::isa<llvm::Function>(operand))
          copy->setOperand(i, pieceValue(index, operand));
      ir_.SetInsertPoint(target);
      ir_.Insert(copy, inst.getName());
      if (isGuard(*copy))
        copies_[index].guards.push_back(llvm::cast<llvm::CallInst>(copy));
      if (!inst.getType()->isVoidTy())
        copies_[index].values[&inst] = copy;
    }
    // The way on: inside the region, or to its end with what the next region's phis take.
    ir_.SetInsertPoint(target);
    Instruction *end = block->getTerminator();
    if (llvm::isa<llvm::UnreachableInst>(end)) {
      ir_.CreateUnreachable();
      continue;
    }
    if (llvm::isa<llvm::ReturnInst>(end) || block == region.branchBlock) {
      // Critical edges are split: a way of the branch has phis only if it is the way of this block
      // alone.
      for (unsigned i = 0; i < end->getNumSuccessors(); ++i)
        bringPhis(index, block, end->getSuccessor(i));
      ir_.CreateBr(copies_[index].latch);
      continue;
    }
    llvm::SmallVector<BasicBlock *, 2> ways;
    for (unsigned i = 0; i < end->getNumSuccessors(); ++i) {
      BasicBlock *next = end->getSuccessor(i);
      bool leaves = llvm::is_contained(region.exits, std::pair(block, next));
      if (!leaves) {
        ways.push_back(copies_[index].blocks[next]);
        continue;
      }
      bringPhis(index, block, next);
      ways.push_back(copies_[index].latch);
    }
    ir_.SetInsertPoint(target);
    if (ways.size() == 1)
      ir_.CreateBr(ways[0]);
    else {
      Value *condition = pieceValue(index, end->getOperand(0));
      ir_.SetInsertPoint(target);
      ir_.CreateCondBr(condition, ways[0], ways[1])
          ->copyMetadata(*end, {llvm::LLVMContext::MD_loop});
    }
  }
  for (auto [phi, copy] : phis)
    for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
      copy->addIncoming(pieceValue(index, phi->getIncomingValue(i)),
                        copies_[index].blocks[phi->getIncomingBlock(i)]);
}

/// Goes on at the end of a round, where pieces that end in the region go at once.
void BlockLoops::endPieces(const Copy &copy) {
  if (!ended_)
    return;
  ir_.CreateBr(copy.end);
  if (!copy.guards.empty()) {
    auto *ends = BasicBlock::Create(ir_.getContext(), "ended", function_, copy.latch);
    ir_.SetInsertPoint(ends);
    ir_.CreateStore(ir_.getInt8(1), endedAt(copy.piece));
    ir_.CreateBr(copy.end);
    endAtGuards(copy.guards, ends);
  }
  ir_.SetInsertPoint(copy.end);
}

void BlockLoops::closeRegion(unsigned index) {
  const Region &region = regions()[index];
  Copy &copy = copies_[index];
  if (copy.start) {
    ir_.SetInsertPoint(copy.latch);
    for (BasicBlock *block : region.blocks)
      for (Instruction &inst : *block) {
        if (inst.getType()->isVoidTy() || cut_.isBlockLevel(&inst) || cut_.isRecomputed(&inst) ||
            (llvm::isa<PHINode>(inst) && block == region.head) || !isKept(&inst))
          continue;
        if (Value *value = copy.values.lookup(&inst))
          ir_.CreateStore(value, place(&inst, copy.piece));
      }
    endPieces(copy);
    Value *next = ir_.CreateNUWAdd(copy.piece, ir_.getInt32(1));
    storeCurrentPiece(ir_, function_->getArg(1), next);
    endPieceLoop(ir_, ir_.CreateICmpEQ(next, end_), copy.after, copy.start);
    llvm::cast<PHINode>(copy.piece)->addIncoming(next, copy.end);
  }
  ir_.SetInsertPoint(copy.after);
  if (region.branchBlock) {
    auto *end = llvm::cast<llvm::BranchInst>(region.branchBlock->getTerminator());
    ir_.CreateCondBr(blockValue(end->getCondition()),
                     copies_[cut_.regionOf(end->getSuccessor(0))].before,
                     copies_[cut_.regionOf(end->getSuccessor(1))].before);
  } else if (region.exits.empty()) {
    ir_.CreateRetVoid();
  } else {
    ir_.CreateBr(copies_[cut_.regionOf(region.exits[0].second)].before);
  }
}

llvm::Function *BlockLoops::build() {
  llvm::LLVMContext &context = ir_.getContext();
  auto *type = llvm::FunctionType::get(ir_.getVoidTy(), {ir_.getPtrTy(), ir_.getPtrTy()}, false);
  function_ = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage,
                                     lowering_.name + ".block", lowering_.module);
  for (unsigned i = 0; i < 2; ++i) {
    function_->getArg(i)->setName(warp_.getArg(i)->getName());
    function_->addParamAttrs(i, llvm::AttrBuilder(context, warp_.getAttributes().getParamAttrs(i)));
  }
  function_->setDoesNotThrow();
  function_->setSubprogram(warp_.getSubprogram());
  warp_.setSubprogram(nullptr);
  auto *entry = BasicBlock::Create(context, "entry", function_);
  ir_.SetInsertPoint(entry);
  for (Instruction &inst : llvm::instructions(warp_))
    if (llvm::isa<llvm::AllocaInst>(inst))
      blockValues_[&inst] = ir_.Insert(inst.clone(), inst.getName());
  const unsigned count = kMaxThreads / lowering_.width;
  for (const Value *value : keepers_) {
    llvm::AllocaInst *array = ir_.CreateAlloca(llvm::ArrayType::get(value->getType(), count),
                                               nullptr, value->getName() + ".kept");
    array->setAlignment(llvm::Align(64));
    array->setMetadata(kKeptMetadata, llvm::MDNode::get(context, {}));
    arrays_[value] = array;
  }
  if (!guardsOf(warp_).empty()) {
    ended_ = ir_.CreateAlloca(llvm::ArrayType::get(ir_.getInt8Ty(), count), nullptr, "ended");
    ir_.CreateMemSet(ended_, ir_.getInt8(0), count, llvm::Align(1));
  }
  if (hasBarriers_) {
    first_ = ir_.getInt32(0);
    end_ = launchField(offsetof(LaunchState, piecesPerBlock), "pieces");
  } else {
    std::tie(first_, end_) = loadPieceRange(ir_, function_->getArg(1));
  }
  for (unsigned i = 0; i < regions().size(); ++i) {
    llvm::StringRef name = regions()[i].head->getName();
    copies_[i].before = BasicBlock::Create(context, name + ".block", function_);
    copies_[i].after = BasicBlock::Create(context, name + ".end", function_);
  }
  ir_.CreateBr(copies_[0].before);
  for (unsigned i = 0; i < regions().size(); ++i)
    openRegion(i);
  for (unsigned i = 0; i < regions().size(); ++i)
    fillRegion(i);
  for (unsigned i = 0; i < regions().size(); ++i)
    closeRegion(i);
  // Block-level phis: one edge from each region that goes there.
  for (const Region &region : regions())
    for (PHINode &phi : region.head->phis()) {
      if (!cut_.isBlockLevel(&phi))
        continue;
      auto *once = llvm::cast<PHINode>(blockValues_[&phi]);
      std::set<unsigned> seen;
      for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        unsigned from = cut_.regionOf(phi.getIncomingBlock(i));
        if (seen.insert(from).second)
          once->addIncoming(blockValue(phi.getIncomingValue(i)), copies_[from].after);
      }
    }
  return function_;
}

using Calls = llvm::SmallVector<llvm::CallInst *, 8>;

/// All waits are plain barriers.
bool collectBarriers(llvm::Function &warp, Calls &barriers) {
  for (Instruction &inst : llvm::instructions(warp)) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
    if (!call || !isWait(*call))
      continue;
    if (!isPlainBarrier(*call))
      return false;
    barriers.push_back(call);
  }
  return true;
}

Calls meetingsIn(llvm::Function &warp) {
  Calls meetings;
  for (Instruction &inst : llvm::instructions(warp))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst);
        call && intrinsicOf(*call) == Intrinsic::PiecesMeet)
      meetings.push_back(call);
  return meetings;
}

void dropMeetings(llvm::Function &warp) {
  for (llvm::CallInst *call : meetingsIn(warp))
    call->eraseFromParent();
}

/// Makes the BlockFn of `lowering.warp`; what prevents it, else nothing. Works on a copy, so that
/// other ways remain possible.
std::string split(Lowering &lowering) {
  llvm::ValueToValueMapTy map;
  llvm::Function *warp = llvm::CloneFunction(lowering.warp, map);
  Calls places;
  collectBarriers(*warp, places);
  const bool hasBarriers = !places.empty();
  places.append(meetingsIn(*warp));
  std::string obstacle;
  {
    BarrierRegions cut(*warp, places);
    obstacle = cut.obstacle();
    if (obstacle.empty()) {
      BlockLoops loops(lowering, *warp, cut, hasBarriers);
      if (loops.planArrays() > kMaxArrayBytes) {
        obstacle = "too much is kept over barriers";
      } else {
        loops.build();
        lowering.warp->eraseFromParent();
        lowering.warp = nullptr;
      }
    }
  }
  warp->eraseFromParent();
  return obstacle;
}

} // namespace

Status splitAtBarriers(Lowering &lowering) {
  using Barriers = CodegenOptions::Barriers;
  if (!lowering.warp)
    return {};
  Calls barriers;
  if (lowering.options.barriers == Barriers::Coroutine || lowering.hasAbandonedPieces ||
      !collectBarriers(*lowering.warp, barriers)) {
    dropMeetings(*lowering.warp);
    return {};
  }
  const bool hasMeetings = !meetingsIn(*lowering.warp).empty();
  if (barriers.empty() && !hasMeetings)
    return {};
  LlvmPasses llvm(lowering.target);
  llvm::FunctionPassManager shape;
  shape.addPass(llvm::EarlyCSEPass());
  shape.addPass(llvm::ADCEPass());
  shape.addPass(llvm::LoopSimplifyPass());
  shape.addPass(llvm::BreakCriticalEdgesPass());
  llvm::removeUnreachableBlocks(*lowering.warp);
  shape.run(*lowering.warp, llvm.functions);

  std::string obstacle = split(lowering);
  if (!obstacle.empty() && hasMeetings) {
    dropMeetings(*lowering.warp);
    if (!barriers.empty())
      obstacle = split(lowering);
  }
  if (isTraced("jit")) {
    const bool hasBarriers = !barriers.empty();
    const char *done = hasBarriers ? ": barriers became loops" : ": pieces take rounds in turn";
    const char *failed = hasBarriers ? ": waits as coroutines: " : ": pieces run alone: ";
    trace("jit", lowering.name + (obstacle.empty() ? done : failed + obstacle));
  }
  return {};
}

} // namespace anywarp::codegen
