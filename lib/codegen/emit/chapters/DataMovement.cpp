// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data movement inside a thread: mov, prmt, ld, st, address spaces. Loads and stores of vectors are
// one access per element, the first with the alignment of the whole.
#include "codegen/emit/Emitter.h"

#include <array>

#include <llvm/Support/MathExtras.h>

#include "codegen/emit/ModuleEmitter.h"
#include "codegen/emit/chapters/MemoryOrder.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

namespace {

Type bitsOf(unsigned bits) {
  switch (bits) {
  case 8:
    return Type::B8;
  case 16:
    return Type::B16;
  case 32:
    return Type::B32;
  case 64:
    return Type::B64;
  case 128:
    return Type::B128;
  default:
    return Type::None;
  }
}

/// .f16 and .bf16 are only moved here: as bits.
Type movedAs(Type type) { return type == Type::F16 || type == Type::BF16 ? Type::B16 : type; }

// -- mov ------------------------------------------------------------------------------------------

/// mov.b64 d, {a, b}: the first element is the lowest.
void emitPack(FunctionEmitter &e, const Instruction &inst, unsigned bits) {
  const auto &elements = inst.operands[1].elements;
  if (elements.empty() || bits % elements.size())
    return e.refuse(inst);
  unsigned width = bits / unsigned(elements.size());
  Type part = bitsOf(width);
  if (part == Type::None)
    return e.refuse(inst);
  llvm::Value *value = e.constant(bits, 0);
  for (size_t i = 0; i < elements.size(); ++i) {
    llvm::Value *element = e.ir.CreateZExt(e.read(elements[i], part), e.intType(bits));
    value = e.ir.CreateOr(value, e.ir.CreateShl(element, i * width));
  }
  e.write(inst.operands[0], value, bitsOf(bits));
}

/// mov.b64 {a, b}, d.
void emitUnpack(FunctionEmitter &e, const Instruction &inst, unsigned bits) {
  const auto &elements = inst.operands[0].elements;
  if (elements.empty() || bits % elements.size())
    return e.refuse(inst);
  unsigned width = bits / unsigned(elements.size());
  Type part = bitsOf(width);
  if (part == Type::None)
    return e.refuse(inst);
  llvm::Value *value = e.read(inst.operands[1], bitsOf(bits));
  for (size_t i = 0; i < elements.size(); ++i)
    e.write(elements[i], e.ir.CreateTrunc(e.ir.CreateLShr(value, i * width), e.intType(width)),
            part);
}

void emitMov(FunctionEmitter &e, const Instruction &inst) {
  const Operand &d = inst.operands[0], &a = inst.operands[1];
  Type type = movedAs(inst.type());
  unsigned bits = ptx::sizeInBits(type);
  if (d.kind == Operand::Vector && a.kind == Operand::Special) {
    // mov.v4.u32 {x, y, z, w}, %tid
    static constexpr const char *kComponents[] = {".x", ".y", ".z", ".w"};
    for (size_t i = 0; i < d.elements.size() && i < 4; ++i) {
      Operand component = a;
      component.name += kComponents[i];
      e.write(d.elements[i], e.read(component, type), type);
    }
    return;
  }
  if (d.kind == Operand::Vector && a.kind == Operand::Vector) {
    if (d.elements.size() != a.elements.size())
      return e.refuse(inst);
    if (inst.vector == 1)
      type = bitsOf(bits / unsigned(d.elements.size()));
    if (type == Type::None)
      return e.refuse(inst);
    llvm::SmallVector<llvm::Value *, 4> values;
    for (const Operand &element : a.elements)
      values.push_back(e.read(element, type));
    for (size_t i = 0; i < values.size(); ++i)
      e.write(d.elements[i], values[i], type);
    return;
  }
  if (a.kind == Operand::Vector)
    return emitPack(e, inst, bits);
  if (d.kind == Operand::Vector)
    return emitUnpack(e, inst, bits);
  e.write(d, e.read(a, type), type); // .f16x2, .bf16x2
}

// -- prmt -----------------------------------------------------------------------------------------

/// Selector word of the modes that shuffle bytes by the low two bits of c.
std::optional<std::array<uint16_t, 4>> permuteMode(const Instruction &inst) {
  if (inst.has(Modifier::F4e))
    return std::array<uint16_t, 4>{0x3210, 0x4321, 0x5432, 0x6543};
  if (inst.has(Modifier::B4e))
    return std::array<uint16_t, 4>{0x5670, 0x6701, 0x7012, 0x0123};
  if (inst.has(Modifier::Rc8))
    return std::array<uint16_t, 4>{0x0000, 0x1111, 0x2222, 0x3333};
  if (inst.has(Modifier::Ecl))
    return std::array<uint16_t, 4>{0x3210, 0x3211, 0x3222, 0x3333};
  if (inst.has(Modifier::Ecr))
    return std::array<uint16_t, 4>{0x0000, 0x1110, 0x2210, 0x3210};
  if (inst.has(Modifier::Rc16))
    return std::array<uint16_t, 4>{0x1010, 0x3232, 0x1010, 0x3232};
  return std::nullopt;
}

/// Bytes of a and b in an order known now: a shift and a mask for those that move equally far.
llvm::Value *permute(FunctionEmitter &e, llvm::Value *a, llvm::Value *b, uint32_t selector) {
  auto &ir = e.ir;
  struct Move {
    llvm::Value *from;
    int right; // bits
    uint32_t mask;
  };
  llvm::SmallVector<Move, 4> moves;
  llvm::Value *result = e.constant(32, 0);
  for (int i = 0; i < 4; ++i) {
    const unsigned nibble = selector >> 4 * i & 15;
    llvm::Value *from = nibble & 4 ? b : a;
    const int at = nibble & 3;
    const uint32_t mask = 0xffu << 8 * i;
    if (nibble & 8) {
      llvm::Value *sign = ir.CreateAShr(ir.CreateShl(from, 24 - 8 * at), 31);
      result = ir.CreateOr(result, ir.CreateAnd(sign, e.constant(32, mask)));
      continue;
    }
    const int right = 8 * (at - i);
    auto *same = llvm::find_if(
        moves, [&](const Move &move) { return move.from == from && move.right == right; });
    if (same == moves.end())
      moves.push_back({from, right, mask});
    else
      same->mask |= mask;
  }
  for (auto [from, right, mask] : moves) {
    llvm::Value *moved = right < 0 ? ir.CreateShl(from, -right) : ir.CreateLShr(from, right);
    result = ir.CreateOr(result, ir.CreateAnd(moved, e.constant(32, mask)));
  }
  return result;
}

/// The same with a selector known to the thread only. In 32 bits throughout, signs of all four
/// bytes at once: programs have hundreds of these in a kernel.
llvm::Value *permute(FunctionEmitter &e, llvm::Value *a, llvm::Value *b, llvm::Value *selector) {
  auto &ir = e.ir;
  auto word = [&](uint32_t value) { return e.constant(32, value); };
  llvm::Value *spread = ir.CreateAnd(selector, word(0xffff)); // one nibble to a byte
  spread = ir.CreateAnd(ir.CreateOr(spread, ir.CreateShl(spread, 8)), word(0x00ff00ff));
  spread = ir.CreateAnd(ir.CreateOr(spread, ir.CreateShl(spread, 4)), word(0x0f0f0f0f));
  llvm::Value *bytes = word(0);
  for (unsigned i = 0; i < 4; ++i) {
    llvm::Value *isB = ir.CreateICmpNE(ir.CreateAnd(spread, word(4u << 8 * i)), word(0));
    llvm::Value *shift = i ? ir.CreateLShr(spread, 8 * i - 3) : ir.CreateShl(spread, 3);
    llvm::Value *byte = ir.CreateLShr(ir.CreateSelect(isB, b, a), ir.CreateAnd(shift, word(24)));
    bytes = ir.CreateOr(bytes, ir.CreateShl(ir.CreateAnd(byte, word(0xff)), 8 * i));
  }
  // 0xff in each byte that has this bit.
  auto whole = [&](llvm::Value *value, unsigned bit) {
    value = ir.CreateAnd(value, word(0x01010101u << bit));
    return ir.CreateSub(ir.CreateShl(value, 8 - bit), ir.CreateLShr(value, bit));
  };
  llvm::Value *isSign = whole(spread, 3);
  return ir.CreateOr(ir.CreateAnd(bytes, ir.CreateNot(isSign)),
                     ir.CreateAnd(whole(bytes, 7), isSign));
}

void emitPermute(FunctionEmitter &e, const Instruction &inst) {
  auto &ir = e.ir;
  llvm::Value *a = e.read(inst.operands[1], Type::B32), *b = e.read(inst.operands[2], Type::B32);
  llvm::Value *selector = e.read(inst.operands[3], Type::B32);
  if (auto table = permuteMode(inst)) {
    llvm::Value *index = ir.CreateAnd(selector, e.constant(32, 3));
    selector = e.constant(32, (*table)[0]);
    for (unsigned i = 1; i < 4; ++i)
      selector = ir.CreateSelect(ir.CreateICmpEQ(index, e.constant(32, i)),
                                 e.constant(32, (*table)[i]), selector);
  }
  auto *known = llvm::dyn_cast<llvm::ConstantInt>(selector);
  llvm::Value *result =
      known ? permute(e, a, b, uint32_t(known->getZExtValue())) : permute(e, a, b, selector);
  e.write(inst.operands[0], result, Type::B32);
}

// -- ld, st ---------------------------------------------------------------------------------------

/// Where an access goes: its pointer, and the space whose alias scope it belongs to.
struct Access {
  llvm::Value *pointer;
  StateSpace scope;
  llvm::Align align;
  bool isInvariant;
};

Access accessOf(FunctionEmitter &e, const Instruction &inst, const Operand &operand,
                uint64_t bytes) {
  Access access;
  StateSpace space = inst.space;
  access.scope = space;
  access.isInvariant = space == StateSpace::Const || inst.has(Modifier::Nc);
  access.align = llvm::Align(llvm::PowerOf2Ceil(bytes));
  access.pointer = e.address(operand, space);
  if (space == StateSpace::Param || space == StateSpace::ParamEntry ||
      space == StateSpace::ParamFunc) {
    // The parameters of the kernel are constant; those of calls are variables of the caller.
    bool isEntryParam =
        !operand.name.empty() ? e.isEntryParam(operand.name) : space == StateSpace::ParamEntry;
    access.scope = isEntryParam ? StateSpace::ParamEntry : StateSpace::Generic;
    access.isInvariant = isEntryParam;
  }
  return access;
}

void setOrder(const Instruction &inst, llvm::Instruction &access, bool isLoad,
              llvm::LLVMContext &context) {
  auto set = [&](auto &typed) {
    if (inst.has(Modifier::Volatile) || inst.has(Modifier::Mmio))
      typed.setVolatile(true);
    MemoryOrder order = MemoryOrder::ofAccess(inst, isLoad);
    if (order.isAtomic())
      typed.setAtomic(order.ordering, order.scope(context));
  };
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&access))
    set(*load);
  else
    set(*llvm::cast<llvm::StoreInst>(&access));
}

