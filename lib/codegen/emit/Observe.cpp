// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which events an instruction makes: the PTX manual's memory, asynchronous copy and synchronisation
// instructions. passes/checks/ObserveSites.cpp numbers the calls and adds their places.
#include "codegen/emit/Observe.h"

#include "codegen/emit/ModuleEmitter.h"
#include "codegen/emit/matrices/Matrix.h"
#include "exec/ObserveAbi.h"

namespace anywarp::codegen {

using exec::EventKind;
using exec::SiteSpace;
using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

namespace {

SiteSpace siteSpaceOf(StateSpace space) {
  switch (space) {
  case StateSpace::Global:
    return SiteSpace::Global;
  case StateSpace::Shared:
  case StateSpace::SharedCta:
  case StateSpace::SharedCluster:
    return SiteSpace::Shared;
  case StateSpace::Const:
    return SiteSpace::Const;
  case StateSpace::Local:
    return SiteSpace::Local;
  case StateSpace::Param:
  case StateSpace::ParamEntry:
  case StateSpace::ParamFunc:
    return SiteSpace::Param;
  default:
    return SiteSpace::Generic;
  }
}

bool isWholeBarrier(const Instruction &inst) {
  if ((inst.opcode != Opcode::Bar && inst.opcode != Opcode::Barrier) || inst.has(Modifier::Warp) ||
      inst.has(Modifier::Cluster))
    return false;
  const bool isReduction = inst.has(Modifier::Red);
  const size_t id = isReduction ? 1 : 0;
  return inst.operands.size() == id + 1 + isReduction &&
         inst.operands[id].kind == Operand::Integer && inst.operands[id].integer == 0;
}

uint32_t flagsOf(const Instruction &inst, StateSpace space) {
  uint32_t flags = 0;
  auto set = [&](bool is, uint32_t flag) { flags |= is ? flag : 0; };
  const bool isAtomic = inst.opcode == Opcode::Atom || inst.opcode == Opcode::Red;
  set(inst.has(Modifier::Volatile) || inst.has(Modifier::Mmio), exec::SiteVolatile);
  set(isAtomic || inst.has(Modifier::Relaxed) || inst.has(Modifier::Acquire) ||
          inst.has(Modifier::Release) || inst.has(Modifier::AcqRel),
      exec::SiteStrong);
  set(inst.has(Modifier::Acquire) || inst.has(Modifier::AcqRel), exec::SiteAcquire);
  set(inst.has(Modifier::Release) || inst.has(Modifier::AcqRel), exec::SiteRelease);
  set(inst.has(Modifier::Cta), exec::SiteBlockScope);
  set(inst.has(Modifier::Sys), exec::SiteSystemScope);
  set(inst.opcode == Opcode::Bar || inst.has(Modifier::Aligned), exec::SiteAligned);
  set(space == StateSpace::SharedCluster, exec::SiteCluster);
  set(isWholeBarrier(inst), exec::SiteWhole);
  return flags;
}

/// Makes the events of one instruction.
class Events {
public:
  Events(FunctionEmitter &e, const Instruction &inst) : e(e), inst(inst) {}

  FunctionEmitter &e;
  const Instruction &inst;

