// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which events an instruction makes: the PTX manual's memory, asynchronous copy and synchronisation
// instructions. passes/checks/ObserveSites.cpp numbers the calls and adds their places.
#include "codegen/emit/Observe.h"

#include "codegen/emit/ModuleEmitter.h"
#include "codegen/emit/ObserveEvents.h"
#include "codegen/emit/ObserveLoads.h"
#include "codegen/emit/matrices/Matrix.h"

namespace anywarp::codegen {

using exec::EventKind;
using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

namespace {

void observeAsyncCopy(Events &events) {
  const Instruction &inst = events.inst;
  FunctionEmitter &e = events.e;
  const auto &ops = inst.operands;
  if (inst.has(Modifier::Bulk)) {
    if (inst.has(Modifier::CommitGroup))
      return events.sync(EventKind::BulkCommit);
    if (inst.has(Modifier::Tensor) || inst.has(Modifier::Prefetch) || inst.extraSpaces.empty() ||
        ops.size() < 3)
      return;
    llvm::Value *bytes = e.read(ops[2], Type::U32);
    events.memory(EventKind::BulkLoad, ops[1], inst.extraSpaces[0], 0, bytes);
    if (inst.has(Modifier::MulticastCluster))
      return; // told for each block
    events.memory(inst.has(Modifier::Reduce) ? EventKind::BulkAtomic : EventKind::BulkStore, ops[0],
                  inst.space, 0, bytes);
    if (inst.has(Modifier::MbarrierCompleteTxBytes) && ops.size() > 3)
      events.mbarrier(EventKind::BulkSignal, ops[3], StateSpace::SharedCluster, bytes);
    return;
  }
  if (inst.has(Modifier::CommitGroup))
    return events.sync(EventKind::CopyCommit);
  if (inst.has(Modifier::Mbarrier) && inst.has(Modifier::Arrive)) {
    if (!ops.empty())
      events.mbarrier(EventKind::CopyArrive, ops[0], inst.space);
    return;
  }
  if (!inst.has(Modifier::Async) || inst.has(Modifier::WaitGroup) || inst.has(Modifier::WaitAll) ||
      ops.size() < 3 || ops[2].kind != Operand::Integer || inst.extraSpaces.empty())
    return;
  const uint64_t size = uint64_t(ops[2].integer);
  llvm::Value *used = nullptr;
  if (ops.size() > 4 || (ops.size() == 4 && !inst.has(Modifier::L2CacheHint))) {
    if (e.declaredType(ops[3]) == Type::Pred)
      used = e.ir.CreateSelect(e.readPredicate(ops[3]), e.constant(32, 0), e.constant(32, size));
    else
      used = e.binary(llvm::Intrinsic::umin, e.read(ops[3], Type::U32), e.constant(32, size));
  }
  events.memory(EventKind::CopyLoad, ops[1], inst.extraSpaces[0], size, used);
  events.memory(EventKind::CopyStore, ops[0], inst.space, size);
}

/// st.async and red.async: an mbarrier beside the target counts their bytes.
void observeAsyncStore(Events &events, EventKind kind, uint64_t bytes) {
  const auto &ops = events.inst.operands;
  if (ops.size() < 3)
    return;
  events.memory(kind, ops[0], StateSpace::SharedCluster, bytes);
  events.mbarrier(EventKind::BulkSignal, ops[2], StateSpace::SharedCluster,
                  events.e.constant(64, bytes));
}

void observeMbarrier(Events &events) {
  const Instruction &inst = events.inst;
  const auto &ops = inst.operands;
  const StateSpace space = inst.space;
  auto at = [&](size_t index, EventKind kind, llvm::Value *b = nullptr) {
    if (index < ops.size())
      events.mbarrier(kind, ops[index], space, b);
  };
  if (inst.has(Modifier::Init))
    return at(0, EventKind::MbarrierInit, events.number(1, 1));
  if (inst.has(Modifier::Inval))
    return at(0, EventKind::MbarrierInval);
  if (inst.has(Modifier::Arrive) || inst.has(Modifier::ArriveDrop))
    return at(1, EventKind::MbarrierArrive,
              inst.has(Modifier::ExpectTx) ? nullptr : events.number(2, 1));
  if (inst.has(Modifier::ExpectTx) || inst.has(Modifier::CompleteTx))
    return at(0, EventKind::MbarrierExpect, events.number(1, 0));
  if (inst.has(Modifier::TestWait) || inst.has(Modifier::TryWait))
    return at(1, EventKind::MbarrierWait);
}

void observeBarrier(Events &events) {
  const Instruction &inst = events.inst;
  const auto &ops = inst.operands;
  if (inst.has(Modifier::Cluster))
    return events.sync(inst.has(Modifier::Arrive) ? EventKind::ClusterArrive
                                                  : EventKind::ClusterWait);
  if (ops.empty())
    return;
  if (inst.has(Modifier::Warp))
    return events.sync(EventKind::WarpSync, events.number(0, 0));
  const bool isReduction = inst.has(Modifier::Red);
  const size_t id = isReduction ? 1 : 0, count = ops.size() > id + 1 + isReduction ? id + 1 : 99;
  events.sync(inst.has(Modifier::Arrive) ? EventKind::BarrierArrive : EventKind::BarrierSync,
              events.number(id, 0), events.number(count, 0));
}

/// The member mask of an instruction with .sync.
void observeExchange(Events &events) {
  const Instruction &inst = events.inst;
  if (!inst.has(Modifier::Sync) || inst.operands.empty() ||
      events.e.module.options.observe & exec::ObserveMisses) // races take no notice of them
    return;
  events.sync(EventKind::WarpExchange, events.number(inst.operands.size() - 1, 0));
}

/// Rows of 16 bytes whose addresses the first lanes hold.
void observeMatrixMove(Events &events, bool stores) {
  const Instruction &inst = events.inst;
  FunctionEmitter &e = events.e;
  if (inst.operands.size() < 2)
    return;
  const uint64_t matrices = inst.has(Modifier::X4) ? 4 : inst.has(Modifier::X2) ? 2 : 1;
  llvm::Value *isRow = e.ir.CreateICmpULT(e.call(Intrinsic::LaneId), e.constant(32, 8 * matrices));
  llvm::Value *bytes = e.ir.CreateSelect(isRow, e.constant(32, 16), e.constant(32, 0));
  events.memory(stores ? EventKind::Store : EventKind::Load, inst.operands[stores ? 0 : 1],
                inst.space, 0, bytes);
}

/// wmma.load and wmma.store: lines of a matrix, one for each of the first lanes.
void observeFragment(Events &events) {
  const Instruction &inst = events.inst;
  FunctionEmitter &e = events.e;
  const bool stores = inst.has(Modifier::Store);
  const std::optional<MatrixShape> shape = matrixShapeOf(inst);
  if ((!stores && !inst.has(Modifier::Load)) || inst.operands.size() < 2 || !shape)
    return;
  const bool isA = inst.has(Modifier::A), isB = inst.has(Modifier::B);
  unsigned rows = isB ? shape->k : shape->m, columns = isA ? shape->k : shape->n;
  if (!inst.has(Modifier::Row))
    std::swap(rows, columns);
  const unsigned bits = inst.type() == Type::TF32 ? 32 : ptx::sizeInBits(inst.type());
  llvm::Value *line = e.call(Intrinsic::LaneId);
  llvm::Value *bytes = e.ir.CreateSelect(e.ir.CreateICmpULT(line, e.constant(32, rows)),
                                         e.constant(32, columns * bits / 8), e.constant(32, 0));
  llvm::Value *stride = inst.operands.size() > 2
                            ? e.ir.CreateSExt(e.read(inst.operands[2], Type::S32), e.intType(64))
                            : e.constant(64, columns);
  llvm::Value *offset = e.ir.CreateMul(e.ir.CreateZExt(line, e.intType(64)), stride);
  offset = e.ir.CreateUDiv(e.ir.CreateMul(offset, e.constant(64, bits)), e.constant(64, 8));
  events.memoryAt(stores ? EventKind::Store : EventKind::Load, inst.operands[stores ? 0 : 1],
                  inst.space, offset, bytes);
}

/// A function of the runtime, which may write to variables of its caller.
void observeCall(Events &events) {
  FunctionEmitter &e = events.e;
  const Operand *callee = CallParts::of(events.inst).callee;
  const ptx::Function *function =
      callee && callee->kind == Operand::Symbol ? e.module.findFunction(callee->name) : nullptr;
  constexpr std::string_view kOthers[] = {"vprintf", "malloc", "free", "__assertfail"};
  if (function && !function->isDefined && !function->params.empty() &&
      std::find(std::begin(kOthers), std::end(kOthers), function->name) == std::end(kOthers))
    events.fill(StateSpace::Local, nullptr);
}

} // namespace

void observeTensorCopy(FunctionEmitter &e, const Instruction &inst, exec::TensorOp op,
                       llvm::Value *operands, llvm::Value *barrier) {
  if (!e.module.options.observe)
    return;
  Events events(e, inst);
  const bool isLoad = op.kind == exec::TensorOp::Load;
  llvm::Value *what = e.constant(64, op.bits());
  events.tensor(EventKind::BulkLoad, isLoad ? StateSpace::Global : StateSpace::SharedCta, operands,
                what);
  events.tensor(op.kind == exec::TensorOp::Reduce ? EventKind::BulkAtomic : EventKind::BulkStore,
                isLoad ? StateSpace::SharedCluster : StateSpace::Global, operands, what);
  if (barrier)
    events.signal(barrier, operands, exec::SiteTensor);
}

void observeMulticast(FunctionEmitter &e, const Instruction &inst, llvm::Value *to,
                      llvm::Value *barrier, llvm::Value *bytes) {
  if (!e.module.options.observe)
    return;
  Events events(e, inst);
  events.bulkStore(to, bytes);
  events.signal(barrier, bytes);
}

void observeBefore(FunctionEmitter &e, const Instruction &inst) {
  if (!e.module.options.observe)
    return;
  Events events(e, inst);
  const auto &ops = inst.operands;
  const unsigned size = (ptx::sizeInBits(inst.type()) + 7) / 8;
  const uint64_t bytes = uint64_t(size) * inst.vector;
  switch (inst.opcode) {
  case Opcode::Ld:
  case Opcode::Ldu:
    if (ops.size() > 1 && !(e.module.options.observe & exec::ObserveInit && isLoadedAhead(e, inst)))
      events.memory(EventKind::Load, ops[1], inst.space, bytes, nullptr, usedBytes(e, inst, size),
                    e.module.options.observe & exec::ObserveInit && isOfCopiedStructure(e, inst)
                        ? exec::SiteStructure
                        : 0);
    return;
  case Opcode::St:
    if (inst.has(Modifier::Async))
      return observeAsyncStore(events, EventKind::BulkStore, bytes);
    if (!inst.has(Modifier::Bulk) && ops.size() > 1)
      events.store(inst.space, bytes);
    return;
  case Opcode::Atom:
    if (ops.size() > 1)
      events.memory(EventKind::Atomic, ops[1], inst.space, bytes);
    return;
  case Opcode::Red:
    if (inst.has(Modifier::Async))
      return observeAsyncStore(events, EventKind::BulkAtomic, bytes);
    if (!ops.empty())
      events.memory(EventKind::Atomic, ops[0], inst.space, bytes);
    return;
  case Opcode::Call:
    return observeCall(events);
  case Opcode::Cp:
    return observeAsyncCopy(events);
  case Opcode::Mbarrier:
    return observeMbarrier(events);
  case Opcode::Bar:
  case Opcode::Barrier:
    return observeBarrier(events);
  case Opcode::Shfl:
  case Opcode::Vote:
  case Opcode::Match:
  case Opcode::Redux:
  case Opcode::Elect:
    return observeExchange(events);
  case Opcode::Ldmatrix:
  case Opcode::Stmatrix:
    return observeMatrixMove(events, inst.opcode == Opcode::Stmatrix);
  case Opcode::Tex:
  case Opcode::Tld4:
  case Opcode::Suld:
    if (ops.size() > 1)
      events.image(EventKind::ImageLoad, ops[1]);
    return;
  case Opcode::Sust:
  case Opcode::Sured:
    if (!ops.empty())
      events.image(EventKind::ImageStore, ops[0]);
    return;
  case Opcode::Wmma:
    return observeFragment(events);
  case Opcode::Fence:
  case Opcode::Membar:
  case Opcode::Griddepcontrol:
    return events.sync(EventKind::Fence);
  case Opcode::Ret:
    return e.source.isEntry ? events.sync(EventKind::ThreadExit) : void();
  case Opcode::Exit:
    return events.sync(EventKind::ThreadExit);
  case Opcode::Trap:
    return events.trap();
  default:
    return;
  }
}

/// Races are found in one order. Who arrives and goes on would run far ahead of who waits for it,
/// and what the others read would always come after all that it writes.
static void letOthersCome(FunctionEmitter &e) {
  constexpr uint32_t kRaces = exec::ObserveMemory | exec::ObserveSync;
  if ((e.module.options.observe & kRaces) == kRaces)
    e.call(Intrinsic::Yield);
}

void observeBehind(FunctionEmitter &e, const Instruction &inst) {
  if (!(e.module.options.observe & exec::ObserveSync))
    return;
  Events events(e, inst);
  const auto &ops = inst.operands;
  switch (inst.opcode) {
  case Opcode::Bar:
  case Opcode::Barrier:
    if (inst.has(Modifier::Arrive) || ops.empty()) {
      if (inst.has(Modifier::Cluster) && inst.has(Modifier::Wait))
        events.sync(EventKind::ClusterLeave);
      else if (!inst.has(Modifier::Cluster))
        letOthersCome(e);
      return;
    }
    if (inst.has(Modifier::Warp))
      return events.sync(EventKind::WarpLeave, events.number(0, 0));
    return events.sync(EventKind::BarrierLeave, events.number(inst.has(Modifier::Red) ? 1 : 0, 0));
  case Opcode::Mbarrier:
    if ((inst.has(Modifier::TestWait) || inst.has(Modifier::TryWait)) && ops.size() > 1)
      events.mbarrier(EventKind::MbarrierPassed, ops[1], inst.space, e.readPredicate(ops[0]));
    if (inst.has(Modifier::Arrive) || inst.has(Modifier::ArriveDrop))
      letOthersCome(e);
    return;
  case Opcode::Cp:
    if (inst.has(Modifier::WaitGroup))
      events.sync(inst.has(Modifier::Bulk) ? EventKind::BulkWait : EventKind::CopyWait,
                  events.number(0, 0));
    else if (inst.has(Modifier::WaitAll))
      events.sync(EventKind::CopyWait, e.constant(64, 0));
    return;
  default:
    return;
  }
}

} // namespace anywarp::codegen