/// How many bytes of a vector a GPU moves at once: up to 16, where the program says that others
/// look on. Nobody then sees one part of it new and another old. Programs rely on it that pass a
/// flag and a value in one vector (CUB's scans); the manual's memory model promises less.
uint64_t bytesAtOnce(const Instruction &inst, uint64_t size, bool isLoad) {
  const bool isWatched = MemoryOrder::ofAccess(inst, isLoad).isAtomic() ||
                         inst.has(Modifier::Volatile) || inst.has(Modifier::Mmio) ||
                         inst.has(Modifier::Cg) || inst.has(Modifier::Cv) || inst.has(Modifier::Wt);
  return isWatched ? std::min<uint64_t>(size * inst.vector, 16) : size;
}

/// LLVM may split an access again, unless it is atomic.
template <typename T> void moveAtOnce(T &access) {
  if (!access.isAtomic())
    access.setAtomic(llvm::AtomicOrdering::Monotonic);
}

void emitLoad(FunctionEmitter &e, const Instruction &inst) {
  const Operand &d = inst.operands[0];
  Type type = movedAs(inst.type());
  uint64_t size = ptx::sizeInBits(type) / 8;
  if (type == Type::None || type == Type::Pred || size == 0)
    return e.refuse(inst);
  bool isVector = d.kind == Operand::Vector;
  if (isVector ? d.elements.size() != inst.vector : inst.vector != 1)
    return e.refuse(inst);
  Access access = accessOf(e, inst, inst.operands[1], size * inst.vector);
  const uint64_t step = access.isInvariant ? size : bytesAtOnce(inst, size, /*isLoad=*/true);
  llvm::Type *element = e.storageTypeOf(type);
  llvm::SmallVector<llvm::Value *, 8> values;
  for (uint64_t at = 0; at < size * inst.vector; at += step) {
    llvm::LoadInst *load = e.ir.CreateAlignedLoad(
        step == size ? element : e.intType(unsigned(step * 8)),
        e.advance(access.pointer, int64_t(at)), llvm::commonAlignment(access.align, at));
    e.setAliasScope(*load, access.scope);
    if (access.isInvariant)
      load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                        llvm::MDNode::get(e.ir.getContext(), {}));
    else
      setOrder(inst, *load, /*isLoad=*/true, e.ir.getContext());
    if (step == size) {
      values.push_back(load);
      continue;
    }
    moveAtOnce(*load);
    for (uint64_t part = 0; part < step; part += size)
      values.push_back(e.ir.CreateBitCast(
          e.ir.CreateTrunc(e.ir.CreateLShr(load, part * 8), e.intType(unsigned(size * 8))),
          element));
  }
  for (unsigned i = 0; i < inst.vector; ++i)
    e.write(isVector ? d.elements[i] : d, values[i], type);
}

