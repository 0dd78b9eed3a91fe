// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integer arithmetic that its rows cannot say: the carry flag CC.CF, which is a register of the
// function, and fields of bits whose place is known.
#include "codegen/emit/chapters/IntegerArith.h"

namespace anywarp::codegen {

using ptx::Instruction;
using ptx::Modifier;
using ptx::Opcode;

llvm::Value *addWithCarry(FunctionEmitter &e, const Instruction &inst, llvm::Value *a,
                          llvm::Value *b) {
  llvm::Value *sum = e.ir.CreateAdd(a, b);
  llvm::Value *out = e.ir.CreateICmpULT(sum, a);
  if (inst.opcode == Opcode::Addc || inst.opcode == Opcode::Madc) {
    llvm::Value *total = e.ir.CreateAdd(sum, e.ir.CreateZExt(e.carry(), sum->getType()));
    out = e.ir.CreateOr(out, e.ir.CreateICmpULT(total, sum));
    sum = total;
  }
  if (inst.has(Modifier::Cc))
    e.setCarry(out);
  return sum;
}

llvm::Value *subtractWithBorrow(FunctionEmitter &e, const Instruction &inst, llvm::Value *a,
                                llvm::Value *b) {
  llvm::Value *difference = e.ir.CreateSub(a, b);
  llvm::Value *out = e.ir.CreateICmpULT(a, b);
  if (inst.opcode == Opcode::Subc) {
    llvm::Value *borrow = e.ir.CreateZExt(e.ir.CreateNot(e.carry()), a->getType());
    out = e.ir.CreateOr(out, e.ir.CreateICmpULT(difference, borrow));
    difference = e.ir.CreateSub(difference, borrow);
  }
  if (inst.has(Modifier::Cc))
    e.setCarry(e.ir.CreateNot(out));
  return difference;
}

// Where both are known, as NVIDIA's assembler folds them (spec/ptx/IntegerArith.td).

llvm::Value *foldedField(llvm::Value *a, llvm::Value *position, llvm::Value *length,
                         llvm::Value *field) {
  auto *first = llvm::dyn_cast<llvm::ConstantInt>(position);
  auto *count = llvm::dyn_cast<llvm::ConstantInt>(length);
  const bool isBeyond = first && count && !llvm::isa<llvm::Constant>(a) &&
                        first->getZExtValue() >= 32 && !count->isZero();
  return isBeyond ? llvm::Constant::getAllOnesValue(field->getType()) : field;
}

llvm::Value *foldedLength(llvm::Value *b, llvm::Value *position, llvm::Value *length) {
  auto *first = llvm::dyn_cast<llvm::ConstantInt>(position);
  auto *count = llvm::dyn_cast<llvm::ConstantInt>(length);
  if (!first || !count || llvm::isa<llvm::Constant>(b) || first->getZExtValue() % 8 == 0)
    return length;
  return llvm::ConstantInt::get(count->getType(), count->getZExtValue() % 32);
}

} // namespace anywarp::codegen
