// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions that read tensor maps: copies and reductions of boxes, and tensormap itself. The
// engine knows what a map holds (exec/tensors/TensorCopy); like the other asynchronous copies these
// are done at once by the thread that asks.
#include "codegen/emit/ModuleEmitter.h"
#include "codegen/emit/Observe.h"
#include "codegen/emit/chapters/Mbarrier.h"
#include "codegen/emit/chapters/Multicast.h"
#include "exec/KernelAbi.h"

namespace anywarp::codegen {

using exec::TensorField;
using exec::TensorOp;
using exec::TensorOperands;
using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;
using ptx::Operand;
using ptx::StateSpace;
using ptx::Type;

namespace {

unsigned rankOf(const Instruction &inst) {
  static constexpr Modifier kRanks[] = {Modifier::N1d, Modifier::N2d, Modifier::N3d, Modifier::N4d,
                                        Modifier::N5d};
  for (unsigned i = 0; i < std::size(kRanks); ++i)
    if (inst.has(kRanks[i]))
      return i + 1;
  return 0;
}

std::optional<TensorOp::Reduction> reductionOf(const Instruction &inst) {
  static constexpr std::pair<Modifier, TensorOp::Reduction> kAll[] = {
      {Modifier::Add, TensorOp::Add}, {Modifier::Min, TensorOp::Min},
      {Modifier::Max, TensorOp::Max}, {Modifier::Inc, TensorOp::Inc},
      {Modifier::Dec, TensorOp::Dec}, {Modifier::And, TensorOp::And},
      {Modifier::Or, TensorOp::Or},   {Modifier::Xor, TensorOp::Xor}};
  for (auto [modifier, reduction] : kAll)
    if (inst.has(modifier))
      return reduction;
  return std::nullopt;
}

/// `elements` of a vector operand, or the operand itself.
llvm::ArrayRef<Operand> partsOf(const Operand &operand) {
  if (operand.kind == Operand::Vector)
    return operand.elements;
  return operand;
}

/// The operands of one instruction in memory, as the engine reads them.
class Operands {
public:
  explicit Operands(FunctionEmitter &e)
      : e(e), place(e.entryAlloca(llvm::ArrayType::get(e.intType(64), sizeof(TensorOperands) / 8),
                                  "tensor")) {}
  void setMap(llvm::Value *pointer) { put(pointer, offsetof(TensorOperands, map)); }
  void setShared(llvm::Value *pointer) { put(pointer, offsetof(TensorOperands, shared)); }
  void setCoordinate(unsigned i, llvm::Value *value) {
    e.ir.CreateAlignedStore(value, at(offsetof(TensorOperands, coordinate) + 4 * i),
                            llvm::Align(4));
  }
  void setOffset(unsigned i, llvm::Value *value) {
    e.ir.CreateAlignedStore(value, at(offsetof(TensorOperands, offset) + 2 * i), llvm::Align(2));
  }
  llvm::Value *address() { return e.ir.CreatePtrToInt(place, e.intType(64)); }
  /// Bytes of the box in shared memory, i64.
  llvm::Value *copy(TensorOp op) {
    llvm::Type *word = e.intType(64);
    llvm::Function *serve = e.module.serialFunction(
        "__aw_tensor_copy", llvm::FunctionType::get(word, {e.intType(32), word}, false));
    return e.ir.CreateCall(serve, {e.constant(32, op.bits()), address()});
  }

private:
  FunctionEmitter &e;
  llvm::AllocaInst *place;