void emitStore(FunctionEmitter &e, const Instruction &inst) {
  const Operand &value = inst.operands[1];
  Type type = movedAs(inst.type());
  uint64_t size = ptx::sizeInBits(type) / 8;
  if (type == Type::None || type == Type::Pred || size == 0)
    return e.refuse(inst);
  bool isVector = value.kind == Operand::Vector;
  if (isVector ? value.elements.size() != inst.vector : inst.vector != 1)
    return e.refuse(inst);
  Access access = accessOf(e, inst, inst.operands[0], size * inst.vector);
  const uint64_t step = bytesAtOnce(inst, size, /*isLoad=*/false);
  for (uint64_t at = 0; at < size * inst.vector; at += step) {
    auto read = [&](uint64_t place) {
      return e.read(isVector ? value.elements[place / size] : value, type);
    };
    llvm::Value *moved = step == size ? read(at) : e.constant(unsigned(step * 8), 0);
    for (uint64_t part = 0; step != size && part < step; part += size)
      moved = e.ir.CreateOr(
          moved,
          e.ir.CreateShl(e.ir.CreateZExt(e.toBits(read(at + part)), moved->getType()), part * 8));
    llvm::StoreInst *store = e.ir.CreateAlignedStore(moved, e.advance(access.pointer, int64_t(at)),
                                                     llvm::commonAlignment(access.align, at));
    e.setAliasScope(*store, access.scope);
    setOrder(inst, *store, /*isLoad=*/false, e.ir.getContext());
    if (step != size)
      moveAtOnce(*store);
  }
}

