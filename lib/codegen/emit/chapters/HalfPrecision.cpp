// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Half precision instructions: .f16, .bf16 and their packed pairs, whose halves are computed one by
// one, and the mixed forms that add a half to a .f32. The arithmetic is
// device/builtins/HalfPrecision.cpp.
#include "codegen/emit/chapters/FloatModes.h"

namespace anywarp::codegen {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

namespace {

bool isPacked(Type type) { return type == Type::F16x2 || type == Type::BF16x2; }

Type elementOf(Type type) {
  return type == Type::F16x2 ? Type::F16 : type == Type::BF16x2 ? Type::BF16 : type;
}

bool isHalf(Type type) { return elementOf(type) == Type::F16 || elementOf(type) == Type::BF16; }

/// Emits `inst` on one pair of 16-bit elements; null for what is not of this chapter.
llvm::Value *emitElement(FunctionEmitter &e, const ptx::Instruction &inst, Type type,
                         llvm::ArrayRef<llvm::Value *> v) {
  bool bf16 = type == Type::BF16;
  uint32_t flags = floatFlagsOf(inst);
  auto call = [&](llvm::StringRef stem, llvm::ArrayRef<llvm::Value *> values,
                  bool withFlags = true) {
    llvm::SmallVector<llvm::Value *, 4> args(values);
    if (withFlags)
      args.push_back(e.constant(32, flags));
    return e.callBuiltin(("aw_" + stem + (bf16 ? "_bf16" : "_f16")).str(), args);
  };
  switch (inst.opcode) {
  case Opcode::Add:
    return call("add", v);
  case Opcode::Sub:
    return call("sub", v);
  case Opcode::Mul:
    return call("mul", v);
  case Opcode::Fma:
    return call("fma", v);
  case Opcode::Neg:
    return call("neg", v, !bf16);
  case Opcode::Abs:
    return call("abs", v, !bf16);
  case Opcode::Min:
  case Opcode::Max: {
    if (inst.opcode == Opcode::Min)
      flags |= device::FlagMin;
    llvm::Value *r = call("minmax", {v[0], v[1]});
    return v.size() == 3 ? call("minmax", {r, v[2]}) : r;
  }
  case Opcode::Ex2:
    return call("ex2_approx", v, false);
  case Opcode::Tanh:
    return call("tanh_approx", v, false);
  default:
    return nullptr;
  }
}

bool hasOperandCount(const ptx::Instruction &inst) {
  size_t count = inst.operands.size();
  switch (inst.opcode) {
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Mul:
    return count == 3;
  case Opcode::Min:
  case Opcode::Max:
    return count == 3 || count == 4;
  case Opcode::Fma:
    return count == 4;
  case Opcode::Neg:
  case Opcode::Abs:
  case Opcode::Ex2:
  case Opcode::Tanh:
    return count == 2;
  default:
    return false;
  }
}

/// A half as a packed pair or a single element, 32 or 16 bits.
llvm::Value *readBits(FunctionEmitter &e, const ptx::Operand &operand, Type type) {
  return e.toBits(e.read(operand, type));
}

/// Computes the one or two elements of `operands` and writes the result.
void emitElements(FunctionEmitter &e, const ptx::Instruction &inst, Type type,
                  llvm::ArrayRef<llvm::Value *> operands) {
  bool packed = isPacked(type);
  llvm::Value *results[2] = {};
  for (unsigned element = 0; element < (packed ? 2 : 1); ++element) {
    llvm::SmallVector<llvm::Value *, 3> values;
    for (llvm::Value *operand : operands)
      values.push_back(packed ? unpack(e, operand, element) : operand);
    results[element] = emitElement(e, inst, elementOf(type), values);
  }
  e.write(inst.operands[0], packed ? pack(e, results[0], results[1]) : results[0],
          packed ? Type::B32 : Type::B16);
}

/// The factors and the addend of a sum with the product that is fused with it.
llvm::SmallVector<llvm::Value *, 3> fusedOperands(FunctionEmitter &e, const ptx::Instruction &sum,
                                                  const ptx::Instruction &product, Type type) {
  bool isFirst = sum.operands[1].kind == ptx::Operand::Register &&
                 sum.operands[1].reg == product.operands[0].reg;
  llvm::Value *a = readBits(e, product.operands[1], type);
  llvm::Value *b = readBits(e, product.operands[2], type);
  llvm::Value *c = readBits(e, sum.operands[isFirst ? 2 : 1], type);
  if (sum.opcode == Opcode::Sub) {
    llvm::Value *&negated = isFirst ? c : a;
    negated = e.ir.CreateXor(negated,
                             isPacked(type) ? e.constant(32, 0x80008000u) : e.constant(16, 0x8000));
  }
  return {a, b, c};
}

void emitArithmetic(FunctionEmitter &e, const ptx::Instruction &inst, Type type) {
  if (!hasOperandCount(inst))
    return e.refuse(inst);
  if (const ptx::Instruction *product = e.productOf(inst)) {
    ptx::Instruction fused = inst;
    fused.opcode = Opcode::Fma;
    return emitElements(e, fused, type, fusedOperands(e, inst, *product, type));
  }
  llvm::SmallVector<llvm::Value *, 3> operands;
  for (size_t i = 1; i < inst.operands.size(); ++i)
    operands.push_back(readBits(e, inst.operands[i], type));
  return emitElements(e, inst, type, operands);
}

/// add, sub, fma of the form op.f32.f16 d, a{, b}, c: halves are widened, c and d are floats.
void emitMixed(FunctionEmitter &e, const ptx::Instruction &inst) {
  bool fma = inst.opcode == Opcode::Fma;
  if (inst.operands.size() != (fma ? 4u : 3u))
    return e.refuse(inst);
  Type half = inst.types[1];
  auto widen = [&](size_t i) { return halfToFloat(e, readBits(e, inst.operands[i], half), half); };
  llvm::SmallVector<llvm::Value *, 5> args{widen(1)};
  if (fma)
    args.push_back(widen(2));
  llvm::Value *c = e.read(inst.operands[fma ? 3 : 2], Type::F32);
  args.push_back(inst.opcode == Opcode::Sub ? e.ir.CreateFNeg(c) : c);
  args.push_back(e.constant(32, roundingOf(inst)));
  args.push_back(e.constant(32, floatFlagsOf(inst)));
  e.write(inst.operands[0], e.callBuiltin(fma ? "aw_fma_f32" : "aw_add_f32", args), Type::F32);
}

} // namespace

void emitHalfPrecision(FunctionEmitter &e, const ptx::Instruction &inst) {
  Type type = inst.types.back();
  if (!isHalf(type))
    return e.refuse(inst);
  if (inst.types.size() == 2 && inst.types[0] == Type::F32 &&
      (inst.opcode == Opcode::Add || inst.opcode == Opcode::Sub || inst.opcode == Opcode::Fma))
    return emitMixed(e, inst);
  return inst.types.size() == 1 ? emitArithmetic(e, inst, type) : e.refuse(inst);
}

} // namespace anywarp::codegen
