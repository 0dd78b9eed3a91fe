// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Vectors of halves are compared as floats. LLVM before 22 exchanges the operands of a masked
// comparison of AVX512-FP16 without exchanging "less" and "greater" (llvm-project #159723),
// wherever its register allocator takes the first operand from memory. Goes with LLVM 21.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/Target/TargetMachine.h>

#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {
namespace {

/// Exchanging the operands changes what `compare` says.
bool isAsymmetric(const llvm::FCmpInst &compare) {
  return compare.getPredicate() != compare.getSwappedPredicate();
}

bool comparesHalves(const llvm::FCmpInst &compare) {
  const llvm::Type *type = compare.getOperand(0)->getType();
  return type->isVectorTy() && type->getScalarType()->isHalfTy();
}

} // namespace

Status compareHalves(Lowering &lowering) {
  if (!lowering.target.getMCSubtargetInfo()->checkFeatures("+avx512fp16"))
    return {};
  for (llvm::Function &function : lowering.module)
    for (llvm::Instruction &inst : llvm::instructions(function)) {
      auto *compare = llvm::dyn_cast<llvm::FCmpInst>(&inst);
      if (!compare || !comparesHalves(*compare) || !isAsymmetric(*compare))
        continue;
      llvm::IRBuilder<> ir(compare);
      llvm::Type *floats = compare->getOperand(0)->getType()->getWithNewType(
          llvm::Type::getFloatTy(ir.getContext()));
      for (llvm::Use &operand : compare->operands())
        operand = ir.CreateFPExt(operand, floats);
    }
  return {};
}

} // namespace anywarp::codegen
