// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// mma, and wmma with its loads and stores of fragments.
#include "codegen/emit/chapters/FloatModes.h"
#include "codegen/emit/matrices/Multiplier.h"

namespace anywarp::codegen {

using ptx::Modifier;
using ptx::Type;

void emitMma(FunctionEmitter &e, const ptx::Instruction &inst) {
  auto shape = matrixShapeOf(inst);
  if (!shape || inst.types.size() != 4)
    return e.refuse(inst);
  const auto &[d, a, b, c] = std::tie(inst.types[0], inst.types[1], inst.types[2], inst.types[3]);
  bool isM8N8K4 = shape->m == 8 && shape->n == 8 && shape->k == 4;
  Multiplier multiplier(e, inst);
  if (isM8N8K4 && a == Type::F16 && b == Type::F16 ? !multiplier.m8n8k4(d, c)
                                                   : !multiplier.mma(*shape, d, a, b, c))
    e.refuse(inst);
}

void emitSparseMma(FunctionEmitter &e, const ptx::Instruction &inst) {
  auto shape = matrixShapeOf(inst);
  if (!shape || inst.types.size() != 4)
    return e.refuse(inst);
  if (!Multiplier(e, inst).sparse(*shape, inst.types[0], inst.types[1], inst.types[2],
                                  inst.types[3]))
    e.refuse(inst);
}

// -- wmma -----------------------------------------------------------------------------------------

namespace {

/// wmma.load and wmma.store of one fragment, element by element or, along k, register by register.
class FragmentMover {
public:
  FragmentMover(FunctionEmitter &e, const ptx::Instruction &inst, MatrixShape shape)
      : e(e), inst(inst), shape(shape), type(inst.type()), lanes(e) {}

  bool loadFactor(bool isA);
  bool loadAccumulator();
  bool storeAccumulator();

private:
  FunctionEmitter &e;
  const ptx::Instruction &inst;
  MatrixShape shape;
  Type type;
  LaneReader lanes;
  llvm::Value *pointer = nullptr, *stride = nullptr;

