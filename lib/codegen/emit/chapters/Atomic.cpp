// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// atom and red. What LLVM has as one operation is an atomicrmw; the rest is a loop of compare and
// exchange.
#include "codegen/emit/chapters/Atomic.h"

#include "codegen/emit/chapters/Mbarrier.h"
#include "codegen/emit/chapters/MemoryOrder.h"
#include "device/builtins/Modes.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

namespace {

using Rmw = llvm::AtomicRMWInst;

enum class Kind { Add, And, Or, Xor, Exch, Min, Max, Inc, Dec, Cas };

std::optional<Kind> kindOf(const Instruction &inst) {
  for (Modifier modifier : inst.modifiers)
    switch (modifier) {
    case Modifier::Add:
      return Kind::Add;
    case Modifier::And:
      return Kind::And;
    case Modifier::Or:
      return Kind::Or;
    case Modifier::Xor:
      return Kind::Xor;
    case Modifier::Exch:
      return Kind::Exch;
    case Modifier::Min:
      return Kind::Min;
    case Modifier::Max:
      return Kind::Max;
    case Modifier::Inc:
      return Kind::Inc;
    case Modifier::Dec:
      return Kind::Dec;
    case Modifier::Cas:
      return Kind::Cas;
    default:
      break;
    }
  return std::nullopt;
}

bool isHalf(Type type) {
  return type == Type::F16 || type == Type::BF16 || type == Type::F16x2 || type == Type::BF16x2;
}

/// The one LLVM operation for `kind` on `type`, if there is one.
std::optional<Rmw::BinOp> plainOperation(Kind kind, Type type) {
  bool isSigned = ptx::isSigned(type);
  if (kind == Kind::Exch)
    return Rmw::Xchg;
  if (type == Type::F32 || type == Type::F64)
    return kind == Kind::Add ? std::optional(Rmw::FAdd) : std::nullopt;
  if (ptx::isFloat(type) || isHalf(type))
    return std::nullopt;
  switch (kind) {
  case Kind::Add:
    return Rmw::Add;
  case Kind::And:
    return Rmw::And;
  case Kind::Or:
    return Rmw::Or;
  case Kind::Xor:
    return Rmw::Xor;
  case Kind::Min:
    return isSigned ? Rmw::Min : Rmw::UMin;
  case Kind::Max:
    return isSigned ? Rmw::Max : Rmw::UMax;
  case Kind::Inc:
    return Rmw::UIncWrap;
  case Kind::Dec:
    return Rmw::UDecWrap;
  default:
    return std::nullopt;
  }
}

struct Target {
  llvm::Value *pointer;
  StateSpace space;
  MemoryOrder order;
  llvm::Align align;
};

llvm::Value *compareExchange(FunctionEmitter &e, const Target &target, llvm::Value *expected,
                             llvm::Value *desired) {
  llvm::AtomicOrdering failure =
      llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(target.order.ordering);
  llvm::AtomicCmpXchgInst *exchange = e.ir.CreateAtomicCmpXchg(
      target.pointer, expected, desired, target.align, target.order.ordering, failure,
      target.order.scope(e.ir.getContext()));
  e.setAliasScope(*exchange, target.space);
  return exchange;
}

/// do new = update(old) while (!compareExchange(old, new)); gives the last old.
template <typename Update>
llvm::Value *updateLoop(FunctionEmitter &e, const Target &target, llvm::Type *type, Update update) {
  llvm::LoadInst *first = e.ir.CreateAlignedLoad(type, target.pointer, target.align);
  first->setAtomic(llvm::AtomicOrdering::Monotonic, target.order.scope(e.ir.getContext()));
  e.setAliasScope(*first, target.space);
  llvm::BasicBlock *before = e.ir.GetInsertBlock();
  llvm::BasicBlock *loop = e.newBlock("retry"), *done = e.newBlock("done");
  e.fallInto(loop);
  llvm::PHINode *old = e.ir.CreatePHI(type, 2);
  old->addIncoming(first, before);
  llvm::Value *result = compareExchange(e, target, old, update(old));
  old->addIncoming(e.ir.CreateExtractValue(result, 0), e.ir.GetInsertBlock());
  e.ir.CreateCondBr(e.ir.CreateExtractValue(result, 1), done, loop);
  e.fallInto(done);
  return old;
}

/// `kind` on the bits of one or two 16-bit floats.
llvm::Value *halfOperation(FunctionEmitter &e, Kind kind, Type type, llvm::Value *a,
                           llvm::Value *b) {
  bool isPair = ptx::sizeInBits(type) == 32;
  bool isBrain = type == Type::BF16 || type == Type::BF16x2;
  bool isAdd = kind == Kind::Add;
  const char *name = isAdd ? (isBrain ? "aw_add_bf16" : "aw_add_f16")
                           : (isBrain ? "aw_minmax_bf16" : "aw_minmax_f16");
  llvm::Value *flags = e.constant(32, kind == Kind::Min ? device::FlagMin : 0);
  auto one = [&](llvm::Value *x, llvm::Value *y) { return e.callBuiltin(name, {x, y, flags}); };
  if (!isPair)
    return one(a, b);
  llvm::Value *result = e.constant(32, 0);
  for (unsigned shift : {0u, 16u}) {
    auto half = [&](llvm::Value *x) {
      return e.ir.CreateTrunc(e.ir.CreateLShr(x, shift), e.intType(16));
    };
    llvm::Value *x = half(a), *y = half(b);
    llvm::Value *value = e.ir.CreateZExtOrTrunc(one(x, y), e.intType(32));
    result = e.ir.CreateOr(result, e.ir.CreateShl(value, shift));
  }
  return result;
}

/// One element. Gives the old value, null if the combination does not exist.
llvm::Value *updateElement(FunctionEmitter &e, Kind kind, Type type, const Target &target,
                           llvm::Value *value) {
  if (auto operation = plainOperation(kind, type)) {
    llvm::AtomicRMWInst *rmw =
        e.ir.CreateAtomicRMW(*operation, target.pointer, value, target.align, target.order.ordering,
                             target.order.scope(e.ir.getContext()));
    e.setAliasScope(*rmw, target.space);
    // GPUs add .f32 in global memory without subnormals, in shared memory with them.
    if (*operation == Rmw::FAdd && type == Type::F32 &&
        (target.space == StateSpace::Global || target.space == StateSpace::Generic))
      rmw->setMetadata("aw.ftz", llvm::MDNode::get(e.ir.getContext(), {}));
    return rmw;
  }
  if (isHalf(type) && (kind == Kind::Add || kind == Kind::Min || kind == Kind::Max))
    return updateLoop(e, target, value->getType(),
                      [&](llvm::Value *old) { return halfOperation(e, kind, type, old, value); });
  return nullptr;
}

void emitAtomicAt(FunctionEmitter &e, const Instruction &inst, const Operand *d,
                  const Operand &address, const Operand &b, const Operand *c) {
  std::optional<Kind> kind = kindOf(inst);
  Type type = inst.type();
  unsigned bits = ptx::sizeInBits(type);
  if (!kind || bits < 16 || (*kind == Kind::Cas && !c))
    return e.refuse(inst);
  Target target{e.address(address, inst.space), inst.space, MemoryOrder::ofAtomic(inst),
                llvm::Align(bits / 8)};
  if (*kind == Kind::Cas) {
    Type as = bits == 16 ? Type::B16 : type;
    llvm::Value *expected = e.toBits(e.read(b, as)), *desired = e.toBits(e.read(*c, as));
    llvm::Value *result = compareExchange(e, target, expected, desired);
    if (d)
      e.write(*d, e.ir.CreateExtractValue(result, 0), type);
    return;
  }
  bool isVector = b.kind == Operand::Vector;
  if (isVector ? (b.elements.size() != inst.vector ||
                  (d && d->kind == Operand::Vector && d->elements.size() != inst.vector))
               : inst.vector != 1)
    return e.refuse(inst);
  llvm::SmallVector<llvm::Value *, 8> results;
  for (unsigned i = 0; i < inst.vector; ++i) {
    Target part = target;
    part.pointer = e.advance(target.pointer, i * bits / 8);
    llvm::Value *value = e.read(isVector ? b.elements[i] : b, atomicValueType(type));
    llvm::Value *old = updateElement(e, *kind, type, part, value);
    if (!old)
      return e.poison(inst, "instruction '" + FunctionEmitter::spell(inst) + "' is not supported");
    results.push_back(old);
  }
  if (d)
    for (unsigned i = 0; i < inst.vector; ++i)
      e.write(isVector && d->kind == Operand::Vector ? d->elements[i] : *d, results[i],
              atomicValueType(type));
}

/// red.async: [addr], value, [mbarrier]
void emitReductionAsync(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  Type type = inst.type();
  if (ops.size() < 3 || !inst.has(Modifier::MbarrierCompleteTxBytes) || ptx::sizeInBits(type) < 32)
    return e.refuse(inst);
  llvm::Value *to = e.address(ops[0], StateSpace::SharedCluster);
  if (!emitAtomicUpdate(e, inst, to, StateSpace::Shared, e.read(ops[1], type)))
    return e.refuse(inst);
  Mbarrier{e, e.address(ops[2], StateSpace::SharedCluster), StateSpace::Shared}.completeBytes(
      e.constant(64, ptx::sizeInBits(type) / 8));
}

} // namespace

