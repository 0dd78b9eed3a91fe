// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which sums and products may be fused. The back end decides as nvcc's (-nvptx-fma-level=1): it
// fuses a sum with a product that few sums and nothing else use, and leaves the rest to the
// assembler. It does not look at the mark of each operation, though, and LLVM's own rule fuses
// whatever has the mark. So the marks go, and operations that had none become instructions with .rn
// where they meet a product or a sum that they must not be fused with. LLVM has no such
// instructions of 16-bit floats; their operators in cuda_fp16.h and cuda_bf16.h are PTX themselves.
#include "frontend/passes/DevicePasses.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace anywarp::frontend {
namespace {

bool isSum(const Value *value) {
  const auto *op = dyn_cast<BinaryOperator>(value);
  return op && (op->getOpcode() == Instruction::FAdd || op->getOpcode() == Instruction::FSub);
}

bool isProduct(const Value *value) {
  const auto *op = dyn_cast<BinaryOperator>(value);
  return op && op->getOpcode() == Instruction::FMul;
}

const Value *withoutSign(const Value *value) {
  const Value *inner = nullptr;
  return PatternMatch::match(value, PatternMatch::m_FNeg(PatternMatch::m_Value(inner))) ? inner
                                                                                        : value;
}

/// A sum uses it, also with its sign changed.
bool isAddend(const Value &product) {
  return any_of(product.users(), [](const User *user) {
    return isSum(user) || (isa<UnaryOperator>(user) && any_of(user->users(), isSum));
  });
}

bool addsProduct(const BinaryOperator &sum) {
  return any_of(sum.operands(),
                [](const Use &operand) { return isProduct(withoutSign(operand.get())); });
}

/// Becomes the instruction of PTX that says how it is rounded.
void round(BinaryOperator &op) {
  const bool flushes =
      op.getFunction()->getDenormalMode(APFloat::IEEEsingle()).Output == DenormalMode::PreserveSign;
  auto id = [&](Intrinsic::ID single, Intrinsic::ID flushing, Intrinsic::ID wide) {
    return op.getType()->isDoubleTy() ? wide : flushes ? flushing : single;
  };
  IRBuilder<> ir(&op);
  Value *second = op.getOperand(1);
  if (op.getOpcode() == Instruction::FSub)
    second = ir.CreateFNeg(second);
  op.replaceAllUsesWith(ir.CreateIntrinsic(
      op.getType(),
      isProduct(&op)
          ? id(Intrinsic::nvvm_mul_rn_f, Intrinsic::nvvm_mul_rn_ftz_f, Intrinsic::nvvm_mul_rn_d)
          : id(Intrinsic::nvvm_add_rn_f, Intrinsic::nvvm_add_rn_ftz_f, Intrinsic::nvvm_add_rn_d),
      {op.getOperand(0), second}));
  op.eraseFromParent();
}

struct KeepExact : PassInfoMixin<KeepExact> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    SmallVector<BinaryOperator *, 16> products, sums;
    for (Instruction &inst : instructions(function)) {
      auto *op = dyn_cast<BinaryOperator>(&inst);
      if (op && (op->getType()->isFloatTy() || op->getType()->isDoubleTy()) &&
          !op->hasAllowContract()) {
        if (isProduct(op))
          products.push_back(op);
        else if (isSum(op))
          sums.push_back(op);
      }
    }
    for (BinaryOperator *product : products)
      if (isAddend(*product))
        round(*product);
    for (BinaryOperator *sum : sums)
      if (addsProduct(*sum))
        round(*sum);
    for (Instruction &inst : instructions(function))
      if (isa<FPMathOperator>(inst))
        inst.setHasAllowContract(false);
    PreservedAnalyses kept;
    kept.preserveSet<CFGAnalyses>();
    return kept;
  }
};

} // namespace

void addFusedSums(PassBuilder &builder) {
  builder.registerOptimizerLastEPCallback([](ModulePassManager &passes, OptimizationLevel) {
    passes.addPass(createModuleToFunctionPassAdaptor(KeepExact()));
  });
}

} // namespace anywarp::frontend
