// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows that break once. Threads that fill a tile of 20 columns by a flat index access 16 elements
// of at most two rows. So do the lanes of a block whose rows are not a power of two. Such a part of
// a piece takes two accesses under masks, where a gather or scatter takes one for each lane.
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include "codegen/passes/warps/WarpBuilder.h"

namespace anywarp::codegen {

using llvm::ConstantInt;
using llvm::Instruction;
using llvm::Value;

namespace {

/// An address as `base + index * scale`, where only the 32-bit index differs between lanes.
class IndexedAddress {
public:
  explicit IndexedAddress(WarpBuilder &b) : b_(b) {}

  bool read(Value *pointer) { return walk(pointer, 1, 0) && index; }

  Value *index = nullptr; ///< scalar IR; null: not found
  int64_t scale = 0;
  bool isSigned = false; ///< how the index is extended
  /// The uniform part, as i64.
  Value *base() {
    Value *sum = b_.ir.getInt64(0);
    for (auto &[value, factor] : addends_) {
      Value *addend = b_.scalar(value);
      addend = addend->getType()->isPointerTy()
                   ? b_.ir.CreatePtrToInt(addend, b_.ir.getInt64Ty())
                   : b_.ir.CreateMul(addend, ConstantInt::getSigned(b_.ir.getInt64Ty(), factor));
      sum = b_.ir.CreateAdd(sum, addend);
    }
    return b_.ir.CreateFreeze(sum);
  }

private:
  static constexpr unsigned kMaxDepth = 8;
  static constexpr int64_t kMaxScale = 1 << 20;

  bool walk(Value *value, int64_t factor, unsigned depth);
  bool walkElement(llvm::GetElementPtrInst &gep, unsigned depth);

