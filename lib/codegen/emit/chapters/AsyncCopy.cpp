// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asynchronous copies. They are done at once by the thread that asks: that is one of the allowed
// orders, and makes every group complete when it is committed.
#include <array>

#include "codegen/emit/Observe.h"
#include "codegen/emit/chapters/Atomic.h"
#include "codegen/emit/chapters/Mbarrier.h"
#include "codegen/emit/chapters/Multicast.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

namespace {

struct Place {
  llvm::Value *pointer;
  StateSpace space;
};

llvm::Value *loadAt(FunctionEmitter &e, const Place &place, unsigned bits, llvm::Align align) {
  llvm::LoadInst *load = e.ir.CreateAlignedLoad(e.intType(bits), place.pointer, align);
  e.setAliasScope(*load, place.space);
  return load;
}

void storeAt(FunctionEmitter &e, const Place &place, llvm::Value *value, llvm::Align align) {
  e.setAliasScope(*e.ir.CreateAlignedStore(value, place.pointer, align), place.space);
}

/// for (i = 0; i < count; i += step) body(i), all i64.
template <typename Body>
void countedLoop(FunctionEmitter &e, llvm::Value *count, uint64_t step, Body body) {
  llvm::BasicBlock *before = e.ir.GetInsertBlock();
  llvm::BasicBlock *test = e.newBlock("copy.test"), *loop = e.newBlock("copy"),
                   *done = e.newBlock("copied");
  e.fallInto(test);
  llvm::PHINode *i = e.ir.CreatePHI(e.intType(64), 2);
  i->addIncoming(e.constant(64, 0), before);
  e.ir.CreateCondBr(e.ir.CreateICmpULT(i, count), loop, done);
  e.fallInto(loop);
  body(i);
  i->addIncoming(e.ir.CreateAdd(i, e.constant(64, step)), e.ir.GetInsertBlock());
  e.ir.CreateBr(test);
  e.fallInto(done);
}

Place at(FunctionEmitter &e, const Place &place, llvm::Value *offset) {
  return {e.ir.CreatePtrAdd(place.pointer, offset), place.space};
}

/// cp.async: [dst], [src], size {, bytes used | ignore-src} {, cache policy}
void emitCopy(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  if (ops.size() < 3 || ops[2].kind != Operand::Integer || inst.extraSpaces.empty())
    return e.refuse(inst);
  int64_t size = ops[2].integer;
  if (size != 4 && size != 8 && size != 16)
    return e.refuse(inst);
  Place to{e.address(ops[0], inst.space), inst.space};
  Place from{e.address(ops[1], inst.extraSpaces[0]), inst.extraSpaces[0]};
  unsigned unit = size == 4 ? 32 : 64;
  llvm::Align align{uint64_t(size)};
  auto eachUnit = [&](auto value) {
    for (int64_t i = 0; i < size; i += unit / 8) {
      Place target{e.advance(to.pointer, i), to.space};
      storeAt(e, target, value(i), llvm::commonAlignment(align, uint64_t(i)));
    }
  };
  auto copyAll = [&] {
    eachUnit([&](int64_t i) {
      Place source{e.advance(from.pointer, i), from.space};
      return loadAt(e, source, unit, llvm::commonAlignment(align, uint64_t(i)));
    });
  };
  auto clearAll = [&] { eachUnit([&](int64_t) { return e.constant(unit, 0); }); };
  if (ops.size() < 4 || inst.has(Modifier::L2CacheHint)) {
    // With a cache hint, a fourth operand is the policy unless a fifth is there.
    if (ops.size() < 5) {
      copyAll();
      return;
    }
  }
  if (e.declaredType(ops[3]) == Type::Pred) {
    llvm::Value *ignore = e.readPredicate(ops[3]);
    e.emitIf(ignore, clearAll);
    e.emitIf(e.ir.CreateNot(ignore), copyAll);
    return;
  }
  // Bytes beyond the used ones become zero; memory behind them is not touched.
  llvm::Value *used = e.read(ops[3], Type::U32);
  llvm::Value *isWhole = e.ir.CreateICmpUGE(used, e.constant(32, uint64_t(size)));
  e.emitIf(isWhole, copyAll);
  e.emitIf(e.ir.CreateNot(isWhole), [&] {
    clearAll();
    countedLoop(e, e.ir.CreateZExt(used, e.intType(64)), 1, [&](llvm::Value *i) {
      storeAt(e, at(e, to, i), loadAt(e, at(e, from, i), 8, llvm::Align(1)), llvm::Align(1));
    });
  });
}

/// What a bulk operation reports when its bytes have arrived.
void completeBulk(FunctionEmitter &e, const Instruction &inst, const Operand &barrier,
                  llvm::Value *bytes) {
  Mbarrier{e, e.address(barrier, StateSpace::SharedCluster), StateSpace::Shared}.completeBytes(
      bytes);
}

/// cp.async.bulk and cp.reduce.async.bulk: [dst], [src], size {, [mbarrier]}
void emitBulk(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  if (inst.has(Modifier::CommitGroup) || inst.has(Modifier::WaitGroup) ||
      inst.has(Modifier::Prefetch))
    return;
  if (inst.has(Modifier::Tensor) || inst.has(Modifier::CpMask) || inst.extraSpaces.empty() ||
      ops.size() < 3)
    return e.refuse(inst);
  const bool isMulticast = inst.has(Modifier::MulticastCluster);
  if (isMulticast && ops.size() < 5)
    return e.refuse(inst);
  Place to{e.address(ops[0], inst.space), inst.space};
  Place from{e.address(ops[1], inst.extraSpaces[0]), inst.extraSpaces[0]};
  llvm::Value *size = e.ir.CreateZExt(e.read(ops[2], Type::U32), e.intType(64));
  if (inst.has(Modifier::Reduce)) {
    Type type = inst.type();
    unsigned bits = ptx::sizeInBits(type);
    if (bits < 16)
      return e.refuse(inst);
    bool isKnown = true;
    countedLoop(e, size, bits / 8, [&](llvm::Value *i) {
      llvm::Value *value = loadAt(e, at(e, from, i), bits, llvm::Align(bits / 8));
      value = e.fromBits(value, atomicValueType(type));
      if (!emitAtomicUpdate(e, inst, at(e, to, i).pointer, to.space, value))
        isKnown = false;
    });
    if (!isKnown)
      return e.refuse(inst);
  } else {
    auto copyTo = [&](Place place) {
      countedLoop(e, size, 8, [&](llvm::Value *i) {
        storeAt(e, at(e, place, i), loadAt(e, at(e, from, i), 64, llvm::Align(8)), llvm::Align(8));
      });
    };
    if (isMulticast) {
      llvm::Value *barrier = e.address(ops[3], StateSpace::SharedCluster);
      forEachDestination(e, e.read(ops[4], Type::U16), {to.pointer, barrier},
                         [&](llvm::ArrayRef<llvm::Value *> there) {
                           observeMulticast(e, inst, there[0], there[1], size);
                           copyTo({there[0], StateSpace::Shared});
                           Mbarrier{e, there[1], StateSpace::Shared}.completeBytes(size);
                         });
      return;
    }
    copyTo(to);
  }
  if (inst.has(Modifier::MbarrierCompleteTxBytes)) {
    if (ops.size() < 4)
      return e.poison(inst, "bulk copy without its mbarrier");
    completeBulk(e, inst, ops[3], size);
  }
}

/// cp.async.mbarrier.arrive: all copies so far are done, so this is an arrival; without .noinc the
/// arrival is one that it has added itself, which changes nothing.
void emitCopyArrive(FunctionEmitter &e, const Instruction &inst) {
  if (inst.has(Modifier::Noinc)) {
    Mbarrier barrier{e, e.address(inst.operands[0], inst.space), inst.space};
    barrier.arrive(e.constant(64, 1), /*drop=*/false, nullptr, /*mayComplete=*/true);
  }
}

/// st.async: [addr], value, [mbarrier]
void emitStoreAsync(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  Type type = atomicValueType(inst.type());
  unsigned bits = ptx::sizeInBits(type);
  if (ops.size() < 3 || bits < 32)
    return e.refuse(inst);
  bool isVector = ops[1].kind == Operand::Vector;
  if (isVector ? ops[1].elements.size() != inst.vector : inst.vector != 1)
    return e.refuse(inst);
  Place to{e.address(ops[0], StateSpace::SharedCluster), StateSpace::Shared};
  for (unsigned i = 0; i < inst.vector; ++i) {
    Place part{e.advance(to.pointer, i * bits / 8), to.space};
    storeAt(e, part, e.toBits(e.read(isVector ? ops[1].elements[i] : ops[1], type)),
            llvm::Align(bits / 8));
  }
  completeBulk(e, inst, ops[2], e.constant(64, inst.vector * bits / 8));
}

} // namespace

void emitAsyncCopy(FunctionEmitter &e, const Instruction &inst) {
  if (inst.opcode == Opcode::St)
    return inst.has(Modifier::Async) && inst.has(Modifier::MbarrierCompleteTxBytes)
               ? emitStoreAsync(e, inst)
               : e.refuse(inst);
  if (inst.opcode != Opcode::Cp)
    return e.refuse(inst);
  if (inst.has(Modifier::Bulk))
    return emitBulk(e, inst);
  if (inst.has(Modifier::CommitGroup) || inst.has(Modifier::WaitGroup) ||
      inst.has(Modifier::WaitAll))
    return;
  if (inst.has(Modifier::Mbarrier) && inst.has(Modifier::Arrive))
    return emitCopyArrive(e, inst);
  return inst.has(Modifier::Async) ? emitCopy(e, inst) : e.refuse(inst);
}

} // namespace anywarp::codegen