  llvm::Value *at(uint64_t offset) { return e.ir.CreatePtrAdd(place, e.constant(64, offset)); }
  void put(llvm::Value *pointer, uint64_t offset) {
    e.ir.CreateAlignedStore(e.ir.CreatePtrToInt(pointer, e.intType(64)), at(offset),
                            llvm::Align(8));
  }
};

/// The map and the coordinates of `[map, {c0, c1 …}]`.
bool readTensor(FunctionEmitter &e, const Operand &tensor, unsigned rank, Operands &operands) {
  if (tensor.elements.size() != 1 || partsOf(tensor.elements[0]).size() != rank)
    return false;
  Operand map = tensor;
  map.elements.clear();
  operands.setMap(e.address(map, StateSpace::Generic));
  llvm::ArrayRef<Operand> coordinates = partsOf(tensor.elements[0]);
  for (unsigned i = 0; i < rank; ++i)
    operands.setCoordinate(i, e.read(coordinates[i], Type::S32));
  return true;
}

/// [dst], [map, {coordinates}], [mbarrier] {, {im2col offsets}} {, blocks} {, cache policy}
void emitLoad(FunctionEmitter &e, const Instruction &inst, TensorOp op) {
  const auto &ops = inst.operands;
  Operands operands(e);
  if (!readTensor(e, ops[1], op.rank, operands))
    return e.refuse(inst);
  size_t next = 3;
  if (op.mode == TensorOp::Im2col) {
    unsigned count = op.rank < 3 ? 0 : op.rank - 2;
    if (!count || next >= ops.size() || partsOf(ops[next]).size() != count)
      return e.refuse(inst);
    for (unsigned i = 0; i < count; ++i)
      operands.setOffset(i, e.read(partsOf(ops[next])[i], Type::U16));
    ++next;
  }
  llvm::Value *to = e.address(ops[0], StateSpace::SharedCluster);
  llvm::Value *barrier = e.address(ops[2], StateSpace::SharedCluster);
  auto copy = [&](llvm::Value *box, llvm::Value *object) {
    operands.setShared(box);
    observeTensorCopy(e, inst, op, operands.address(), object);
    Mbarrier{e, object, StateSpace::Shared}.completeBytes(operands.copy(op));
  };
  if (!inst.has(Modifier::MulticastCluster)) {
    copy(to, barrier);
    return;
  }
  if (next >= ops.size())
    return e.refuse(inst);
  forEachDestination(e, e.read(ops[next], Type::U16), {to, barrier},
                     [&](llvm::ArrayRef<llvm::Value *> there) { copy(there[0], there[1]); });
}

/// [map, {coordinates}], [src] {, cache policy}
void emitStore(FunctionEmitter &e, const Instruction &inst, TensorOp op) {
  Operands operands(e);
  if (!readTensor(e, inst.operands[0], op.rank, operands))
    return e.refuse(inst);
  operands.setShared(e.address(inst.operands[1], StateSpace::Shared));
  observeTensorCopy(e, inst, op, operands.address(), nullptr);
  operands.copy(op);
}

void emitTensorCopy(FunctionEmitter &e, const Instruction &inst) {
  TensorOp op;
  op.rank = uint8_t(rankOf(inst));
  const bool isIm2col = inst.has(Modifier::Im2col) || inst.has(Modifier::Im2colNoOffs);
  for (Modifier later :
       {Modifier::TileGather4, Modifier::TileScatter4, Modifier::Im2colW, Modifier::Im2colW128})
    if (inst.has(later)) // compute capability 10.0
      return e.refuse(inst);
  if (!op.rank)
    return e.refuse(inst);
  op.mode = isIm2col ? TensorOp::Im2col : TensorOp::Tile;
  if (inst.has(Modifier::Prefetch))
    return;
  if (inst.has(Modifier::Reduce)) {
    auto reduction = reductionOf(inst);
    if (!reduction)
      return e.refuse(inst);
    op.kind = TensorOp::Reduce;
    op.reduction = *reduction;
  } else if (inst.has(Modifier::BulkGroup)) {
    op.kind = TensorOp::Store;
  } else {
    return emitLoad(e, inst, op);
  }
  return emitStore(e, inst, op);
}

/// tensormap.replace: [map], {ordinal,} value
void emitReplace(FunctionEmitter &e, const Instruction &inst) {
  static constexpr std::pair<Modifier, TensorField> kFields[] = {
      {Modifier::GlobalAddress, TensorField::GlobalAddress},
      {Modifier::Rank, TensorField::Rank},
      {Modifier::BoxDim, TensorField::BoxDim},
      {Modifier::GlobalDim, TensorField::GlobalDim},
      {Modifier::GlobalStride, TensorField::GlobalStride},
      {Modifier::ElementStride, TensorField::ElementStride},
      {Modifier::Elemtype, TensorField::ElementType},
      {Modifier::InterleaveLayout, TensorField::Interleave},
      {Modifier::SwizzleMode, TensorField::Swizzle},
      {Modifier::SwizzleAtomicity, TensorField::SwizzleAtomicity},
      {Modifier::FillMode, TensorField::Fill}};
  const auto &ops = inst.operands;
  for (auto [modifier, field] : kFields) {
    if (!inst.has(modifier))
      continue;
    const bool hasOrdinal = field == TensorField::BoxDim || field == TensorField::GlobalDim ||
                            field == TensorField::GlobalStride ||
                            field == TensorField::ElementStride;
    if (ops.size() != (hasOrdinal ? 3 : 2))
      return e.refuse(inst);
    llvm::Type *word = e.intType(64), *half = e.intType(32);
    llvm::Value *map = e.ir.CreatePtrToInt(e.address(ops[0], inst.space), word);
    const bool isWide = inst.types.size() > 1 && ptx::sizeInBits(inst.types.back()) == 64;
    llvm::Value *value = e.read(ops.back(), isWide ? Type::U64 : Type::U32);
    llvm::Function *serve = e.module.serialFunction(
        "__aw_tensor_replace",
        llvm::FunctionType::get(e.ir.getVoidTy(), {half, half, word, word}, false));
    e.ir.CreateCall(serve, {e.constant(32, uint64_t(field)),
                            hasOrdinal ? e.read(ops[1], Type::U32) : e.constant(32, 0), map,
                            e.ir.CreateZExt(value, word)});
    return;
  }
  return e.refuse(inst);
}

/// tensormap.cp_fenceproxy: [global], [shared], 128
void emitFencedCopy(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  if (ops.size() != 3 || ops[2].kind != Operand::Integer || ops[2].integer != 128)
    return e.refuse(inst);
  llvm::Value *to = e.address(ops[0], StateSpace::Global);
  llvm::Value *from = e.address(ops[1], StateSpace::Shared);
  for (int64_t i = 0; i < 128; i += 8) {
    llvm::Value *part =
        e.inSpace(e.ir.CreateAlignedLoad(e.intType(64), e.advance(from, i), llvm::Align(8)),
                  StateSpace::Shared);
    e.inSpace(e.ir.CreateAlignedStore(part, e.advance(to, i), llvm::Align(8)), StateSpace::Global);
  }
  e.ir.CreateFence(llvm::AtomicOrdering::Release);
}

} // namespace

void emitTensorMap(FunctionEmitter &e, const Instruction &inst) {
  if (inst.opcode == Opcode::Cp)
    return inst.has(Modifier::Bulk) && inst.has(Modifier::Tensor) ? emitTensorCopy(e, inst)
                                                                  : e.refuse(inst);
  if (inst.opcode == Opcode::Tensormap && inst.has(Modifier::Replace))
    return emitReplace(e, inst);
  if (inst.opcode == Opcode::Tensormap && inst.has(Modifier::CpFenceproxy))
    return emitFencedCopy(e, inst);
  e.refuse(inst);
}

} // namespace anywarp::codegen