  void memory(EventKind kind, const Operand &operand, StateSpace space, uint64_t bytes,
              llvm::Value *counted = nullptr, uint32_t used = ~0u, uint32_t moreFlags = 0) {
    const SiteSpace where = siteSpaceOf(space);
    if (!wants(exec::ObserveMemory) || (where == SiteSpace::Param && !isIndexedParam(operand)) ||
        (wants(exec::ObserveInit) && where == SiteSpace::Const))
      return;
    llvm::Value *pointer = e.address(operand, space);
    make(kind, space, counted ? 0 : bytes, used, e.ir.CreatePtrToInt(pointer, e.ir.getInt64Ty()),
         counted, moreFlags);
  }
  /// At a distance from the operand's address.
  void memoryAt(EventKind kind, const Operand &operand, StateSpace space, llvm::Value *offset,
                llvm::Value *bytes) {
    if (!wants(exec::ObserveMemory))
      return;
    llvm::Value *start = e.ir.CreatePtrToInt(e.address(operand, space), e.ir.getInt64Ty());
    make(kind, space, 0, ~0u, e.ir.CreateAdd(start, offset), bytes);
  }
  /// With the value, where races are looked for: to write the same is none.
  void store(StateSpace space, uint64_t bytes) {
    const Operand &stored = inst.operands[1];
    if (wants(exec::ObserveDoubts) && siteSpaceOf(space) != SiteSpace::Param)
      return make(EventKind::Store, space, bytes, ~0u, nullptr, nullptr);
    if (!wants(exec::ObserveSync) || !wants(exec::ObserveMemory) || inst.vector != 1 ||
        stored.kind == Operand::Vector)
      return memory(EventKind::Store, inst.operands[0], space, bytes);
    if (siteSpaceOf(space) == SiteSpace::Param)
      return;
    llvm::Value *pointer = e.address(inst.operands[0], space);
    llvm::Value *value = bytes <= 8 ? e.toBits(e.read(stored, inst.type())) : nullptr;
    make(EventKind::Store, space, bytes, ~0u, e.ir.CreatePtrToInt(pointer, e.ir.getInt64Ty()),
         value);
  }
  /// Of what only the engine takes apart.
  void tensor(EventKind kind, StateSpace space, llvm::Value *a, llvm::Value *b) {
    if (wants(exec::ObserveMemory))
      make(kind, space, 0, ~0u, a, b, exec::SiteTensor);
  }
  void signal(llvm::Value *barrier, llvm::Value *b, uint32_t flags = 0) {
    if (wants(exec::ObserveSync | exec::ObserveEnds))
      make(EventKind::BulkSignal, StateSpace::SharedCluster, 8, ~0u, wordOf(barrier), b, flags);
  }
  /// Where a pointer that the code has made goes to.
  void bulkStore(llvm::Value *to, llvm::Value *bytes) {
    if (wants(exec::ObserveMemory))
      make(EventKind::BulkStore, StateSpace::SharedCluster, 0, ~0u, wordOf(to), bytes);
  }
  void sync(EventKind kind, llvm::Value *a = nullptr, llvm::Value *b = nullptr) {
    if (wants(exec::ObserveSync))
      make(kind, StateSpace::Generic, 0, ~0u, a, b);
  }
  void mbarrier(EventKind kind, const Operand &operand, StateSpace space,
                llvm::Value *b = nullptr) {
    // Who waits there may have to be ended.
    if (!wants(exec::ObserveSync | exec::ObserveEnds) &&
        !(wants(exec::ObserveInit) && kind == EventKind::MbarrierInit))
      return;
    llvm::Value *pointer = e.address(operand, space);
    make(kind, space, 8, ~0u, e.ir.CreatePtrToInt(pointer, e.ir.getInt64Ty()), b);
  }
  /// Initialises memory of which nothing is told.
  void fill(StateSpace space, llvm::Value *address) {
    if (wants(exec::ObserveInit))
      make(EventKind::BulkStore, space, 0, ~0u, address, nullptr);
  }
  void trap() {
    if (wants(exec::ObserveEnds))
      make(EventKind::Trap, StateSpace::Generic, 0, ~0u, nullptr, nullptr);
  }
  void image(EventKind kind, const Operand &address) {
    const bool isRead = inst.opcode == Opcode::Tex || inst.opcode == Opcode::Tld4;
    if (!wants(exec::ObserveMisses))
      return;
    llvm::Value *handle = imageHandleOf(e, address);
    if (!handle)
      return;
    llvm::Value *texel = nullptr;
    if (isRead && inst.has(Modifier::N1d) && inst.types.size() > 1 && inst.type(1) == Type::S32 &&
        address.elements.size() == 1) {
      const Operand &at = address.elements[0];
      texel = e.toBits(e.read(at.kind == Operand::Vector ? at.elements[0] : at, Type::S32));
    }
    if (wants(exec::ObserveSync) && !texel)
      texel = isRead ? placeInTexture(address) : placeInSurface(address);
    const unsigned bytes = ptx::sizeInBits(inst.type()) / 8 * inst.vector;
    make(kind, StateSpace::Generic, bytes, ~0u, handle, texel);
  }
  llvm::Value *number(size_t operand, uint64_t otherwise) {
    if (operand >= inst.operands.size())
      return e.constant(64, otherwise);
    return e.read(inst.operands[operand], Type::U32);
  }

private:
  using Words = llvm::SmallVector<Operand, 4>;
  /// The coordinates; none: a form that is not known.
  static Words coordinatesOf(const Operand &address) {
    if (address.elements.size() != 1)
      return {};
    const Operand &at = address.elements[0];
    return at.kind == Operand::Vector ? Words(at.elements.begin(), at.elements.end()) : Words{at};
  }
  /// Of a texture with one or two coordinates; null: another.
  llvm::Value *placeInTexture(const Operand &address) {
    const Words words = coordinatesOf(address);
    const bool isPlane = inst.has(Modifier::N2d);
    if ((!isPlane && !inst.has(Modifier::N1d)) || words.size() < 1 + isPlane ||
        inst.types.size() < 2)
      return nullptr;
    auto word = [&](size_t index) {
      llvm::Value *bits = e.toBits(e.read(words[index], inst.type(1)));
      return e.ir.CreateZExt(bits, e.intType(64));
    };
    return isPlane ? e.ir.CreateOr(word(0), e.ir.CreateShl(word(1), 32)) : word(0);
  }
  /// As an ImagePlace; null: a form that is not known.
  llvm::Value *placeInSurface(const Operand &address) {
    using Place = exec::ImagePlace;
    const Words words = coordinatesOf(address);
    if (words.empty())
      return nullptr;
    auto field = [&](size_t index, uint64_t mask, unsigned shift) -> llvm::Value * {
      llvm::Value *word = e.toBits(e.read(words[index], Type::S32));
      word = e.ir.CreateAnd(e.ir.CreateZExt(word, e.intType(64)), e.constant(64, mask));
      return e.ir.CreateShl(word, shift);
    };
    constexpr unsigned kZ = Place::kXBits + Place::kYBits;
    const bool isLayered = inst.has(Modifier::A1d) || inst.has(Modifier::A2d);
    const size_t x = isLayered, y = x + 1, z = isLayered ? 0 : 2;
    const bool hasY = !inst.has(Modifier::N1d) && !inst.has(Modifier::A1d);
    if (words.size() <= (hasY ? y : x) || (inst.has(Modifier::N3d) && words.size() <= z))
      return nullptr;
    llvm::Value *place = field(x, Place::kXMask, 0);
    if (hasY)
      place = e.ir.CreateOr(place, field(y, Place::kYMask, Place::kXBits));
    if (isLayered || inst.has(Modifier::N3d))
      place = e.ir.CreateOr(place, field(z, Place::kYMask, kZ));
    return place;
  }
  /// Of the kernel's parameters, at an address that only the thread knows.
  bool isIndexedParam(const Operand &operand) const {
    return wants(exec::ObserveEnds) && e.source.isEntry && operand.hasRegister;
  }
  bool wants(uint32_t what) const { return e.module.options.observe & what; }
  llvm::Value *wordOf(llvm::Value *pointer) {
    return e.ir.CreatePtrToInt(pointer, e.ir.getInt64Ty());
  }

