// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Warp matrix instructions: dispatch, and those that move 8x8 matrices of 16-bit elements
// (ldmatrix, stmatrix, movmatrix). In such a matrix, thread t of the warp holds row t / 4, columns
// 2 * (t % 4) and the next.
#include "codegen/emit/matrices/Matrix.h"

namespace anywarp::codegen {

using ptx::Modifier;
using ptx::Opcode;
using ptx::StateSpace;
using ptx::Type;

std::optional<MatrixShape> matrixShapeOf(const ptx::Instruction &inst) {
  for (Modifier modifier : inst.modifiers) {
    llvm::StringRef text = ptx::toString(modifier);
    MatrixShape shape;
    if (text.consume_front("m") && !text.consumeInteger(10, shape.m) && text.consume_front("n") &&
        !text.consumeInteger(10, shape.n) && text.consume_front("k") &&
        !text.consumeInteger(10, shape.k) && text.empty())
      return shape;
  }
  return std::nullopt;
}

llvm::ArrayRef<ptx::Operand> elementsOf(const ptx::Operand &operand) {
  if (operand.kind == ptx::Operand::Vector)
    return operand.elements;
  return operand;
}

LaneReader::LaneReader(FunctionEmitter &e) : e(e) {
  lane_ = e.call(Intrinsic::LaneId);
  group_ = e.ir.CreateLShr(lane_, 2);
  pair_ = e.ir.CreateAnd(lane_, e.constant(32, 3));
}

llvm::Value *LaneReader::read(llvm::Value *value, llvm::Value *from) {
  llvm::Value *result =
      e.call(Intrinsic::ShflIdx, {value, from, e.constant(32, 31), e.constant(32, 0xffffffff)});
  return e.ir.CreateExtractValue(result, 0);
}

namespace {

/// The rows of matrices in shared memory whose addresses the lanes hold: lane 8 * i + r that of row
/// r of matrix i. Addresses travel as 32-bit offsets in the shared window.
class MatrixRows {
public:
  MatrixRows(FunctionEmitter &e, LaneReader &lanes, const ptx::Operand &address, StateSpace space)
      : e(e), lanes(lanes), window(e.call(Intrinsic::SharedBase)) {
    llvm::Type *word = e.intType(64);
    llvm::Value *bits = e.ir.CreatePtrToInt(e.address(address, space), word);
    offset =
        e.ir.CreateTrunc(e.ir.CreateSub(bits, e.ir.CreatePtrToInt(window, word)), e.intType(32));
  }
  /// Byte `byte` (i32) of row `row` (i32) of matrix `matrix`. The sum is made of 64 bits, so that
  /// lanes of a row are seen to read what lies side by side.
  llvm::Value *at(unsigned matrix, llvm::Value *row, llvm::Value *byte) {
    llvm::Value *start = lanes.read(offset, e.ir.CreateAdd(row, e.constant(32, 8 * matrix)));
    llvm::Value *place = e.ir.CreatePtrAdd(window, e.ir.CreateZExt(start, e.intType(64)));
    return e.ir.CreatePtrAdd(place, e.ir.CreateZExt(byte, e.intType(64)));
  }

private:
  FunctionEmitter &e;
  LaneReader &lanes;
  llvm::Value *window, *offset;
};

std::optional<unsigned> matrixCount(const ptx::Instruction &inst) {
  return inst.has(Modifier::X1)   ? std::optional(1u)
         : inst.has(Modifier::X2) ? std::optional(2u)
         : inst.has(Modifier::X4) ? std::optional(4u)
                                  : std::nullopt;
}

/// Of a matrix that the lanes hold.
llvm::Value *transposed(FunctionEmitter &e, LaneReader &lanes, llvm::Value *source) {
  llvm::Value *result = nullptr;
  for (unsigned half = 0; half < 2; ++half) {
    // Element (group, 2 * pair + half) of the result is (2 * pair + half, group) of the source.
    llvm::Value *row = e.ir.CreateAdd(e.ir.CreateShl(lanes.pair(), 1), e.constant(32, half));
    llvm::Value *from = e.ir.CreateAdd(e.ir.CreateShl(row, 2), e.ir.CreateLShr(lanes.group(), 1));
    llvm::Value *shift = e.ir.CreateShl(e.ir.CreateAnd(lanes.group(), e.constant(32, 1)), 4);
    llvm::Value *value =
        e.ir.CreateAnd(e.ir.CreateLShr(lanes.read(source, from), shift), e.constant(32, 0xffff));
    result = half ? e.ir.CreateOr(result, e.ir.CreateShl(value, 16)) : value;
  }
  return result;
}

/// ldmatrix and stmatrix: [transposed] 8x8 matrices of .b16.
void emitMove(FunctionEmitter &e, const ptx::Instruction &inst, bool stores) {
  auto count = matrixCount(inst);
  if (!count || !inst.has(Modifier::M8n8) || inst.type() != Type::B16 || inst.operands.size() != 2)
    return e.refuse(inst);
  llvm::ArrayRef<ptx::Operand> registers = elementsOf(inst.operands[stores ? 1 : 0]);
  if (registers.size() != *count)
    return e.refuse(inst);
  LaneReader lanes(e);
  MatrixRows rows(e, lanes, inst.operands[stores ? 0 : 1], inst.space);
  constexpr StateSpace space = StateSpace::Shared;
  llvm::SmallVector<llvm::Value *, 4> values;
  if (stores)
    for (const ptx::Operand &reg : registers)
      values.push_back(e.read(reg, Type::B32));
  for (unsigned i = 0; i < *count; ++i) {
    const bool isTransposed = inst.has(Modifier::Trans);
    if (!stores || !isTransposed) {
      llvm::Value *place = rows.at(i, lanes.group(), e.ir.CreateShl(lanes.pair(), 2));
      if (stores) {
        e.inSpace(e.ir.CreateAlignedStore(values[i], place, llvm::Align(4)), space);
        continue;
      }
      llvm::Value *result =
          e.inSpace(e.ir.CreateAlignedLoad(e.intType(32), place, llvm::Align(4)), space);
      values.push_back(isTransposed ? transposed(e, lanes, result) : result);
      continue;
    }
    for (unsigned half = 0; half < 2; ++half) {
      llvm::Value *row = e.ir.CreateAdd(e.ir.CreateShl(lanes.pair(), 1), e.constant(32, half));
      llvm::Value *place = rows.at(i, row, e.ir.CreateShl(lanes.group(), 1));
      llvm::Value *value = e.ir.CreateTrunc(e.ir.CreateLShr(values[i], 16 * half), e.intType(16));
      e.inSpace(e.ir.CreateAlignedStore(value, place, llvm::Align(2)), space);
    }
  }
  // Registers are written at the end: one of them may also hold the address.
  if (!stores)
    for (unsigned i = 0; i < *count; ++i)
      e.write(registers[i], values[i], Type::B32);
}

/// movmatrix.trans: the threads' own 8x8 matrix, transposed.
void emitMovmatrix(FunctionEmitter &e, const ptx::Instruction &inst) {
  if (inst.operands.size() != 2 || !inst.has(Modifier::Trans) || !inst.has(Modifier::M8n8))
    return e.refuse(inst);
  LaneReader lanes(e);
  llvm::Value *source = e.read(inst.operands[1], Type::B32);
  e.write(inst.operands[0], transposed(e, lanes, source), Type::B32);
}

} // namespace

void emitMatrix(FunctionEmitter &e, const ptx::Instruction &inst) {
  if (e.emitOutlined(inst))
    return;
  switch (inst.opcode) {
  case Opcode::Ldmatrix:
    return emitMove(e, inst, /*stores=*/false);
  case Opcode::Stmatrix:
    return emitMove(e, inst, /*stores=*/true);
  case Opcode::Movmatrix:
    return emitMovmatrix(e, inst);
  case Opcode::Mma:
    if (inst.has(Modifier::Sp) || inst.has(Modifier::SpOrderedMetadata))
      return emitSparseMma(e, inst);
    return emitMma(e, inst);
  case Opcode::Wmma:
    return emitWmma(e, inst);
  case Opcode::Wgmma:
    return emitWgmma(e, inst);
  default:
    return e.refuse(inst);
  }
}

} // namespace anywarp::codegen
