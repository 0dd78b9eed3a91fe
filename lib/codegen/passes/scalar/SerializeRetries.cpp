// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that try an exchange until it succeeds, as sums of doubles by atomicCAS have them. Of lanes
// that mean the same word one succeeds in each round of a piece: 32 rounds, and 528 locked
// operations. Here such a loop becomes a function that lanes call one after the other, so that each
// has what the one before left. Who succeeds when stays the same: lane after lane at each address.
//
// The loop may do nothing else that another thread could see or wait for: it goes on only where the
// exchange failed. Before each try the word is read: where it is not the expected one, the exchange
// would fail, and the read costs a fraction of it.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {
namespace {

using llvm::AtomicCmpXchgInst;
using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;
using llvm::PHINode;
using llvm::Value;

/// What is longer gains more from lanes at once.
constexpr unsigned kMostInstructions = 64;

const Value *withoutCasts(const Value *value) {
  while (auto *cast = llvm::dyn_cast<llvm::BitCastInst>(value))
    value = cast->getOperand(0);
  return value;
}

bool isFound(const Value *value, const AtomicCmpXchgInst &exchange) {
  auto *part = llvm::dyn_cast<llvm::ExtractValueInst>(withoutCasts(value));
  return part && part->getAggregateOperand() == &exchange && part->getIndices()[0] == 0;
}

/// The branch behind `exchange` leaves the loop where it succeeded.
bool leavesOnSuccess(const Loop &loop, const AtomicCmpXchgInst &exchange) {
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(exchange.getParent()->getTerminator());
  if (!branch || !branch->isConditional())
    return false;
  const Value *condition = branch->getCondition();
  bool holdsOnSuccess = true;
  if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(condition)) {
    const Value *a = compare->getOperand(0), *b = compare->getOperand(1);
    if (!isFound(a, exchange))
      std::swap(a, b);
    if (!compare->isEquality() || !isFound(a, exchange) || b != exchange.getCompareOperand())
      return false;
    holdsOnSuccess = compare->getPredicate() == llvm::ICmpInst::ICMP_EQ;
  } else {
    auto *part = llvm::dyn_cast<llvm::ExtractValueInst>(condition);
    if (!part || part->getAggregateOperand() != &exchange || part->getIndices()[0] != 1)
      return false;
  }
  return !loop.contains(branch->getSuccessor(holdsOnSuccess ? 0 : 1));
}

/// Comes from outside as more than one value: lanes have no such operands.
bool takesRecord(const Loop &loop, const Instruction &inst) {
  return llvm::any_of(inst.operands(), [&](const Value *operand) {
    auto *from = llvm::dyn_cast<Instruction>(operand);
    return from && from->getType()->isAggregateType() && !loop.contains(from);
  });
}

bool isHarmless(const Instruction &inst) {
  if (inst.isTerminator())
    return llvm::isa<llvm::BranchInst>(inst);
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&inst))
    return load->isSimple();
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&inst))
    return call->getIntrinsicID() != llvm::Intrinsic::not_intrinsic && !call->isConvergent() &&
           !call->mayReadOrWriteMemory();
  return !inst.mayReadOrWriteMemory() && !llvm::isa<llvm::AllocaInst>(inst);
}

/// The exchange that `loop` tries again with what it found; null: it is no such loop.
AtomicCmpXchgInst *retriedExchange(const Loop &loop, const llvm::DominatorTree &dominators) {
  const BasicBlock *latch = loop.getLoopLatch();
  if (!loop.isInnermost() || !loop.getLoopPreheader() || !latch || !loop.getUniqueExitBlock() ||
      !loop.hasDedicatedExits())
    return nullptr;
  AtomicCmpXchgInst *exchange = nullptr;
  unsigned count = 0;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &inst : *block) {
      auto *other = llvm::dyn_cast<AtomicCmpXchgInst>(&inst);
      if (++count > kMostInstructions || (other ? exchange != nullptr : !isHarmless(inst)) ||
          takesRecord(loop, inst))
        return nullptr;
      if (other)
        exchange = other;
    }
  // A block's own memory is exchanged without a lock (WidenAtomics).
  if (!exchange || exchange->isVolatile() || exchange->getPointerAddressSpace() > 1 ||
      !dominators.dominates(exchange->getParent(), latch) || !leavesOnSuccess(loop, *exchange))
    return nullptr;
  auto *expected = llvm::dyn_cast<PHINode>(withoutCasts(exchange->getCompareOperand()));
  return expected && expected->getParent() == loop.getHeader() &&
                 isFound(expected->getIncomingValueForBlock(latch), *exchange)
             ? exchange
             : nullptr;
}

/// Reads first: an exchange that would fail is none.
void readBefore(AtomicCmpXchgInst &exchange) {
  if (exchange.getSuccessOrdering() != llvm::AtomicOrdering::Monotonic)
    return;
  BasicBlock *before = exchange.getParent();
  BasicBlock *after = before->splitBasicBlock(exchange.getNextNode(), "tried");
  BasicBlock *attempt = before->splitBasicBlock(&exchange, "try");
  before->getTerminator()->eraseFromParent();
  llvm::IRBuilder<> ir(before);
  llvm::LoadInst *now = ir.CreateAlignedLoad(exchange.getCompareOperand()->getType(),
                                             exchange.getPointerOperand(), exchange.getAlign());
  now->setAtomic(llvm::AtomicOrdering::Monotonic, exchange.getSyncScopeID());
  now->copyMetadata(exchange, {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias});
  Value *failed = ir.CreateInsertValue(llvm::PoisonValue::get(exchange.getType()), now, 0);
  failed = ir.CreateInsertValue(failed, ir.getFalse(), 1);
  ir.CreateCondBr(ir.CreateICmpEQ(now, exchange.getCompareOperand()), attempt, after);
  ir.SetInsertPoint(after, after->begin());
  PHINode *result = ir.CreatePHI(exchange.getType(), 2);
  exchange.replaceAllUsesWith(result);
  result->addIncoming(failed, before);
  result->addIncoming(&exchange, attempt);
}