Type atomicValueType(Type type) {
  if (isHalf(type))
    return ptx::sizeInBits(type) == 32 ? Type::B32 : Type::B16;
  return type;
}

llvm::Value *emitAtomicUpdate(FunctionEmitter &e, const Instruction &inst, llvm::Value *pointer,
                              StateSpace space, llvm::Value *value) {
  std::optional<Kind> kind = kindOf(inst);
  Type type = inst.type();
  if (!kind || *kind == Kind::Cas || ptx::sizeInBits(type) < 16)
    return nullptr;
  MemoryOrder order;
  order.ordering = llvm::AtomicOrdering::Monotonic;
  Target target{pointer, space, order, llvm::Align(ptx::sizeInBits(type) / 8)};
  return updateElement(e, *kind, type, target, value);
}

void emitAtomic(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  if (inst.opcode == Opcode::Atom && ops.size() >= 3)
    return emitAtomicAt(e, inst, &ops[0], ops[1], ops[2], ops.size() > 3 ? &ops[3] : nullptr);
  if (inst.opcode == Opcode::Red && inst.has(Modifier::Async))
    return emitReductionAsync(e, inst);
  if (inst.opcode == Opcode::Red && ops.size() >= 2)
    return emitAtomicAt(e, inst, nullptr, ops[0], ops[1], nullptr);
  return e.refuse(inst);
}

} // namespace anywarp::codegen
