// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fences and mbarrier objects.
#include "codegen/emit/chapters/Mbarrier.h"
#include "exec/MbarrierAbi.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

namespace {

using Word = exec::MbarrierWord;
constexpr unsigned kPendingShift = Word::kPendingShift, kParityShift = Word::kParityShift;
constexpr unsigned kBytesShift = Word::kBytesShift, kGenerationShift = Word::kGenerationShift;
constexpr uint64_t kCountMask = Word::kCountMask, kBytesMask = Word::kBytesMask;
constexpr uint64_t kNoBytes = Word::kNoBytes, kPhaseMask = Word::kPhaseMask;

/// Operand `index` as i64, or 1 where it is absent.
llvm::Value *countOperand(FunctionEmitter &e, const Instruction &inst, size_t index) {
  if (index >= inst.operands.size())
    return e.constant(64, 1);
  return e.ir.CreateZExt(e.read(inst.operands[index], Type::U32), e.intType(64));
}

void emitMbarrier(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  auto at = [&](size_t index) {
    return Mbarrier{e, e.address(ops[index], inst.space), inst.space};
  };
  if (inst.has(Modifier::Init)) {
    at(0).init(countOperand(e, inst, 1));
    return;
  }
  if (inst.has(Modifier::Inval))
    return; // the memory may be used for anything from now on
  if (inst.has(Modifier::Arrive) || inst.has(Modifier::ArriveDrop)) {
    bool expects = inst.has(Modifier::ExpectTx);
    llvm::Value *count = expects ? e.constant(64, 1) : countOperand(e, inst, 2);
    llvm::Value *bytes = expects ? countOperand(e, inst, 2) : nullptr;
    llvm::Value *state =
        at(1).arrive(count, inst.has(Modifier::ArriveDrop), bytes, !inst.has(Modifier::NoComplete));
    e.write(ops[0], state, Type::B64);
    return;
  }
  if (inst.has(Modifier::ExpectTx) || inst.has(Modifier::CompleteTx)) {
    llvm::Value *bytes = countOperand(e, inst, 1);
    if (inst.has(Modifier::ExpectTx))
      at(0).expectBytes(bytes);
    else
      at(0).completeBytes(bytes);
    return;
  }
  if (inst.has(Modifier::TestWait) || inst.has(Modifier::TryWait)) {
    llvm::Value *token = e.read(ops[2], inst.has(Modifier::Parity) ? Type::U32 : Type::B64);
    Mbarrier barrier = at(1);
    auto ask = [&] {
      return inst.has(Modifier::Parity)
                 ? barrier.isParityOver(e.ir.CreateTrunc(token, e.ir.getInt1Ty()))
                 : barrier.isPhaseOver(token);
    };
    llvm::Value *isOver = ask();
    // Whoever finds the phase unfinished will ask again: the others must be able to finish it.
    llvm::BasicBlock *asked = e.ir.GetInsertBlock();
    llvm::BasicBlock *wait = e.newBlock("wait"), *next = e.newBlock("next");
    e.ir.CreateCondBr(isOver, next, wait);
    e.fallInto(wait);
    e.call(Intrinsic::Yield);
    llvm::Value *again = ask();
    llvm::BasicBlock *waited = e.ir.GetInsertBlock();
    e.fallInto(next);
    llvm::PHINode *result = e.ir.CreatePHI(e.ir.getInt1Ty(), 2);
    result->addIncoming(e.ir.getTrue(), asked);
    result->addIncoming(again, waited);
    e.writePredicate(ops[0], result);
    return;
  }
  if (inst.has(Modifier::PendingCount)) {
    e.write(ops[0], Mbarrier::pendingOf(e, e.read(ops[1], Type::B64)), Type::U32);
    return;
  }
  return e.refuse(inst);
}

/// A block runs on one worker: fences of .cta scope order for the compiler only.
void emitFence(FunctionEmitter &e, const Instruction &inst) {
  bool isBlockOnly = inst.has(Modifier::Cta) && !inst.has(Modifier::Proxy);
  bool isSequential = inst.opcode == Opcode::Membar || inst.has(Modifier::Sc);
  if (inst.has(Modifier::Proxy)) // one memory system, no proxies to order
    isSequential = false;
  e.ir.CreateFence(isSequential ? llvm::AtomicOrdering::SequentiallyConsistent
                                : llvm::AtomicOrdering::AcquireRelease,
                   isBlockOnly ? llvm::SyncScope::SingleThread : llvm::SyncScope::System);
}

} // namespace

