// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and fills of values that are aligned to 16 bytes move 16 bytes at a time, as nvcc's do: a
// float4 is one load and one store. LLVM's back end would make them of 8 bytes, twice as many
// requests.
// Longer ones become loops over words as wide as their alignment allows, which keep their line.
// LLVM would copy them byte by byte, at no line. Copies to and from variables become those of their
// numbers first: where a program changes one of four numbers, LLVM would keep the other 12 bytes in
// local memory.
#include "frontend/passes/DevicePasses.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/KnownBits.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace anywarp::frontend {
namespace {

constexpr uint64_t kWide = 16, kMost = 128; // of straight code
constexpr uint64_t kNumbers = 4;            // float4, int4, double4

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

bool isLong(const MemIntrinsic &access) {
  auto *size = dyn_cast<ConstantInt>(access.getLength());
  return isa<MemCpyInst, MemSetInst>(access) && !access.isVolatile() &&
         (!size || size->getZExtValue() > kMost);
}

Type *wordOf(IRBuilder<> &ir, uint64_t bytes) {
  return bytes == kWide ? cast<Type>(FixedVectorType::get(ir.getInt32Ty(), 4))
                        : ir.getIntNTy(unsigned(8 * bytes));
}

/// The byte of a fill in every byte of a word.
Value *filled(IRBuilder<> &ir, Value *byte, uint64_t bytes) {
  if (bytes == kWide)
    return ir.CreateVectorSplat(4, filled(ir, byte, 4));
  Type *type = wordOf(ir, bytes);
  return ir.CreateMul(ir.CreateZExt(byte, type),
                      ConstantInt::get(type, 0x0101010101010101 >> (64 - 8 * bytes)));
}

/// One word, `offset` bytes from the start.
void move(IRBuilder<> &ir, MemIntrinsic &access, Value *offset, uint64_t bytes) {
  auto *copy = dyn_cast<MemCpyInst>(&access);
  Instruction *load = nullptr;
  if (copy) {
    load = ir.CreateAlignedLoad(wordOf(ir, bytes),
                                ir.CreateGEP(ir.getInt8Ty(), copy->getRawSource(), offset),
                                Align(bytes));
    load->copyMetadata(access, kKept);
  }
  Value *value = load ? load : filled(ir, cast<MemSetInst>(access).getValue(), bytes);
  ir.CreateAlignedStore(value, ir.CreateGEP(ir.getInt8Ty(), access.getRawDest(), offset),
                        Align(bytes))
      ->copyMetadata(access, kKept);
}

void makeLoop(MemIntrinsic &access) {
  auto *copy = dyn_cast<MemCpyInst>(&access);
  uint64_t bytes = std::min<uint64_t>(kWide, access.getDestAlign().valueOrOne().value());
  if (copy)
    bytes = std::min<uint64_t>(bytes, copy->getSourceAlign().valueOrOne().value());
  Value *length = access.getLength();
  auto *size = dyn_cast<ConstantInt>(length);
  Instruction *before = &access;
  if (!size) { // any number of whole words
    const KnownBits bits = computeKnownBits(length, access.getDataLayout());
    bytes = std::min(bytes, uint64_t(1) << std::min(4u, bits.countMinTrailingZeros()));
    IRBuilder<> ir(&access);
    before = SplitBlockAndInsertIfThen(ir.CreateIsNotNull(length), &access, /*Unreachable=*/false);
  }
  IRBuilder<> outside(before);
  Value *words = outside.CreateLShr(length, Log2_64(bytes));
  const auto [end, index] = SplitBlockAndInsertSimpleForLoop(words, before);
  IRBuilder<> ir(end);
  ir.SetCurrentDebugLocation(access.getDebugLoc());
  move(ir, access, ir.CreateShl(index, Log2_64(bytes)), bytes);
  ir.SetInsertPoint(before);
  ir.SetCurrentDebugLocation(access.getDebugLoc());
  for (uint64_t part = bytes / 2; size && part; part /= 2) // what is left of a known size
    if (const uint64_t all = size->getZExtValue(); all & part)
      move(ir, access, ConstantInt::get(length->getType(), all & ~(2 * part - 1)), part);
  access.eraseFromParent();
}

struct LoopCopies : PassInfoMixin<LoopCopies> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    SmallVector<MemIntrinsic *> found;
    for (Instruction &inst : instructions(function))
      if (auto *access = dyn_cast<MemIntrinsic>(&inst); access && isLong(*access))
        found.push_back(access);
    for (MemIntrinsic *access : found)
      makeLoop(*access);
    return found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  }
  static bool isRequired() { return true; } // also of functions that are not optimised
};