  bool isRow() const { return inst.has(Modifier::Row); }
  llvm::Value *wide(llvm::Value *x) { return e.ir.CreateZExt(x, e.intType(64)); }
  void prepare(size_t address, unsigned defaultStride) {
    pointer = e.address(inst.operands[address], inst.space);
    stride = inst.operands.size() > 2
                 ? e.ir.CreateSExt(e.read(inst.operands[2], Type::S32), e.intType(64))
                 : e.constant(64, defaultStride);
  }
  /// Element `minor` of line `line`, in elements of `bits` bits.
  llvm::Value *place(llvm::Value *line, llvm::Value *minor, unsigned bits) {
    llvm::Value *index = e.ir.CreateAdd(e.ir.CreateMul(wide(line), stride), wide(minor));
    llvm::Value *bytes = bits >= 8 ? e.ir.CreateMul(index, e.constant(64, bits / 8))
                                   : e.ir.CreateUDiv(index, e.constant(64, 8 / bits));
    return e.ir.CreateGEP(e.ir.getInt8Ty(), pointer, bytes);
  }
  llvm::Value *load(llvm::Value *at, unsigned bits) {
    return e.inSpace(e.ir.CreateAlignedLoad(e.intType(bits), at, llvm::Align(bits / 8)),
                     inst.space);
  }
  /// Calls body(row, column, element index) for the accumulators of this lane.
  template <typename Body> void forAccumulators(Body body) {
    for (unsigned r = 0; r < shape.m / 8; ++r)
      for (unsigned g = 0; g < shape.n / 8; ++g)
        for (unsigned i = 0; i < 2; ++i) {
          llvm::Value *row = e.ir.CreateAdd(lanes.group(), e.constant(32, 8 * r));
          llvm::Value *column =
              e.ir.CreateAdd(e.ir.CreateShl(lanes.pair(), 1), e.constant(32, 8 * g + i));
          body(row, column, (r * (shape.n / 8) + g) * 2 + i);
        }
  }
};

bool FragmentMover::loadFactor(bool isA) {
  unsigned each = elementsPerRegister(type), bits = type == Type::TF32 ? 32 : ptx::sizeInBits(type);
  unsigned blocks = (isA ? shape.m : shape.n) / 8;
  llvm::ArrayRef<ptx::Operand> registers = elementsOf(inst.operands[0]);
  if (!each || !blocks)
    return false;
  unsigned steps = shape.k / (4 * each), used = blocks * steps;
  bool alongK = isRow() == isA; // the elements of a register lie side by side
  if (!used || registers.size() < used || (!alongK && bits < 8))
    return false;
  prepare(1, alongK ? shape.k : isA ? shape.m : shape.n);
  Values values;
  for (unsigned step = 0; step < steps; ++step)
    for (unsigned block = 0; block < blocks; ++block) {
      llvm::Value *across = e.ir.CreateAdd(lanes.group(), e.constant(32, 8 * block));
      llvm::Value *k = e.ir.CreateAdd(e.ir.CreateMul(lanes.pair(), e.constant(32, each)),
                                      e.constant(32, 4 * each * step));
      if (alongK) {
        values.push_back(load(place(across, k, bits), each * bits));
        continue;
      }
      llvm::Value *reg = nullptr;
      for (unsigned i = 0; i < each; ++i) {
        llvm::Value *x = load(place(e.ir.CreateAdd(k, e.constant(32, i)), across, bits), bits);
        x = e.ir.CreateZExt(x, e.intType(each * bits));
        reg = i ? e.ir.CreateOr(reg, e.ir.CreateShl(x, bits * i)) : x;
      }
      values.push_back(reg);
    }
  // A fragment may have more registers than elements need; they repeat.
  for (size_t i = 0; i < registers.size(); ++i)
    e.write(registers[i], values[i % used], bits == 64 ? Type::B64 : Type::B32);
  return true;
}

bool FragmentMover::loadAccumulator() {
  llvm::ArrayRef<ptx::Operand> registers = elementsOf(inst.operands[0]);
  bool packed = type == Type::F16;
  unsigned count = shape.m / 8 * (shape.n / 8) * 2, bits = ptx::sizeInBits(type);
  if (registers.size() * (packed ? 2 : 1) != count || (bits != 16 && bits != 32 && bits != 64))
    return false;
  prepare(1, isRow() ? shape.n : shape.m);
  Values values(count);
  forAccumulators([&](llvm::Value *row, llvm::Value *column, unsigned index) {
    values[index] = load(isRow() ? place(row, column, bits) : place(column, row, bits), bits);
  });
  for (size_t i = 0; i < registers.size(); ++i)
    e.write(registers[i], packed ? pack(e, values[2 * i], values[2 * i + 1]) : values[i],
            bits == 64 ? Type::B64 : Type::B32);
  return true;
}

bool FragmentMover::storeAccumulator() {
  llvm::ArrayRef<ptx::Operand> registers = elementsOf(inst.operands[1]);
  bool packed = type == Type::F16;
  unsigned count = shape.m / 8 * (shape.n / 8) * 2, bits = ptx::sizeInBits(type);
  if (registers.size() * (packed ? 2 : 1) != count || (bits != 16 && bits != 32 && bits != 64))
    return false;
  Values values;
  for (const ptx::Operand &reg : registers) {
    llvm::Value *value = e.read(reg, bits == 64 ? Type::B64 : Type::B32);
    if (packed) {
      values.push_back(unpack(e, value, 0));
      values.push_back(unpack(e, value, 1));
    } else {
      values.push_back(value);
    }
  }
  prepare(0, isRow() ? shape.n : shape.m);
  forAccumulators([&](llvm::Value *row, llvm::Value *column, unsigned index) {
    llvm::Value *at = isRow() ? place(row, column, bits) : place(column, row, bits);
    e.inSpace(e.ir.CreateAlignedStore(values[index], at, llvm::Align(bits / 8)), inst.space);
  });
  return true;
}

} // namespace

void emitWmma(FunctionEmitter &e, const ptx::Instruction &inst) {
  auto shape = matrixShapeOf(inst);
  const auto &types = inst.types;
  bool isKnown = false;
  if (!shape || types.empty()) {
    // refused
  } else if (inst.has(Modifier::Mma)) {
    Multiplier multiplier(e, inst);
    if (types.size() == 2)
      isKnown = multiplier.mma(*shape, types[0], Type::F16, Type::F16, types[1]);
    else if (types.size() == 4)
      isKnown = multiplier.mma(*shape, types[0], types[1], types[2], types[3]);
  } else if (inst.operands.size() == 2 || inst.operands.size() == 3) {
    FragmentMover mover(e, inst, *shape);
    if (inst.has(Modifier::Store))
      isKnown = mover.storeAccumulator();
    else if (inst.has(Modifier::Load))
      isKnown = inst.has(Modifier::A) || inst.has(Modifier::B)
                    ? mover.loadFactor(inst.has(Modifier::A))
                    : inst.has(Modifier::C) && mover.loadAccumulator();
  }
  if (!isKnown)
    e.refuse(inst);
}

} // namespace anywarp::codegen
