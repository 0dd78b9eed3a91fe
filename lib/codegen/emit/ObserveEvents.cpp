// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Makes the calls of @aw.observe, and the line of each that says what and where it is.
#include "codegen/emit/ObserveEvents.h"

#include "codegen/emit/ModuleEmitter.h"
#include "codegen/emit/Observe.h"

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

} // namespace

bool Events::wants(uint32_t what) const { return e.module.options.observe & what; }

void Events::memory(EventKind kind, const Operand &operand, StateSpace space, uint64_t bytes,
                    llvm::Value *counted, uint32_t used, uint32_t moreFlags) {
  const SiteSpace where = siteSpaceOf(space);
  if (!wants(exec::ObserveMemory) || (where == SiteSpace::Param && !isIndexedParam(operand)) ||
      (wants(exec::ObserveInit) && where == SiteSpace::Const))
    return;
  llvm::Value *pointer = e.address(operand, space);
  make(kind, space, counted ? 0 : bytes, used, e.ir.CreatePtrToInt(pointer, e.ir.getInt64Ty()),
       counted, moreFlags);
}

void Events::memoryAt(EventKind kind, const Operand &operand, StateSpace space, llvm::Value *offset,
                      llvm::Value *bytes) {
  if (!wants(exec::ObserveMemory))
    return;
  llvm::Value *start = e.ir.CreatePtrToInt(e.address(operand, space), e.ir.getInt64Ty());
  make(kind, space, 0, ~0u, e.ir.CreateAdd(start, offset), bytes);
}

void Events::store(StateSpace space, uint64_t bytes) {
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
  make(EventKind::Store, space, bytes, ~0u, e.ir.CreatePtrToInt(pointer, e.ir.getInt64Ty()), value);
}

void Events::tensor(EventKind kind, StateSpace space, llvm::Value *a, llvm::Value *b) {
  if (wants(exec::ObserveMemory))
    make(kind, space, 0, ~0u, a, b, exec::SiteTensor);
}

void Events::signal(llvm::Value *barrier, llvm::Value *b, uint32_t flags) {
  if (wants(exec::ObserveSync | exec::ObserveEnds))
    make(EventKind::BulkSignal, StateSpace::SharedCluster, 8, ~0u, wordOf(barrier), b, flags);
}

void Events::bulkStore(llvm::Value *to, llvm::Value *bytes) {
  if (wants(exec::ObserveMemory))
    make(EventKind::BulkStore, StateSpace::SharedCluster, 0, ~0u, wordOf(to), bytes);
}

void Events::sync(EventKind kind, llvm::Value *a, llvm::Value *b) {
  if (wants(exec::ObserveSync))
    make(kind, StateSpace::Generic, 0, ~0u, a, b);
}

void Events::mbarrier(EventKind kind, const Operand &operand, StateSpace space, llvm::Value *b) {
  // Who waits there may have to be ended.
  if (!wants(exec::ObserveSync | exec::ObserveEnds) &&
      !(wants(exec::ObserveInit) && kind == EventKind::MbarrierInit))
    return;
  llvm::Value *pointer = e.address(operand, space);
  make(kind, space, 8, ~0u, e.ir.CreatePtrToInt(pointer, e.ir.getInt64Ty()), b);
}

void Events::fill(StateSpace space, llvm::Value *address) {
  if (wants(exec::ObserveInit))
    make(EventKind::BulkStore, space, 0, ~0u, address, nullptr);
}

void Events::trap() {
  if (wants(exec::ObserveEnds))
    make(EventKind::Trap, StateSpace::Generic, 0, ~0u, nullptr, nullptr);
}

void Events::image(EventKind kind, const Operand &address) {
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

llvm::Value *Events::number(size_t operand, uint64_t otherwise) {
  if (operand >= inst.operands.size())
    return e.constant(64, otherwise);
  return e.read(inst.operands[operand], Type::U32);
}

Events::Words Events::coordinatesOf(const Operand &address) {
  if (address.elements.size() != 1)
    return {};
  const Operand &at = address.elements[0];
  return at.kind == Operand::Vector ? Words(at.elements.begin(), at.elements.end()) : Words{at};
}

llvm::Value *Events::placeInTexture(const Operand &address) {
  const Words words = coordinatesOf(address);
  const bool isPlane = inst.has(Modifier::N2d);
  if ((!isPlane && !inst.has(Modifier::N1d)) || words.size() < 1 + isPlane || inst.types.size() < 2)
    return nullptr;
  auto word = [&](size_t index) {
    llvm::Value *bits = e.toBits(e.read(words[index], inst.type(1)));
    return e.ir.CreateZExt(bits, e.intType(64));
  };
  return isPlane ? e.ir.CreateOr(word(0), e.ir.CreateShl(word(1), 32)) : word(0);
}

llvm::Value *Events::placeInSurface(const Operand &address) {
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

bool Events::isIndexedParam(const Operand &operand) const {
  return wants(exec::ObserveEnds) && e.source.isEntry && operand.hasRegister;
}

llvm::Value *Events::wordOf(llvm::Value *pointer) {
  return e.ir.CreatePtrToInt(pointer, e.ir.getInt64Ty());
}

void Events::make(EventKind kind, StateSpace space, uint64_t bytes, uint32_t used, llvm::Value *a,
                  llvm::Value *b, uint32_t moreFlags) {
  auto word = [&](llvm::Value *value) {
    return value ? e.ir.CreateZExt(value, e.intType(64)) : e.constant(64, 0);
  };
  uint32_t flags = flagsOf(inst, space) | moreFlags;
  if (kind == EventKind::BulkAtomic) // relaxed, element by element
    flags |= exec::SiteStrong;
  const bool mayBeNeedless = kind <= EventKind::BulkAtomic || kind == EventKind::BarrierSync ||
                             kind == EventKind::ThreadExit;
  if (mayBeNeedless && wants(exec::ObserveSync) && wants(exec::ObserveMisses))
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

} // namespace anywarp::codegen