struct Number {
  Type *type;
  uint64_t at;
};

/// The numbers that a value of `type` consists of.
void numbersOf(Type *type, const DataLayout &layout, uint64_t at,
               SmallVectorImpl<Number> &numbers) {
  if (auto *record = dyn_cast<StructType>(type)) {
    for (unsigned i = 0; i < record->getNumElements() && numbers.size() <= kNumbers; ++i)
      numbersOf(record->getElementType(i), layout,
                at + layout.getStructLayout(record)->getElementOffset(i), numbers);
  } else {
    numbers.push_back({type, at});
  }
}

/// Of a copy to or from a whole variable of four numbers these; else none.
SmallVector<Number, 8> numbersOf(const MemCpyInst &copy) {
  auto *size = dyn_cast<ConstantInt>(copy.getLength());
  const DataLayout &layout = copy.getDataLayout();
  for (const Value *side : {copy.getDest(), copy.getSource()}) {
    auto *variable = dyn_cast<AllocaInst>(side);
    if (!variable || copy.isVolatile() || !size ||
        variable->getAllocationSize(layout) != TypeSize::getFixed(size->getZExtValue()))
      continue;
    SmallVector<Number, 8> numbers;
    numbersOf(variable->getAllocatedType(), layout, 0, numbers);
    auto isGood = [&](const Number &number) {
      return (number.type->isIntegerTy() || number.type->isFloatingPointTy()) &&
             layout.getTypeStoreSize(number.type) * kNumbers == size->getZExtValue() &&
             layout.getTypeStoreSize(number.type) >= 4;
    };
    if (numbers.size() == kNumbers && all_of(numbers, isGood))
      return numbers;
  }
  return {};
}

void split(MemCpyInst &copy, ArrayRef<Number> numbers) {
  IRBuilder<> ir(&copy);
  for (const Number &number : numbers) {
    Value *from = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), copy.getRawSource(), number.at);
    Value *to = ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), copy.getRawDest(), number.at);
    Value *value = ir.CreateAlignedLoad(
        number.type, from, commonAlignment(copy.getSourceAlign().valueOrOne(), number.at));
    ir.CreateAlignedStore(value, to, commonAlignment(copy.getDestAlign().valueOrOne(), number.at));
  }
  copy.eraseFromParent();
}

struct SplitCopies : PassInfoMixin<SplitCopies> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    bool isChanged = false;
    for (BasicBlock &block : function)
      for (Instruction &inst : make_early_inc_range(block))
        if (auto *copy = dyn_cast<MemCpyInst>(&inst))
          if (auto numbers = numbersOf(*copy); !numbers.empty()) {
            split(*copy, numbers);
            isChanged = true;
          }
    if (!isChanged)
      return PreservedAnalyses::all();
    PreservedAnalyses kept;
    kept.preserveSet<CFGAnalyses>();
    return kept;
  }
};

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
  builder.registerPipelineStartEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
    if (level != OptimizationLevel::O0)
      passes.addPass(createModuleToFunctionPassAdaptor(SplitCopies()));
  });
  builder.registerOptimizerLastEPCallback([](ModulePassManager &passes, OptimizationLevel level) {
    if (level != OptimizationLevel::O0)
      passes.addPass(createModuleToFunctionPassAdaptor(WidenCopies()));
    passes.addPass(createModuleToFunctionPassAdaptor(LoopCopies()));
  });
}

} // namespace anywarp::frontend
