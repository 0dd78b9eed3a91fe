// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point instructions on .f32, .f32x2 and .f64.
// What is one LLVM operation stands here as such; the rest is device/builtins/FloatingPoint.cpp and
// Approximate.cpp.
#include "codegen/emit/chapters/FloatModes.h"

namespace anywarp::codegen {

using ptx::Modifier;
using ptx::Opcode;
using ptx::Type;

namespace {

/// One instruction of this chapter on one element.
class FloatOperation {
public:
  FloatOperation(FunctionEmitter &e, const ptx::Instruction &inst, Type type)
      : e(e), inst(inst), isDouble(type == Type::F64), rounding(roundingOf(inst)),
        flags(floatFlagsOf(inst)), ftz(inst.has(Modifier::Ftz)),
        approx(inst.has(Modifier::Approx)) {}

  /// The result, or null for an instruction that this chapter does not know.
  llvm::Value *emit(llvm::ArrayRef<llvm::Value *> v);

private:
  FunctionEmitter &e;
  const ptx::Instruction &inst;
  bool isDouble;
  device::Rounding rounding;
  uint32_t flags;
  bool ftz, approx;

  llvm::Constant *word(uint32_t value) { return e.constant(32, value); }
  llvm::Value *number(double value) {
    return llvm::ConstantFP::get(isDouble ? e.ir.getDoubleTy() : e.ir.getFloatTy(), value);
  }
  std::string name(llvm::StringRef stem) {
    return ("aw_" + stem + (isDouble ? "_f64" : "_f32")).str();
  }
  llvm::Value *flush(llvm::Value *x) { return ftz && !isDouble ? flushF32(e, x) : x; }
  llvm::Value *saturate(llvm::Value *x) {
    return inst.has(Modifier::Sat) ? e.callBuiltin(name("sat"), {x}) : x;
  }
  llvm::Value *call(llvm::StringRef stem, llvm::ArrayRef<llvm::Value *> v) {
    llvm::SmallVector<llvm::Value *, 6> args(v);
    args.push_back(word(rounding));
    if (!isDouble)
      args.push_back(word(flags));
    return e.callBuiltin(name(stem), args);
  }
  /// In the host's own rounding and subnormals, an operation is its LLVM instruction.
  bool isPlain() const { return rounding == device::RoundNearest && !ftz; }
  llvm::Value *divide(llvm::Value *a, llvm::Value *b);
  llvm::Value *squareRoot(llvm::Value *x);
  llvm::Value *keepNan(llvm::Value *x, llvm::Value *result);
  llvm::Value *minMax(llvm::ArrayRef<llvm::Value *> v);
  llvm::Value *approximate(llvm::StringRef stem, llvm::Value *x) {
    return e.callBuiltin(name(stem), {x, word(flags)});
  }
};

llvm::Value *FloatOperation::divide(llvm::Value *a, llvm::Value *b) {
  if (approx && !isDouble)
    return e.callBuiltin("aw_div_approx_f32", {a, b, word(flags)});
  return isPlain() ? e.ir.CreateFDiv(a, b) : call("div", {a, b});
}

llvm::Value *FloatOperation::squareRoot(llvm::Value *x) {
  // A square root is never subnormal, so only its operand is flushed.
  if (rounding == device::RoundNearest)
    return e.unary(llvm::Intrinsic::sqrt, flush(x));
  return call("sqrt", {x});
}

/// neg.f64 and abs.f64 leave a NaN its sign (seen), where it shows.
llvm::Value *FloatOperation::keepNan(llvm::Value *x, llvm::Value *result) {
  if (!isDouble || !e.showsSign(inst.operands[0]))
    return result;
  return e.ir.CreateSelect(e.ir.CreateFCmpUNO(x, x), x, result);
}

llvm::Value *FloatOperation::minMax(llvm::ArrayRef<llvm::Value *> v) {
  uint32_t how = flags | (inst.opcode == Opcode::Min ? device::FlagMin : 0);
  llvm::Value *r = e.callBuiltin(name("minmax"), {v[0], v[1], word(how)});
  return v.size() == 3 ? e.callBuiltin(name("minmax"), {r, v[2], word(how)}) : r;
}

llvm::Value *FloatOperation::emit(llvm::ArrayRef<llvm::Value *> v) {
  switch (inst.opcode) {
  case Opcode::Add:
    return isPlain() ? saturate(e.ir.CreateFAdd(v[0], v[1])) : call("add", v);
  case Opcode::Sub:
    return isPlain() ? saturate(e.ir.CreateFSub(v[0], v[1]))
                     : call("add", {v[0], e.ir.CreateFNeg(v[1])});
  case Opcode::Mul:
    return isPlain() ? saturate(e.ir.CreateFMul(v[0], v[1])) : call("mul", v);
  case Opcode::Fma:
  case Opcode::Mad:
    if (!isPlain())
      return call("fma", v);
    return saturate(e.ir.CreateIntrinsic(llvm::Intrinsic::fma, {v[0]->getType()}, v));
  case Opcode::Div:
    return divide(v[0], v[1]);
  case Opcode::Rcp:
    if (isDouble && approx)
      return e.callBuiltin("aw_rcp_gross_f64", {v[0]});
    return isPlain() ? e.ir.CreateFDiv(number(1), v[0]) : call("div", {number(1), v[0]});
  case Opcode::Sqrt:
    return squareRoot(v[0]);
  case Opcode::Rsqrt:
    if (isDouble)
      return e.callBuiltin(ftz ? "aw_rsqrt_gross_f64" : "aw_rsqrt_approx_f64", {v[0]});
    return approximate("rsqrt_approx", v[0]);
  case Opcode::Min:
  case Opcode::Max:
    return minMax(v);
  case Opcode::Abs:
    return keepNan(v[0], e.unary(llvm::Intrinsic::fabs, flush(v[0])));
  case Opcode::Neg:
    return keepNan(v[0], e.ir.CreateFNeg(flush(v[0])));
  case Opcode::Copysign: // the sign of a on the value of b
    return e.binary(llvm::Intrinsic::copysign, v[1], v[0]);
  case Opcode::Sin:
    return approximate("sin_approx", v[0]);
  case Opcode::Cos:
    return approximate("cos_approx", v[0]);
  case Opcode::Lg2:
    return approximate("lg2_approx", v[0]);
  case Opcode::Ex2:
    return approximate("ex2_approx", v[0]);
  case Opcode::Tanh:
    return e.callBuiltin("aw_tanh_approx_f32", {v[0]});
  default:
    return nullptr;
  }
}

/// Operands of an operation of this chapter, destination left out; 0 if it is none.
std::pair<size_t, size_t> operandCounts(Opcode opcode) {
  switch (opcode) {
  case Opcode::Add:
  case Opcode::Sub:
  case Opcode::Mul:
  case Opcode::Div:
  case Opcode::Copysign:
    return {2, 2};
  case Opcode::Min:
  case Opcode::Max:
    return {2, 3};
  case Opcode::Fma:
  case Opcode::Mad:
    return {3, 3};
  case Opcode::Rcp:
  case Opcode::Sqrt:
  case Opcode::Rsqrt:
  case Opcode::Abs:
  case Opcode::Neg:
  case Opcode::Sin:
  case Opcode::Cos:
  case Opcode::Lg2:
  case Opcode::Ex2:
  case Opcode::Tanh:
    return {1, 1};
  default:
    return {0, 0};
  }
}

/// A sum together with the product that it is fused with (Contraction.cpp).
void emitFused(FunctionEmitter &e, const ptx::Instruction &sum, const ptx::Instruction &product,
               Type type) {
  bool isFirst = sum.operands[1].kind == ptx::Operand::Register &&
                 sum.operands[1].reg == product.operands[0].reg;
  llvm::Value *a = e.read(product.operands[1], type);
  llvm::Value *b = e.read(product.operands[2], type);
  llvm::Value *c = e.read(sum.operands[isFirst ? 2 : 1], type);
  if (sum.opcode == Opcode::Sub) {
    llvm::Value *&negated = isFirst ? c : a;
    negated = e.ir.CreateFNeg(negated);
  }
  ptx::Instruction fused = sum;
  fused.opcode = Opcode::Fma;
  e.write(sum.operands[0], FloatOperation(e, fused, type).emit({a, b, c}), type);
}

void emitArithmetic(FunctionEmitter &e, const ptx::Instruction &inst, Type type) {
  if (const ptx::Instruction *product = e.productOf(inst))
    return emitFused(e, inst, *product, type);
  auto [least, most] = operandCounts(inst.opcode);
  size_t count = inst.operands.size();
  if (!least || count < least + 1 || count > most + 1)
    return e.refuse(inst);
  bool paired = type == Type::F32x2;
  FloatOperation operation(e, inst, paired ? Type::F32 : type);
  llvm::Value *results[2] = {};
  for (unsigned element = 0; element < (paired ? 2 : 1); ++element) {
    llvm::SmallVector<llvm::Value *, 3> values;
    for (size_t i = 1; i < count; ++i) {
      llvm::Value *value = e.read(inst.operands[i], type);
      values.push_back(paired ? e.fromBits(unpack(e, value, element), Type::F32) : value);
    }
    results[element] = operation.emit(values);
    if (!results[element])
      return e.refuse(inst);
  }
  e.write(inst.operands[0],
          paired ? pack(e, e.toBits(results[0]), e.toBits(results[1])) : results[0], type);
}

/// testp: a zero counts as normal.
void emitTestp(FunctionEmitter &e, const ptx::Instruction &inst, Type type) {
  static constexpr struct {
    Modifier modifier;
    uint32_t classes;
  } kTests[] = {
      {Modifier::Finite, llvm::fcFinite},
      {Modifier::Infinite, llvm::fcInf},
      {Modifier::Number, llvm::fcAllFlags & ~llvm::fcNan},
      {Modifier::Notanumber, llvm::fcNan},
      {Modifier::Normal, llvm::fcNormal | llvm::fcZero},
      {Modifier::Subnormal, llvm::fcSubnormal},
  };
  if (inst.operands.size() != 2)
    return e.refuse(inst);
  for (const auto &row : kTests)
    if (inst.has(row.modifier)) {
      llvm::Value *value = e.read(inst.operands[1], type);
      e.writePredicate(inst.operands[0],
                       e.ir.CreateIntrinsic(llvm::Intrinsic::is_fpclass, {value->getType()},
                                            {value, e.constant(32, row.classes)}));
      return;
    }
  return e.refuse(inst);
}

} // namespace

void emitFloatingPoint(FunctionEmitter &e, const ptx::Instruction &inst) {
  if (inst.types.empty())
    return e.refuse(inst);
  Type type = inst.types.back();
  if (type != Type::F32 && type != Type::F64 && type != Type::F32x2)
    return e.refuse(inst);
  // add, sub and fma with operands of two types belong to HalfPrecision.cpp.
  if (inst.types.size() != 1)
    return e.refuse(inst);
  if (inst.opcode == Opcode::Testp)
    return type != Type::F32x2 ? emitTestp(e, inst, type) : e.refuse(inst);
  return emitArithmetic(e, inst, type);
}

} // namespace anywarp::codegen