  WarpBuilder &b_;
  llvm::SmallVector<std::pair<Value *, int64_t>, 4> addends_;
};

bool IndexedAddress::walkElement(llvm::GetElementPtrInst &gep, unsigned depth) {
  const llvm::DataLayout &layout = gep.getDataLayout();
  const int64_t size = int64_t(layout.getTypeAllocSize(gep.getSourceElementType()).getFixedValue());
  return gep.getNumIndices() == 1 && gep.getOperand(1)->getType()->isIntegerTy(64) &&
         size <= kMaxScale && walk(gep.getPointerOperand(), 1, depth) &&
         walk(gep.getOperand(1), size, depth);
}

bool IndexedAddress::walk(Value *value, int64_t factor, unsigned depth) {
  const bool isConstant = llvm::isa<ConstantInt>(value);
  if (isConstant || (!llvm::isa<llvm::Constant>(value) && b_.isUniform(value))) {
    addends_.emplace_back(value, factor);
    return true;
  }
  auto *inst = llvm::dyn_cast<Instruction>(value);
  if (!inst || ++depth > kMaxDepth)
    return false;
  auto *constant =
      inst->getNumOperands() == 2 ? llvm::dyn_cast<ConstantInt>(inst->getOperand(1)) : nullptr;
  switch (inst->getOpcode()) {
  case Instruction::AddrSpaceCast:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
    return factor == 1 && walk(inst->getOperand(0), factor, depth);
  case Instruction::GetElementPtr:
    return walkElement(llvm::cast<llvm::GetElementPtrInst>(*inst), depth);
  case Instruction::Add:
    return walk(inst->getOperand(0), factor, depth) && walk(inst->getOperand(1), factor, depth);
  case Instruction::Shl:
    return constant && constant->getValue().ult(20) &&
           factor << constant->getZExtValue() <= kMaxScale &&
           walk(inst->getOperand(0), factor << constant->getZExtValue(), depth);
  case Instruction::SExt:
  case Instruction::ZExt:
    if (index || !inst->getOperand(0)->getType()->isIntegerTy(32) ||
        !inst->getType()->isIntegerTy(64))
      return false;
    index = inst->getOperand(0);
    scale = factor;
    isSigned = inst->getOpcode() == Instruction::SExt || inst->hasNonNeg();
    return true;
  default:
    return false;
  }
}

} // namespace

/// The two runs of each part of a piece, and whether its active lanes are in them. With `inOrder`
/// the lanes of a first run come before those of the second, so that of two lanes that write to one
/// place the last one's value stays. Empty where such a look is not worth it.
LaneRuns WarpBuilder::findRuns(Value *pointer, uint64_t size, bool inOrder) {
  LaneRuns runs;
  runs.lanes = unsigned(std::min<uint64_t>(16, 64 / size));
  if (!lowering.hasAvx512 || width < 16)
    return runs;
  // In units of the index, which cost half of what addresses do.
  IndexedAddress address(*this);
  const bool isIndexed = address.read(pointer) && size % uint64_t(address.scale) == 0;
  // What decides between two views of managed memory tells nothing of rows, which are mostly whole.
  if (!isIndexed && lowering.options.managedViews)
    return runs;
  llvm::IntegerType *type = isIndexed ? ir.getInt32Ty() : ir.getInt64Ty();
  const int64_t step = isIndexed ? int64_t(size) / address.scale : int64_t(size);
  Value *places = isIndexed ? vector(address.index)
                            : ir.CreatePtrToInt(vector(pointer), widened(ir.getInt64Ty()));
  // Of an inactive lane: anything, but the same for all that ask.
  Value *starts = ir.CreateSub(ir.CreateFreeze(places), iota(type, step, runs.lanes));
  const llvm::APInt most = (isIndexed && !address.isSigned ? llvm::APInt::getMaxValue(32)
                                                           : llvm::APInt::getSignedMaxValue(32)) -
                           uint64_t(step) * runs.lanes;
  Value *base = isIndexed ? address.base() : nullptr;
  Value *fits = ir.getTrue();
  llvm::SmallVector<Value *, 4> others;
  for (unsigned k = 0; k < width / runs.lanes; ++k) {
    Value *own = groupOf(starts, k, runs.lanes), *active = groupOf(mask, k, runs.lanes);
    auto addRun = [&](unsigned lane) {
      Value *start = ir.CreateExtractElement(own, uint64_t(lane));
      Value *isIn = ir.CreateICmpEQ(own, ir.CreateVectorSplat(runs.lanes, start));
      if (isIndexed) {
        // All of the run is in one piece of the address space only if its index does not wrap.
        fits = ir.CreateAnd(fits, address.isSigned ? ir.CreateICmpSLE(start, ir.getInt(most))
                                                   : ir.CreateICmpULE(start, ir.getInt(most)));
        Value *whole = address.isSigned ? ir.CreateSExt(start, ir.getInt64Ty())
                                        : ir.CreateZExt(start, ir.getInt64Ty());
        start = ir.CreateAdd(base, ir.CreateMul(whole, ir.getInt64(uint64_t(address.scale))));
      }
      runs.starts.push_back(ir.CreateIntToPtr(start, pointer->getType()));
      return isIn;
    };
    Value *first = ir.CreateAnd(active, addRun(0));
    Value *rest = ir.CreateAnd(active, ir.CreateNot(first));
    Value *second = addRun(runs.lanes - 1);
    runs.masks.append({first, rest});
    others.push_back(ir.CreateAnd(rest, ir.CreateNot(second)));
    if (inOrder) {
      Value *low =
          ir.CreateZExt(ir.CreateBitCast(first, ir.getIntNTy(runs.lanes)), ir.getInt32Ty());
      Value *high =
          ir.CreateZExt(ir.CreateBitCast(rest, ir.getIntNTy(runs.lanes)), ir.getInt32Ty());
      // The lowest of the second run alone; where there is none, the bit above all.
      high = ir.CreateOr(high, ir.getInt32(1u << runs.lanes));
      Value *lowest = ir.CreateAnd(high, ir.CreateNeg(high));
      fits = ir.CreateAnd(fits, ir.CreateICmpULT(low, lowest));
    }
  }
  runs.condition = ir.CreateAnd(fits, ir.CreateNot(any(concat(others))));
  return runs;
}

Value *WarpBuilder::loadRuns(llvm::LoadInst &load, const LaneRuns &runs) {
  llvm::SmallVector<Value *, 4> parts;
  for (size_t k = 0; k < runs.starts.size(); k += 2) {
    auto *type = llvm::FixedVectorType::get(load.getType(), runs.lanes);
    Value *both = llvm::PoisonValue::get(type);
    for (size_t run = k; run < k + 2; ++run) {
      llvm::CallInst *loaded = ir.CreateMaskedLoad(type, runs.starts[run], load.getAlign(),
                                                   runs.masks[run], both, load.getName());
      copyFacts(*loaded, load);
      both = loaded;
    }
    parts.push_back(both);
  }
  return concat(parts);
}

void WarpBuilder::storeRuns(llvm::StoreInst &store, Value *value, const LaneRuns &runs) {
  for (size_t run = 0; run < runs.starts.size(); ++run) {
    Value *own = groupOf(value, unsigned(run / 2), runs.lanes);
    llvm::CallInst *stored =
        ir.CreateMaskedStore(own, runs.starts[run], store.getAlign(), runs.masks[run]);
    copyFacts(*stored, store);
  }
}

} // namespace anywarp::codegen