  void make(EventKind kind, StateSpace space, uint64_t bytes, uint32_t used, llvm::Value *a,
            llvm::Value *b, uint32_t moreFlags = 0) {
    auto word = [&](llvm::Value *value) {
      return value ? e.ir.CreateZExt(value, e.intType(64)) : e.constant(64, 0);
    };
    uint32_t flags = flagsOf(inst, space) | moreFlags;
    if (kind == EventKind::BulkAtomic) // relaxed, element by element
      flags |= exec::SiteStrong;
    if (kind <= EventKind::BulkAtomic && wants(exec::ObserveSync))
      flags |= exec::SiteByLimit;
    std::string text = std::to_string(uint32_t(kind)) + '\t' +
                       std::to_string(uint32_t(siteSpaceOf(space))) + '\t' + std::to_string(bytes) +
                       '\t' + std::to_string(flags) + "\t0\t" + std::to_string(exec::kWholeWindow) +
                       '\t' + std::to_string(used) + '\t' + std::to_string(inst.loc.line) + '\t' +
                       FunctionEmitter::spell(inst);
    llvm::LLVMContext &context = e.ir.getContext();
    llvm::NamedMDNode *sites = e.module.module().getOrInsertNamedMetadata(kSitesMetadata);
    llvm::Value *site = e.constant(32, sites->getNumOperands());
    sites->addOperand(llvm::MDNode::get(context, llvm::MDString::get(context, text)));
    // Another event of the kind elsewhere is another site: the calls must not be merged.
    e.call(Intrinsic::Observe, {site, word(a), word(b)})->addFnAttr(llvm::Attribute::NoMerge);
  }
};

unsigned occurrences(const Operand &operand, ptx::RegisterId reg) {
  unsigned count = 0;
  visitOperand(operand, [&](const Operand &o) {
    count += (o.kind == Operand::Register || o.hasRegister) && o.reg == reg;
  });
  return count;
}

/// The bytes of a vector load whose registers anything else in the function names.
uint32_t usedBytes(const FunctionEmitter &e, const Instruction &load, unsigned size) {
  const Operand &target = load.operands[0];
  if (target.kind != Operand::Vector || size * target.elements.size() > 32)
    return ~0u;
  uint32_t used = 0;
  for (size_t i = 0; i < target.elements.size(); ++i) {
    const Operand &element = target.elements[i];
    if (element.kind != Operand::Register)
      continue;
    unsigned count = 0;
    for (const Instruction &inst : e.source.body)
      for (const Operand &operand : inst.operands)
        count += occurrences(operand, element.reg);
    if (count > 1)
      used |= uint32_t((uint64_t(1) << size) - 1) << (i * size);
  }
  return used;
}

/// The only use of what a plain load fills, where that is a store; else null.
const Instruction *storeOf(const FunctionEmitter &e, const Instruction &load) {
  constexpr ptrdiff_t kNear = 64; // instructions, so that few loads ask the whole function
  const ptx::RegisterId target = load.operands[0].reg;
  const Instruction *end = e.source.body.data() + e.source.body.size();
  const Instruction *last = &load + std::min(kNear, end - &load);
  const Instruction *store = std::find_if(&load, last, [&](const Instruction &inst) {
    return inst.opcode == Opcode::St && inst.operands.size() > 1 &&
           inst.operands[1].kind == Operand::Register && inst.operands[1].reg == target &&
           ptx::sizeInBits(inst.type()) == ptx::sizeInBits(load.type());
  });
  if (store == last)
    return nullptr;
  unsigned count = 0;
  for (const Instruction &inst : e.source.body)
    for (const Operand &operand : inst.operands)
      count += occurrences(operand, target);
  return count == 2 ? store : nullptr;
}

/// A word of a structure that is copied, word by word: there are others beside it, here and where
/// it is stored. What such a word holds beside members need not be initialised.
bool isOfCopiedStructure(const FunctionEmitter &e, const Instruction &load) {
  constexpr ptrdiff_t kNear = 16; // instructions
  auto isWord = [](const Instruction &inst) {
    return inst.opcode == Opcode::Ld && inst.vector == 1 && inst.operands.size() == 2 &&
           inst.operands[0].kind == Operand::Register && inst.operands[1].hasRegister &&
           ptx::sizeInBits(inst.type()) >= 32 && !ptx::isFloat(inst.type());
  };
  if (!isWord(load))
    return false;
  const Instruction *begin = e.source.body.data(), *end = begin + e.source.body.size();
  if (&load < begin || &load >= end)
    return false;
  const Instruction *store = nullptr;
  for (const Instruction *other = &load - std::min(kNear, &load - begin),
                         *last = &load + std::min(kNear, end - &load);
       other != last; ++other) {
    const Operand &from = load.operands[1],
                  &beside = other->operands.size() > 1 ? other->operands[1] : from;
    const int64_t distance = beside.integer - from.integer;
    if (other == &load || !isWord(*other) || beside.reg != from.reg ||
        std::abs(distance) != ptx::sizeInBits(load.type()) / 8)
      continue;
    store = store ? store : storeOf(e, load);
    const Instruction *storeBeside = store ? storeOf(e, *other) : nullptr;
    if (storeBeside && storeBeside->operands[0].reg == store->operands[0].reg &&
        storeBeside->operands[0].integer - store->operands[0].integer == distance)
      return true;
  }
  return false;
}

/// A load of the thread's own memory whose value is only chosen or not: where it is not chosen, the
/// source may not have it at all, as compilers load ahead what cannot fault.
bool isLoadedAhead(const FunctionEmitter &e, const Instruction &load) {
  if (load.space != StateSpace::Local)
    return false;
  bool isChosen = false;
  auto isOnlyChosen = [&](const Operand &target) {
    if (target.kind != Operand::Register)
      return false;
    for (const Instruction &inst : e.source.body)
      for (size_t i = 0; i < inst.operands.size(); ++i) {
        if (&inst == &load && i == 0)
          continue;
        if (!occurrences(inst.operands[i], target.reg))
          continue;
        if (inst.opcode != Opcode::Selp || i == 0 || i > 2)
          return false;
        isChosen = true;
      }
    return true;
  };
  const Operand &target = load.operands[0];
  const bool isAll = target.kind == Operand::Vector ? llvm::all_of(target.elements, isOnlyChosen)
                                                    : isOnlyChosen(target);
  return isAll && isChosen;
}

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
