// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills of values that are aligned to 16 bytes move 16 bytes at a time, as nvcc's do: a
// float4 is one load and one store. LLVM's back end would make them of 8 bytes, twice as many
// requests.
#include "frontend/DevicePasses.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"

using namespace llvm;

namespace anywarp::frontend {
namespace {

constexpr uint64_t kWide = 16, kMost = 128; // longer ones become loops

bool isWide(const MemIntrinsic &access) {
  auto *size = dyn_cast<ConstantInt>(access.getLength());
  auto *copy = dyn_cast<MemCpyInst>(&access);
  return size && (copy || isa<MemSetInst>(access)) && !access.isVolatile() &&
         size->getZExtValue() % kWide == 0 && !size->isZero() && size->getZExtValue() <= kMost &&
         access.getDestAlign().valueOrOne() >= kWide &&
         (!copy || copy->getSourceAlign().valueOrOne() >= kWide);
}

constexpr unsigned kKept[] = {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias,
                              LLVMContext::MD_access_group};

void widen(MemSetInst &fill) {
  IRBuilder<> ir(&fill);
  Value *word =
      ir.CreateMul(ir.CreateZExt(fill.getValue(), ir.getInt32Ty()), ir.getInt32(0x01010101));
  Value *piece = ir.CreateVectorSplat(4, word);
  const uint64_t size = cast<ConstantInt>(fill.getLength())->getZExtValue();
  for (uint64_t at = 0; at < size; at += kWide)
    ir.CreateAlignedStore(piece, ir.CreateConstGEP1_64(ir.getInt8Ty(), fill.getRawDest(), at),
                          Align(kWide))
        ->copyMetadata(fill, kKept);
  fill.eraseFromParent();
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
      access->copyMetadata(copy, kKept);
  }
  copy.eraseFromParent();
}

struct WidenCopies : PassInfoMixin<WidenCopies> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    SmallVector<MemIntrinsic *> wide;
    for (BasicBlock &block : function)
      for (Instruction &inst : block)
        if (auto *access = dyn_cast<MemIntrinsic>(&inst); access && isWide(*access))
          wide.push_back(access);
    for (MemIntrinsic *access : wide)
      if (auto *copy = dyn_cast<MemCpyInst>(access))
        widen(*copy);
      else
        widen(*cast<MemSetInst>(access));
    if (wide.empty())
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