/// Moves `loop` to a function of its own, called where it stood.
void moveOut(Lowering &lowering, Loop &loop, AtomicCmpXchgInst &exchange) {
  llvm::Function &kernel = *lowering.kernel;
  llvm::LLVMContext &context = kernel.getContext();
  BasicBlock *before = loop.getLoopPreheader(), *header = loop.getHeader();
  BasicBlock *exit = loop.getUniqueExitBlock();
  PHINode *output = exit->phis().empty() ? nullptr : &*exit->phis().begin();
  llvm::SmallSetVector<Value *, 8> inputs;
  for (BasicBlock *block : loop.blocks())
    for (Instruction &inst : *block)
      for (Value *operand : inst.operands())
        if (auto *from = llvm::dyn_cast<Instruction>(operand); from && !loop.contains(from))
          inputs.insert(from);
  if (output)
    for (Value *value : output->incoming_values())
      if (auto *from = llvm::dyn_cast<Instruction>(value); from && !loop.contains(from))
        inputs.insert(from);
  llvm::SmallVector<llvm::Type *, 8> types;
  for (Value *input : inputs)
    types.push_back(input->getType());
  llvm::Type *result = output ? output->getType() : llvm::Type::getVoidTy(context);
  auto *function =
      llvm::Function::Create(llvm::FunctionType::get(result, types, false),
                             llvm::GlobalValue::InternalLinkage, "aw.retry", lowering.module);
  function->addFnAttr(kEachLane);
  function->setDoesNotThrow();
  llvm::ValueToValueMapTy map;
  for (unsigned i = 0; i < inputs.size(); ++i)
    map[inputs[i]] = function->getArg(i);
  BasicBlock *entry = BasicBlock::Create(context, "entry", function);
  BasicBlock *done = BasicBlock::Create(context, "done", function);
  map[before] = entry;
  map[exit] = done;
  llvm::SmallVector<BasicBlock *, 4> copies;
  for (BasicBlock *block : loop.blocks()) {
    copies.push_back(llvm::CloneBasicBlock(block, map, "", function));
    map[block] = copies.back();
  }
  llvm::remapInstructionsInBlocks(copies, map);
  for (BasicBlock *copy : copies)
    for (Instruction &inst : *copy)
      inst.setDebugLoc({}); // the call's, when it is inlined
  llvm::IRBuilder<> ir(entry);
  ir.CreateBr(llvm::cast<BasicBlock>(map[header]));
  ir.SetInsertPoint(done);
  if (output) {
    PHINode *value = ir.CreatePHI(result, output->getNumIncomingValues());
    for (unsigned i = 0; i < output->getNumIncomingValues(); ++i) {
      Value *from = output->getIncomingValue(i);
      value->addIncoming(map.count(from) ? static_cast<Value *>(map[from]) : from,
                         llvm::cast<BasicBlock>(map[output->getIncomingBlock(i)]));
    }
    ir.CreateRet(value);
  } else {
    ir.CreateRetVoid();
  }
  readBefore(llvm::cast<AtomicCmpXchgInst>(*static_cast<Value *>(map[&exchange])));

  ir.SetInsertPoint(before->getTerminator());
  llvm::CallInst *call = ir.CreateCall(function, inputs.getArrayRef());
  call->setDebugLoc(exchange.getDebugLoc());
  if (output) {
    output->replaceAllUsesWith(call);
    output->eraseFromParent();
  }
  before->getTerminator()->replaceSuccessorWith(header, exit);
  llvm::SmallVector<BasicBlock *, 4> dead(loop.blocks());
  llvm::DeleteDeadBlocks(dead);
}

/// At most one value of the loop is used behind it.
bool hasOneResult(const BasicBlock &exit) {
  const auto results = exit.phis();
  return results.empty() || (std::next(results.begin()) == results.end() &&
                             !results.begin()->getType()->isAggregateType());
}

} // namespace

Status serializeRetries(Lowering &lowering) {
  const CodegenOptions &options = lowering.options;
  if (lowering.width == 1 || options.optLevel == 0 || options.debug || lowering.isObserved)
    return {};
  for (bool isFound = true; isFound;) {
    isFound = false;
    llvm::DominatorTree dominators(*lowering.kernel);
    llvm::LoopInfo loops(dominators);
    for (Loop *loop : loops.getLoopsInPreorder()) {
      AtomicCmpXchgInst *exchange = retriedExchange(*loop, dominators);
      if (!exchange || !hasOneResult(*loop->getUniqueExitBlock()))
        continue;
      moveOut(lowering, *loop, *exchange);
      isFound = true;
      break;
    }
  }
  return {};
}

} // namespace anywarp::codegen