// -- Spaces ---------------------------------------------------------------------------------------

void emitConvertAddress(FunctionEmitter &e, const Instruction &inst) {
  const Operand &d = inst.operands[0], &a = inst.operands[1];
  StateSpace space = inst.space;
  Type type = inst.type();
  if (type != Type::U32 && type != Type::U64)
    return e.refuse(inst);
  llvm::Value *bits;
  if (a.kind == Operand::Symbol || a.kind == Operand::Address) {
    // A symbol's own address: `a` or `a + 4`.
    if (a.kind == Operand::Address && a.hasRegister) {
      bits = e.ir.CreateZExtOrTrunc(e.toBits(e.readRegister(a.reg)), e.intType(64));
      bits = e.ir.CreateAdd(bits, e.constant(64, uint64_t(a.integer)));
    } else {
      bits = e.symbolAddress(a.name, a.integer, 64);
      if (!bits)
        return e.poison(inst, "unknown symbol '" + a.name + "'");
    }
  } else {
    bits = e.read(a, type);
    bits = e.ir.CreateZExt(bits, e.intType(64));
  }
  bits = inst.has(Modifier::To) ? e.fromGeneric(bits, space) : e.toGeneric(bits, space);
  e.write(d, e.ir.CreateTrunc(bits, e.intType(ptx::sizeInBits(type))), type);
}

