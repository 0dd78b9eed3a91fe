// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wgmma: the asynchronous multiplications of a warpgroup. Like other asynchronous instructions they
// are done at once; each thread asks the engine for its own elements (exec/WarpgroupMultiply).
#include "codegen/emit/Matrix.h"
#include "codegen/emit/ModuleEmitter.h"
#include "exec/WarpgroupAbi.h"

#include <llvm/IR/ValueSymbolTable.h>

namespace anywarp::codegen {

using exec::WarpgroupOperands;
using ptx::Instruction;
using ptx::Modifier;
using ptx::Operand;
using ptx::Type;

namespace {

std::optional<WarpgroupOperands::Element> elementOf(Type type) {
  switch (type) {
  case Type::F16:
    return WarpgroupOperands::F16;
  case Type::BF16:
    return WarpgroupOperands::BF16;
  case Type::TF32:
    return WarpgroupOperands::TF32;
  case Type::E4M3:
    return WarpgroupOperands::E4M3;
  case Type::E5M2:
    return WarpgroupOperands::E5M2;
  case Type::S8:
    return WarpgroupOperands::S8;
  case Type::U8:
    return WarpgroupOperands::U8;
  case Type::B1:
    return WarpgroupOperands::B1;
  default:
    return std::nullopt;
  }
}

/// The forms that the manual has, of D's and the factors' types.
bool isForm(const MatrixShape &shape, Type d, Type a, Type b) {
  const bool isSmall = a == Type::E4M3 || a == Type::E5M2, isByte = a == Type::S8 || a == Type::U8;
  if (shape.m != 64 || shape.n % 8 || !shape.n || shape.n > 256)
    return false;
  switch (a) {
  case Type::F16:
    return b == a && shape.k == 16 && (d == Type::F16 || d == Type::F32);
  case Type::BF16:
    return b == a && shape.k == 16 && d == Type::F32;
  case Type::TF32:
    return b == a && shape.k == 8 && d == Type::F32;
  case Type::B1:
    return b == a && shape.k == 256 && d == Type::S32;
  default:
    if (isSmall)
      return (b == Type::E4M3 || b == Type::E5M2) && shape.k == 32 &&
             (d == Type::F16 || d == Type::F32);
    return isByte && (b == Type::S8 || b == Type::U8) && shape.k == 32 && d == Type::S32;
  }
}

/// The operands in memory, as the engine reads them; one place serves all instructions of a
/// function.
class Operands {
public:
  explicit Operands(FunctionEmitter &e) : e(e) {
    constexpr char kName[] = "warpgroup";
    place = llvm::dyn_cast_or_null<llvm::AllocaInst>(e.target.getValueSymbolTable()->lookup(kName));
    if (!place)
      place = e.entryAlloca(
          llvm::ArrayType::get(e.intType(64), sizeof(WarpgroupOperands) / sizeof(uint64_t)), kName);
  }
  void put(llvm::Value *value, uint64_t offset) {
    e.ir.CreateAlignedStore(value, at(offset),
                            llvm::Align(value->getType()->getIntegerBitWidth() / 8));
  }
  void put(bool value, uint64_t offset) { put(e.constant(8, value), offset); }
  llvm::Value *word(uint64_t offset) {
    return e.ir.CreateAlignedLoad(e.intType(32), at(offset), llvm::Align(4));
  }
  void multiply() {
    llvm::Type *word = e.intType(64);
    llvm::Function *serve = e.module.serialFunction(
        "__aw_wgmma", llvm::FunctionType::get(e.ir.getVoidTy(), {word}, false));
    e.ir.CreateCall(serve, {e.ir.CreatePtrToInt(place, word)});
  }

private:
  FunctionEmitter &e;
  llvm::AllocaInst *place;
  llvm::Value *at(uint64_t offset) { return e.ir.CreatePtrAdd(place, e.constant(64, offset)); }
};

/// The two rows of A that a thread needs, out of the registers of the four threads that share them.
void putRegisters(FunctionEmitter &e, llvm::ArrayRef<Operand> registers, Operands &operands) {
  LaneReader lanes(e);
  for (unsigned r = 0; r < 4; ++r) {
    llvm::Value *own = e.read(registers[r], Type::B32);
    for (unsigned t = 0; t < 4; ++t) {
      llvm::Value *from =
          e.ir.CreateOr(e.ir.CreateAnd(lanes.lane(), e.constant(32, 28)), e.constant(32, t));
      const unsigned word = r % 2 * 8 + r / 2 * 4 + t;
      operands.put(lanes.read(own, from), offsetof(WarpgroupOperands, a) + 4 * word);
    }
  }
}

/// d, a, b, scale-d {, imm-scale-a, imm-scale-b} {, imm-trans-a} {, imm-trans-b}
bool emitMultiply(FunctionEmitter &e, const Instruction &inst) {
  const auto &ops = inst.operands;
  auto shape = matrixShapeOf(inst);
  if (!shape || inst.types.size() != 3 || ops.size() < 4 || inst.has(Modifier::Sp) ||
      inst.has(Modifier::SpOrderedMetadata) ||
      !isForm(*shape, inst.types[0], inst.types[1], inst.types[2]))
    return false;
  const Type typeD = inst.types[0], typeA = inst.types[1], typeB = inst.types[2];
  const bool hasRegisters = ops[1].kind == Operand::Vector;
  const bool isHalf = typeA == Type::F16 || typeA == Type::BF16, isNumber = typeD != Type::S32;
  llvm::ArrayRef<Operand> sums = elementsOf(ops[0]);
  const size_t expected = 4 + (isNumber ? 2 : 0) + (isHalf ? (hasRegisters ? 1 : 2) : 0);
  if (sums.size() != shape->n / (typeD == Type::F16 ? 4 : 2) || ops.size() != expected ||
      (hasRegisters && ops[1].elements.size() != 4))
    return false;
  for (size_t i = 4; i < ops.size(); ++i)
    if (ops[i].kind != Operand::Integer)
      return false;
  auto immediate = [&](size_t i) { return i < ops.size() ? ops[i].integer : 0; };

  Operands operands(e);
  if (hasRegisters)
    putRegisters(e, ops[1].elements, operands);
  else
    operands.put(e.read(ops[1], Type::B64), offsetof(WarpgroupOperands, descriptorA));
  operands.put(e.read(ops[2], Type::B64), offsetof(WarpgroupOperands, descriptorB));
  llvm::Value *isAdded =
      ops[3].kind == Operand::Integer ? e.ir.getInt1(ops[3].integer != 0) : e.readPredicate(ops[3]);
  operands.put(e.constant(16, shape->n), offsetof(WarpgroupOperands, n));
  operands.put(e.constant(8, *elementOf(typeA)), offsetof(WarpgroupOperands, typeA));
  operands.put(e.constant(8, *elementOf(typeB)), offsetof(WarpgroupOperands, typeB));
  operands.put(typeD == Type::F16, offsetof(WarpgroupOperands, hasHalfSums));
  operands.put(hasRegisters, offsetof(WarpgroupOperands, hasRegisters));
  operands.put(e.ir.CreateZExt(isAdded, e.intType(8)), offsetof(WarpgroupOperands, isAdded));
  operands.put(isNumber && immediate(4) < 0, offsetof(WarpgroupOperands, isNegativeA));
  operands.put(isNumber && immediate(5) < 0, offsetof(WarpgroupOperands, isNegativeB));
  operands.put(isHalf && !hasRegisters && immediate(6) != 0,
               offsetof(WarpgroupOperands, isTransposedA));
  operands.put(isHalf && immediate(hasRegisters ? 6 : 7) != 0,
               offsetof(WarpgroupOperands, isTransposedB));
  operands.put(inst.has(Modifier::Satfinite), offsetof(WarpgroupOperands, saturates));
  for (size_t i = 0; i < sums.size(); ++i)
    operands.put(e.read(sums[i], Type::B32), offsetof(WarpgroupOperands, d) + 4 * i);
  operands.multiply();
  for (size_t i = 0; i < sums.size(); ++i)
    e.write(sums[i], operands.word(offsetof(WarpgroupOperands, d) + 4 * i), Type::B32);
  return true;
}

} // namespace

bool emitWgmma(FunctionEmitter &e, const Instruction &inst) {
  if (inst.has(Modifier::Fence) || inst.has(Modifier::CommitGroup) || inst.has(Modifier::WaitGroup))
    return true; // what was asked for is done
  return inst.has(Modifier::MmaAsync) && emitMultiply(e, inst);
}

} // namespace anywarp::codegen
