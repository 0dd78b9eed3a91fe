// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of values that are aligned to 16 bytes move 16 bytes at a time, as nvcc's do: a float4 is
// one load and one store. LLVM's back end would make them of 8 bytes, twice as many requests.
#include "frontend/DevicePasses.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace anywarp::frontend {
namespace {

constexpr uint64_t kWide = 16, kMost = 128; // longer ones become loops

bool isWideCopy(const MemCpyInst &copy) {
  auto *size = dyn_cast<ConstantInt>(copy.getLength());
  return size && !copy.isVolatile() && size->getZExtValue() % kWide == 0 && !size->isZero() &&
         size->getZExtValue() <= kMost && copy.getDestAlign().valueOrOne() >= kWide &&
         copy.getSourceAlign().valueOrOne() >= kWide;
}

/// The sides of a memcpy are equal or do not overlap: piece by piece is right for both.
void widen(MemCpyInst &copy) {
  IRBuilder<> ir(&copy);
  Type *piece = FixedVectorType::get(ir.getInt32Ty(), 4);
  const uint64_t size = cast<ConstantInt>(copy.getLength())->getZExtValue();
  for (uint64_t at = 0; at < size; at += kWide) {
    LoadInst *load = ir.CreateAlignedLoad(
        piece, ir.CreateConstGEP1_64(ir.getInt8Ty(), copy.getRawSource(), at), Align(kWide));
    StoreInst *store = ir.CreateAlignedStore(
        load, ir.CreateConstGEP1_64(ir.getInt8Ty(), copy.getRawDest(), at), Align(kWide));
    for (Instruction *access :
         {static_cast<Instruction *>(load), static_cast<Instruction *>(store)})
      access->copyMetadata(copy, {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias,
                                  LLVMContext::MD_access_group});
  }
  copy.eraseFromParent();
}

struct WidenCopies : PassInfoMixin<WidenCopies> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    SmallVector<MemCpyInst *> copies;
    for (BasicBlock &block : function)
      for (Instruction &inst : block)
        if (auto *copy = dyn_cast<MemCpyInst>(&inst); copy && isWideCopy(*copy))
          copies.push_back(copy);
    for (MemCpyInst *copy : copies)
      widen(*copy);
    if (copies.empty())
      return PreservedAnalyses::all();
    PreservedAnalyses kept;
    kept.preserveSet<CFGAnalyses>();
    return kept;
  }
};

} // namespace

void addWideCopies(PassBuilder &builder) {
  builder.registerOptimizerLastEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
    if (level != OptimizationLevel::O0)
      passes.addPass(createModuleToFunctionPassAdaptor(WidenCopies()));
  });
}

} // namespace anywarp::frontend
