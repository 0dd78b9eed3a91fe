// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions whose meaning stands in their rows (Op, Call and Rounded of spec/Ptx.td): operands
// are read, the generated cases compute the result of each element, and it is written.
#include <cassert>

#include "codegen/emit/chapters/FloatModes.h"
#include "codegen/emit/chapters/IntegerArith.h"
#include "ptx/Forms.h"
#include "ptx/Words.h"
#include "support/Unreachable.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Type;

namespace {

/// The type of the elements of packed ones; other types are their own.
Type elementOf(Type type) {
  switch (type) {
  case Type::F16x2:
    return Type::F16;
  case Type::BF16x2:
    return Type::BF16;
  case Type::F32x2:
    return Type::F32;
  case Type::U16x2:
    return Type::U16;
  case Type::S16x2:
    return Type::S16;
  default:
    return type;
  }
}

bool isHalf(Type type) { return type == Type::F16 || type == Type::BF16; }

class Operation {
public:
  Operation(FunctionEmitter &e, const Instruction &inst, const ptx::Form &form)
      : e(e), inst(inst), form(form), element(elementOf(inst.type())),
        isPacked(element != inst.type()) {}

  /// `negated`: an operand whose sign changes first, or -1.
  void emit(int negated) {
    llvm::SmallVector<llvm::Value *, 4> operands;
    for (size_t i = 1; i < inst.operands.size(); ++i)
      operands.push_back(read(i));
    if (!isPacked)
      return write(compute(operands, negated));
    llvm::Value *results[2];
    for (unsigned k : {0u, 1u}) {
      llvm::SmallVector<llvm::Value *, 4> elements;
      for (llvm::Value *operand : operands)
        elements.push_back(element == Type::F32 ? e.fromBits(unpack(e, operand, k), element)
                                                : unpack(e, operand, k));
      results[k] = e.toBits(compute(elements, negated));
    }
    write(pack(e, results[0], results[1]));
  }

private:
  FunctionEmitter &e;
  const Instruction &inst;
  const ptx::Form &form;
  const Type element; ///< in which the operation computes
  const bool isPacked;

  /// Halves are their bits, or floats where the instruction has one half beside a .f32.
  llvm::Value *read(size_t i) {
    const Type type = ptx::typeOf(inst, form.operands()[i]);
    llvm::Value *value = e.read(inst.operands[i], type);
    if (isHalf(elementOf(type)) && element == Type::F32)
      return halfToFloat(e, e.toBits(value), type);
    return isPacked || isHalf(type) ? e.toBits(value) : value;
  }

  /// An integer of another size than the destination's is truncated or extended with zeros.
  void write(llvm::Value *value) {
    Type type = ptx::typeOf(inst, form.operands()[0]);
    if (isHalf(type) || (isPacked && ptx::sizeInBits(type) == 32))
      type = isHalf(type) ? Type::B16 : Type::B32;
    if (value->getType()->isIntegerTy() && type != Type::Pred)
      value = e.ir.CreateZExtOrTrunc(value, e.intType(ptx::sizeInBits(type)));
    e.write(inst.operands[0], value, type);
  }

  llvm::Value *compute(llvm::MutableArrayRef<llvm::Value *> v, int negated) {
    if (negated >= 0 && isHalf(element))
      v[negated] = e.ir.CreateXor(v[negated], e.constant(16, 0x8000));
    else if (negated >= 0)
      v[negated] = e.ir.CreateFNeg(v[negated]);
    switch (form.operation) {
#include "codegen/Operations.inc.h"
    }
    AW_UNREACHABLE("a form without its case");
  }

  // What expressions are made of.
  llvm::Constant *number(llvm::Type *type, int value) {
    return llvm::ConstantInt::getSigned(type, value);
  }
  llvm::Constant *number(llvm::Type *type, double value) {
    return llvm::ConstantFP::get(type, value);
  }
  llvm::Value *intrinsic(llvm::Intrinsic::ID id, llvm::ArrayRef<llvm::Value *> args) {
    return e.ir.CreateIntrinsic(id, {args[0]->getType()}, args);
  }
  /// `ofElement`: the name ends with the element's type.
  llvm::Value *builtin(llvm::StringRef stem, bool ofElement, llvm::ArrayRef<llvm::Value *> args) {
    std::string name = stem.str();
    return e.callBuiltin(ofElement ? name.append(ptx::toString(element)) : name, args);
  }
  llvm::Constant *lowest(llvm::Type *type) {
    return e.ir.getInt(llvm::APInt::getSignedMinValue(type->getIntegerBitWidth()));
  }
  llvm::Value *wide(llvm::Value *x) {
    llvm::Type *type = e.intType(2 * x->getType()->getIntegerBitWidth());
    return ptx::isSigned(inst.type()) ? e.ir.CreateSExt(x, type) : e.ir.CreateZExt(x, type);
  }
  llvm::Value *high(llvm::Value *x) {
    unsigned bits = x->getType()->getIntegerBitWidth() / 2;
    return e.ir.CreateTrunc(e.ir.CreateLShr(x, bits), e.intType(bits));
  }
  llvm::Value *flushed(llvm::Value *x) { return inst.has(Modifier::Ftz) ? flushF32(e, x) : x; }
  llvm::Value *carrySum(llvm::Value *a, llvm::Value *b) { return addWithCarry(e, inst, a, b); }
  llvm::Value *carryDifference(llvm::Value *a, llvm::Value *b) {
    return subtractWithBorrow(e, inst, a, b);
  }
  llvm::Value *word(uint32_t value) { return e.constant(32, value); }
  llvm::Value *rounding() { return word(roundingOf(inst)); }
  llvm::Value *flags(uint32_t more = 0) {
    return word(floatFlagsOf(inst) | more | (e.isExact ? device::FlagExact : 0));
  }
  llvm::Value *isSigned(size_t i) { return word(ptx::isSigned(inst.type(i))); }
  /// `flushes`: .ftz concerns operands only, which are flushed then.
  bool isPlain(bool flushes) {
    return roundingOf(inst) == device::RoundNearest && (flushes || !inst.has(Modifier::Ftz));
  }
  llvm::Value *saturate(llvm::Value *x) {
    return inst.has(Modifier::Sat) ? builtin("aw_sat_", true, {x}) : x;
  }
};

} // namespace

/// A sum is computed together with the product that it is fused with (Contraction.cpp), as `fma`.
void emitOperation(FunctionEmitter &e, const Instruction &inst, const ptx::Form &form) {
  const Instruction *product = e.productOf(inst);
  if (!product)
    return Operation(e, inst, form).emit(-1);
  const bool isFirst = inst.operands[1].kind == ptx::Operand::Register &&
                       inst.operands[1].reg == product->operands[0].reg;
  Instruction fused = inst;
  fused.opcode = ptx::Opcode::Fma;
  fused.modifiers.insert(fused.modifiers.begin(), Modifier::Rn);
  fused.operands = {inst.operands[0], product->operands[1], product->operands[2],
                    inst.operands[isFirst ? 2 : 1]};
  const int negated = inst.opcode != ptx::Opcode::Sub ? -1 : isFirst ? 2 : 0;
  const ptx::Form *fusedForm = ptx::findForm(fused, e.source);
  assert(fusedForm && "Contraction.cpp fuses what has a form of fma");
  Operation(e, fused, *fusedForm).emit(negated);
}

} // namespace anywarp::codegen
