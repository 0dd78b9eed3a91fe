// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point instructions that their rows cannot say: testp, and neg and abs of .f64.
#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

using ptx::Modifier;
using ptx::Opcode;

namespace {

/// testp: a zero counts as normal.
void emitTestp(FunctionEmitter &e, const ptx::Instruction &inst) {
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
  llvm::Value *value = e.read(inst.operands[1], inst.type());
  for (const auto &row : kTests)
    if (inst.has(row.modifier))
      e.writePredicate(inst.operands[0],
                       e.ir.CreateIntrinsic(llvm::Intrinsic::is_fpclass, {value->getType()},
                                            {value, e.constant(32, row.classes)}));
}

} // namespace

void emitFloatingPoint(FunctionEmitter &e, const ptx::Instruction &inst) {
  if (inst.opcode == Opcode::Testp)
    return emitTestp(e, inst);
  // neg.f64 and abs.f64 leave a NaN its sign (seen), where it shows.
  llvm::Value *x = e.read(inst.operands[1], inst.type());
  llvm::Value *value =
      inst.opcode == Opcode::Neg ? e.ir.CreateFNeg(x) : e.unary(llvm::Intrinsic::fabs, x);
  if (e.showsSign(inst.operands[0]))
    value = e.ir.CreateSelect(e.ir.CreateFCmpUNO(x, x), x, value);
  e.write(inst.operands[0], value, inst.type());
}

} // namespace anywarp::codegen