void Mbarrier::init(llvm::Value *count) {
  uint64_t generation = uint64_t(1) << kGenerationShift;
  llvm::Value *last = e.ir.CreateAnd(load(), e.constant(64, uint64_t(3) << kGenerationShift));
  llvm::Value *value = e.ir.CreateOr(count, e.ir.CreateShl(count, kPendingShift));
  value = e.ir.CreateOr(value, e.constant(64, kNoBytes << kBytesShift));
  value = e.ir.CreateOr(value, e.ir.CreateAdd(last, e.constant(64, generation)));
  llvm::StoreInst *store = e.ir.CreateAlignedStore(value, pointer, llvm::Align(8));
  store->setAtomic(llvm::AtomicOrdering::Release);
  e.setAliasScope(*store, space);
}

llvm::Value *Mbarrier::add(llvm::Value *delta, bool mayComplete) {
  auto addAtomically = [&](llvm::Value *value) {
    llvm::AtomicRMWInst *rmw =
        e.ir.CreateAtomicRMW(llvm::AtomicRMWInst::Add, pointer, value, llvm::Align(8),
                             llvm::AtomicOrdering::AcquireRelease);
    e.setAliasScope(*rmw, space);
    return rmw;
  };
  llvm::Value *before = addAtomically(delta);
  if (!mayComplete)
    return before;
  llvm::Value *after = e.ir.CreateAdd(before, delta);
  llvm::Value *isLast = e.ir.CreateAnd(
      e.ir.CreateICmpEQ(pendingOf(e, after), e.constant(32, 0)),
      e.ir.CreateICmpEQ(e.ir.CreateAnd(after, e.constant(64, kBytesMask << kBytesShift)),
                        e.constant(64, kNoBytes << kBytesShift)));
  e.emitIf(isLast, [&] {
    llvm::Value *expected = e.ir.CreateAnd(after, e.constant(64, kCountMask));
    uint64_t one = uint64_t(1) << kParityShift;
    llvm::Value *flip =
        e.ir.CreateSelect(parityOf(e, after), e.constant(64, 0 - one), e.constant(64, one));
    addAtomically(e.ir.CreateAdd(e.ir.CreateShl(expected, kPendingShift), flip));
  });
  return before;
}

llvm::Value *Mbarrier::arrive(llvm::Value *count, bool drop, llvm::Value *expectedBytes,
                              bool mayComplete) {
  llvm::Value *delta = e.ir.CreateNeg(e.ir.CreateShl(count, kPendingShift));
  if (drop)
    delta = e.ir.CreateSub(delta, count);
  if (expectedBytes)
    delta = e.ir.CreateAdd(delta, e.ir.CreateShl(expectedBytes, kBytesShift));
  return add(delta, mayComplete);
}

void Mbarrier::expectBytes(llvm::Value *bytes) {
  add(e.ir.CreateShl(bytes, kBytesShift), /*mayComplete=*/false);
}

void Mbarrier::completeBytes(llvm::Value *bytes) {
  add(e.ir.CreateNeg(e.ir.CreateShl(bytes, kBytesShift)));
}

llvm::Value *Mbarrier::parityOf(FunctionEmitter &e, llvm::Value *object) {
  return e.ir.CreateTrunc(e.ir.CreateLShr(object, kParityShift), e.ir.getInt1Ty());
}

llvm::Value *Mbarrier::pendingOf(FunctionEmitter &e, llvm::Value *object) {
  llvm::Value *field =
      e.ir.CreateAnd(e.ir.CreateLShr(object, kPendingShift), e.constant(64, kCountMask));
  return e.ir.CreateTrunc(field, e.intType(32));
}

llvm::Value *Mbarrier::load() {
  llvm::LoadInst *load = e.ir.CreateAlignedLoad(e.intType(64), pointer, llvm::Align(8));
  load->setAtomic(llvm::AtomicOrdering::Acquire);
  e.setAliasScope(*load, space);
  return load;
}

llvm::Value *Mbarrier::isParityOver(llvm::Value *parity) {
  return e.ir.CreateICmpNE(parityOf(e, load()), parity);
}

llvm::Value *Mbarrier::isPhaseOver(llvm::Value *token) {
  llvm::Value *changed = e.ir.CreateAnd(e.ir.CreateXor(load(), token), e.constant(64, kPhaseMask));
  return e.ir.CreateICmpNE(changed, e.constant(64, 0));
}

void emitSynchronization(FunctionEmitter &e, const Instruction &inst) {
  switch (inst.opcode) {
  case Opcode::Membar:
  case Opcode::Fence:
    return emitFence(e, inst);
  case Opcode::Mbarrier:
    return emitMbarrier(e, inst);
  case Opcode::Griddepcontrol:
    // Grids start when those before them have ended: what is waited for is done and visible.
    if (!inst.has(Modifier::Wait) && !inst.has(Modifier::LaunchDependents))
      e.refuse(inst);
    return;
  default:
    return e.refuse(inst);
  }
}

} // namespace anywarp::codegen