/// The cluster forms of an address: mapa and getctarank, on generic and on shared::cluster
/// addresses.
void emitClusterAddress(FunctionEmitter &e, const Instruction &inst) {
  bool isMapa = inst.opcode == Opcode::Mapa;
  Type type = inst.type();
  if (type != Type::U32 && type != Type::U64)
    return e.refuse(inst);
  const Operand &d = inst.operands[0];
  auto addressBits = [&](Type as) -> llvm::Value * {
    const Operand &a = inst.operands[1];
    if (a.kind == Operand::Address && !a.hasRegister) {
      llvm::Value *bits = e.symbolAddress(a.name, a.integer, ptx::sizeInBits(as));
      if (!bits)
        e.poison(inst, "unknown symbol '" + a.name + "'");
      return bits ? bits : e.constant(ptx::sizeInBits(as), 0);
    }
    return e.read(a, as);
  };
  if (inst.space == StateSpace::Generic) {
    llvm::Value *address = addressBits(Type::U64);
    if (!isMapa) {
      e.write(d, e.clusterRankOf(address), Type::U32);
      return;
    }
    llvm::Value *offset = e.ir.CreateSub(
        address, e.ir.CreatePtrToInt(e.call(Intrinsic::SharedBase), e.ir.getInt64Ty()));
    llvm::Value *window = e.call(Intrinsic::ClusterShared, {e.read(inst.operands[2], Type::U32)});
    e.write(d, e.ir.CreateAdd(e.ir.CreatePtrToInt(window, e.ir.getInt64Ty()), offset), type);
    return;
  }
  llvm::Value *address =
      e.ir.CreateZExtOrTrunc(addressBits(isMapa ? type : Type::U32), e.ir.getInt32Ty());
  if (isMapa) {
    llvm::Value *rank = e.read(inst.operands[2], Type::U32);
    llvm::Value *code = e.ir.CreateShl(e.ir.CreateAdd(rank, e.constant(32, 1)), 24);
    llvm::Value *offset = e.ir.CreateAnd(address, e.constant(32, 0xffffff));
    e.write(d, e.ir.CreateOr(code, offset), Type::U32);
    return;
  }
  llvm::Value *code = e.ir.CreateLShr(address, 24);
  llvm::Value *isOwn = e.ir.CreateICmpEQ(code, e.constant(32, 0));
  llvm::Value *rank = e.ir.CreateSelect(isOwn, e.call(Intrinsic::ClusterCtaRank),
                                        e.ir.CreateSub(code, e.constant(32, 1)));
  e.write(d, rank, Type::U32);
}

} // namespace

void emitDataMovement(FunctionEmitter &e, const Instruction &inst) {
  switch (inst.opcode) {
  case Opcode::Mov:
    return emitMov(e, inst);
  case Opcode::Prmt:
    return emitPermute(e, inst);
  case Opcode::Ld:
  case Opcode::Ldu:
    return emitLoad(e, inst);
  case Opcode::St:
    return emitStore(e, inst);
  case Opcode::Cvta:
    return emitConvertAddress(e, inst);
  case Opcode::Mapa:
  case Opcode::Getctarank:
    return emitClusterAddress(e, inst);
  default:
    return e.refuse(inst);
  }
}

} // namespace anywarp::codegen
