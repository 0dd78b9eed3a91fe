// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads and stores by the pattern of their addresses: one for the piece, vectors for consecutive
// lanes, one for each group, else lane by lane. Inactive lanes touch nothing: their parts are
// masked, or use the address of an active lane.
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>

#include "codegen/passes/scalar/NextBlocks.h"
#include "codegen/passes/warps/WarpBuilder.h"

namespace anywarp::codegen {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::SmallVector;
using llvm::Type;
using llvm::Value;

namespace {

bool isAllOnes(Value *lanes) {
  auto *constant = llvm::dyn_cast<llvm::Constant>(lanes);
  return constant && constant->isAllOnesValue();
}

/// Memory that holds `count` values of `type` side by side.
Type *rowType(Type *type, unsigned count) {
  return llvm::FixedVectorType::get(type->getScalarType(), count * WarpBuilder::elementsOf(type));
}

} // namespace

void WarpBuilder::copyFacts(Instruction &to, const Instruction &from) {
  unsigned kinds[] = {llvm::LLVMContext::MD_alias_scope, llvm::LLVMContext::MD_noalias,
                      llvm::LLVMContext::MD_tbaa, llvm::LLVMContext::MD_nontemporal,
                      llvm::LLVMContext::MD_invariant_load};
  to.copyMetadata(from, llvm::isa<llvm::LoadInst>(to) || llvm::isa<llvm::StoreInst>(to)
                            ? llvm::ArrayRef(kinds)
                            : llvm::ArrayRef(kinds).take_front(3));
}

SmallVector<Value *, 4> WarpBuilder::safeBases(Value *value, unsigned group) {
  SmallVector<Value *, 4> bases, isOn;
  for (unsigned k = 0; k < width / group; ++k)
    bases.push_back(base(value, k, group));
  if (isFull(mask))
    return bases;
  for (unsigned k = 0; k < bases.size(); ++k)
    isOn.push_back(any(groupOf(mask, k, group)));
  Value *active = bases.back();
  for (unsigned k = unsigned(bases.size()) - 1; k-- > 0;)
    active = ir.CreateSelect(isOn[k], bases[k], active);
  for (unsigned k = 0; k < bases.size(); ++k)
    bases[k] = ir.CreateSelect(isOn[k], bases[k], active);
  return bases;
}

/// Only AVX-512 has masks for elements of less than 32 bits: elsewhere LLVM makes a branch for each
/// element, and one for all of them pays first.
bool WarpBuilder::hasMasksFor(const Type *type) const {
  return lowering.hasAvx512 || type->isPtrOrPtrVectorTy() || type->getScalarSizeInBits() >= 32;
}

/// Code for all of `lanes` active, and for any; gives what they give.
Value *WarpBuilder::ifAll(Value *lanes, llvm::function_ref<Instruction *()> whole,
                          llvm::function_ref<Instruction *()> masked) {
  llvm::LLVMContext &context = target.getContext();
  auto *onWhole = BasicBlock::Create(context, "whole", &target);
  auto *onPart = BasicBlock::Create(context, "part", &target);
  auto *next = BasicBlock::Create(context, "accessed", &target);
  const unsigned count = elementsOf(lanes->getType());
  Value *bits = ir.CreateBitCast(lanes, ir.getIntNTy(count));
  ir.CreateCondBr(ir.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType())), onWhole,
                  onPart, llvm::MDBuilder(context).createLikelyBranchWeights());
  ir.SetInsertPoint(onWhole);
  Instruction *ofWhole = whole();
  ir.CreateBr(next);
  ir.SetInsertPoint(onPart);
  Instruction *ofPart = masked();
  ir.CreateBr(next);
  ir.SetInsertPoint(next);
  if (ofWhole->getType()->isVoidTy())
    return nullptr;
  llvm::PHINode *both = ir.CreatePHI(ofWhole->getType(), 2);
  both->addIncoming(ofWhole, onWhole);
  both->addIncoming(ofPart, onPart);
  return both;
}

Value *WarpBuilder::loadPart(llvm::LoadInst &load, Value *pointer, Value *lanes, unsigned count) {
  Type *type = rowType(load.getType(), count);
  auto whole = [&]() -> Instruction * {
    Instruction *result =
        ir.CreateAlignedLoad(type, pointer, load.getAlign(), load.isVolatile(), load.getName());
    copyFacts(*result, load);
    return result;
  };
  auto masked = [&]() -> Instruction * {
    Value *poison = llvm::PoisonValue::get(type);
    Value *elements = lanes;
    if (unsigned n = elementsOf(load.getType()); n > 1) {
      SmallVector<int, 64> index;
      for (unsigned i = 0; i < count * n; ++i)
        index.push_back(int(i / n));
      elements = ir.CreateShuffleVector(lanes, index);
    }
    Instruction *result =
        ir.CreateMaskedLoad(type, pointer, load.getAlign(), elements, poison, load.getName());
    copyFacts(*result, load);
    return result;
  };
  if (isAllOnes(lanes))
    return whole();
  return hasMasksFor(type) ? masked() : ifAll(lanes, whole, masked);
}

void WarpBuilder::widenLoad(llvm::LoadInst &load) {
  Value *pointer = load.getPointerOperand();
  LaneShape s = shapeOf(pointer);
  auto one = [&](Value *from) {
    auto *copy = llvm::cast<llvm::LoadInst>(load.clone());
    copy->setOperand(0, from);
    ir.Insert(copy, load.getName());
    copy->setMetadata(llvm::LLVMContext::MD_noundef, nullptr);
    return copy;
  };
  if (width == 1) {
    define(&load, one(scalar(pointer)));
    return;
  }
  if (s.stride == 0 && isGrouped(s)) {
    SmallVector<Value *, 4> values;
    for (Value *from : safeBases(pointer, s.group))
      values.push_back(one(from));
    if (isGrouped(shapeOf(&load)))
      return defineBases(&load, values);
    SmallVector<Value *, 4> parts;
    for (Value *value : values)
      parts.push_back(part(splat(value), 0, s.group * elementsOf(load.getType())));
    return define(&load, concat(parts));
  }
  const llvm::DataLayout &layout = lowering.module.getDataLayout();
  uint64_t size = layout.getTypeStoreSize(load.getType()).getFixedValue();
  // Short rows save loads even where the addresses of more groups have to be taken out of a vector.
  constexpr uint64_t kShortRow = 16;
  const bool isShortRow = s.group * size >= kShortRow && load.isSimple() && isFull(mask);
  bool isRow = s.stride == int64_t(size) && layout.getTypeAllocSize(load.getType()) == size &&
               (isGrouped(s) || isShortRow) && !load.isAtomic() &&
               (!load.isVolatile() || isFull(mask));
  if (isRow) {
    SmallVector<Value *, 4> parts, starts;
    for (unsigned k = 0; k < width / s.group; ++k) {
      starts.push_back(base(pointer, k, s.group));
      parts.push_back(loadPart(load, starts[k], groupOf(mask, k, s.group), s.group));
    }
    prefetchRows(load, starts, s.group);
    return define(&load, concat(parts));
  }
  if (!mayBeRow(load, pointer, size))
    return define(&load, gather(load, pointer));
  // The pattern is not known now, but addresses that are not themselves loaded mostly make a row.
  Value *row = nullptr, *apart = nullptr;
  BasicBlock *rowEnd = nullptr, *apartEnd = nullptr;
  ifRow(
      load, pointer, size,
      [&](llvm::ArrayRef<Value *> starts) {
        const unsigned group = width / unsigned(starts.size());
        SmallVector<Value *, 4> parts;
        for (unsigned k = 0; k < starts.size(); ++k)
          parts.push_back(loadPart(load, starts[k], groupOf(mask, k, group), group));
        row = concat(parts);
        prefetchRows(load, starts, group);
        rowEnd = ir.GetInsertBlock();
      },
      [&](const LaneRuns &runs) {
        row = loadRuns(load, runs);
        prefetchRows(load, runs.starts, runs.lanes);
        rowEnd = ir.GetInsertBlock();
      },
      [&] {
        apart = gather(load, pointer);
        apartEnd = ir.GetInsertBlock();
      });
  llvm::PHINode *both = ir.CreatePHI(row->getType(), 2, load.getName());
  both->addIncoming(row, rowEnd);
  both->addIncoming(apart, apartEnd);
  define(&load, both);
}

void WarpBuilder::prefetchRows(const llvm::LoadInst &load, llvm::ArrayRef<Value *> starts,
                               unsigned lanes) {
  const llvm::MDNode *next = load.getMetadata(kNextBlockMetadata);
  if (!next)
    return;
  // Memory takes about as long to answer as blocks of this distance take to run.
  constexpr int64_t kAhead = 192, kLine = 64;
  const int64_t step =
      llvm::mdconst::extract<llvm::ConstantInt>(next->getOperand(0))->getSExtValue();
  const int64_t blocks = (kAhead + step - 1) / step;
  const llvm::DataLayout &layout = lowering.module.getDataLayout();
  const int64_t size = int64_t(layout.getTypeStoreSize(load.getType()).getFixedValue());
  const int64_t end = blocks * step + size * lanes; // of that block's row
  constexpr unsigned kLevel2 = 2; // the first level is small, and its misses are few in flight
  // What the block before it does not read is at the end.
  for (Value *start : starts)
    for (int64_t back = 1; back <= std::min(step, size * lanes); back += kLine)
      ir.CreateIntrinsic(llvm::Intrinsic::prefetch, {start->getType()},
                         {ir.CreatePtrAdd(start, ir.getInt64(uint64_t(end - back))), ir.getInt32(0),
                          ir.getInt32(kLevel2), ir.getInt32(1)});
}

/// Worth a look at run time whether lanes access consecutive elements.
bool WarpBuilder::mayBeRow(Instruction &access, Value *pointer, uint64_t size) {
  Type *type = llvm::getLoadStoreType(&access);
  if (access.isAtomic() || access.isVolatile() || !type->isSingleValueType() ||
      type->isVectorTy() || size > 8 ||
      lowering.module.getDataLayout().getTypeAllocSize(type) != size ||
      shapeOf(pointer).group >= width / kMaxGroups)
    return false;
  llvm::SmallPtrSet<const Value *, 32> seen;
  SmallVector<const Value *, 32> todo{pointer};
  while (!todo.empty()) {
    auto *inst = llvm::dyn_cast<Instruction>(todo.pop_back_val());
    if (!inst || isUniform(inst) || !seen.insert(inst).second)
      continue;
    if (seen.size() > 100 || inst->mayReadFromMemory())
      return false;
    todo.append(inst->value_op_begin(), inst->value_op_end());
  }
  return true;
}

/// Code for both cases: active lanes access rows of elements of `size` bytes that would start at
/// the given addresses for the first lanes of as many groups, or they do not. Where nothing hints
/// at whole rows, they may break once. Goes on behind both.
void WarpBuilder::ifRow(Instruction &access, Value *pointer, uint64_t size,
                        llvm::function_ref<void(llvm::ArrayRef<Value *>)> row,
                        llvm::function_ref<void(const LaneRuns &)> runs,
                        llvm::function_ref<void()> apart) {
  llvm::LLVMContext &context = target.getContext();
  auto *onRow = BasicBlock::Create(context, "row", &target);
  auto *onApart = BasicBlock::Create(context, "apart", &target);
  auto *next = BasicBlock::Create(context, "accessed", &target);
  apart_.insert(onApart);
  RowGuess guess = guessRows(pointer, size);
  const LaneRuns broken =
      guess.condition ? LaneRuns() : findRuns(pointer, size, llvm::isa<llvm::StoreInst>(access));
  if (broken.condition) {
    ir.CreateCondBr(broken.condition, onRow, onApart);
  } else if (guess.condition && isFull(mask)) {
    ir.CreateCondBr(guess.condition, onRow, onApart);
  } else {
    Value *differs;
    if (guess.condition) {
      auto *onActive = BasicBlock::Create(context, "active", &target);
      ir.CreateCondBr(guess.condition, onRow, onActive);
      ir.SetInsertPoint(onActive);
      differs = ir.CreateOr(ir.CreateNot(guess.precondition), any(both(mask, lanesApart(guess))));
    } else {
      Value *addresses = ir.CreatePtrToInt(vector(pointer), widened(ir.getInt64Ty()));
      // of an inactive lane: a guess, too
      Value *start = ir.CreateExtractElement(addresses, uint64_t(0));
      guess.starts = {ir.CreateIntToPtr(start, pointer->getType())};
      Value *rows =
          ir.CreateAdd(splat(ir.CreateFreeze(start)), iota(ir.getInt64Ty(), int64_t(size)));
      differs = any(both(mask, ir.CreateICmpNE(addresses, rows)));
    }
    ir.CreateCondBr(differs, onApart, onRow);
  }
  ir.SetInsertPoint(onRow);
  if (broken.condition)
    runs(broken);
  else
    row(guess.starts);
  ir.CreateBr(next);
  ir.SetInsertPoint(onApart);
  apart();
  ir.CreateBr(next);
  ir.SetInsertPoint(next);
}

/// Elements two to four apart, as in arrays of small structs: two loads of everything from the
/// first to the last, from which the elements are picked. Null if it is not that.
Value *WarpBuilder::loadSpread(llvm::LoadInst &load, Value *pointer) {
  LaneShape s = shapeOf(pointer);
  Type *type = load.getType();
  const llvm::DataLayout &layout = lowering.module.getDataLayout();
  const int64_t size = int64_t(layout.getTypeStoreSize(type).getFixedValue());
  if (!isFull(mask) || s.group != width || width < 4 || s.stride % size != 0 ||
      s.stride < 2 * size || s.stride > 4 * size ||
      layout.getTypeAllocSize(type) != uint64_t(size) || type->isIntegerTy(1))
    return nullptr;
  const unsigned step = unsigned(s.stride / size), n = elementsOf(type), half = width / 2;
  Value *start = scalar(pointer);
  SmallVector<Value *, 2> halves;
  for (unsigned h = 0; h < 2; ++h) {
    // The second half ends with its last element: nothing beyond is touched.
    const unsigned ahead = h ? step - 1 : 0;
    const uint64_t offset = uint64_t(h * half * s.stride - ahead * size);
    Value *from = ir.CreatePtrAdd(start, ir.getInt64(offset));
    llvm::LoadInst *all = ir.CreateAlignedLoad(rowType(type, half * step), from,
                                               llvm::commonAlignment(load.getAlign(), offset));
    copyFacts(*all, load);
    SmallVector<int, 64> index;
    for (unsigned i = 0; i < half; ++i)
      for (unsigned e = 0; e < n; ++e)
        index.push_back(int((i * step + ahead) * n + e));
    halves.push_back(ir.CreateShuffleVector(all, index));
  }
  return concat(halves);
}

Value *WarpBuilder::gather(llvm::LoadInst &load, Value *pointer) {
  Type *type = load.getType(), *wide = widened(type);
  if (!load.isSimple()) {
    // One access for each active lane, in order.
    llvm::AllocaInst *from = spill(vector(pointer));
    llvm::AllocaInst *to = spill(llvm::PoisonValue::get(wide));
    forEachLane(mask, isActive, [&](Value *index) {
      auto *copy = llvm::cast<llvm::LoadInst>(load.clone());
      copy->setOperand(0, lane(from, index));
      setLane(to, index, ir.Insert(copy));
    });
    return reload(to, wide);
  }
  unsigned bits = unsigned(type->getPrimitiveSizeInBits());
  if (type->isPointerTy())
    bits = 64;
  LaneShape s = shapeOf(pointer);
  if (Value *spread = loadSpread(load, pointer))
    return spread;
  if (!type->isVectorTy() && (bits == 32 || bits == 64) && !(isFull(mask) && isGrouped(s))) {
    llvm::CallInst *result = ir.CreateMaskedGather(wide, vector(pointer), load.getAlign(), mask,
                                                   nullptr, load.getName());
    copyFacts(*result, load);
    return result;
  }
  if (type->isIntegerTy(8) && lowering.hasAvx512 && !isFull(mask))
    return gatherBytes(load, pointer);
  // Loads of single lanes; an inactive one reads where an active one does.
  Value *pointers = nullptr;
  if (!(isFull(mask) && isGrouped(s))) {
    pointers = vector(pointer);
    if (!isFull(mask)) {
      assert(isActive && "ControlPlan guards gathers");
      Value *first = ir.CreateIntrinsic(llvm::Intrinsic::cttz, {ir.getInt32Ty()},
                                        {bitsOf(mask), ir.getTrue()});
      pointers = blend(mask, pointers, splat(lane(spill(pointers), first)));
    }
  }
  const unsigned n = elementsOf(type);
  Value *result = llvm::PoisonValue::get(wide);
  SmallVector<Value *, 32> rows;
  for (unsigned i = 0; i < width; ++i) {
    auto *copy = llvm::cast<llvm::LoadInst>(load.clone());
    copy->setOperand(0, pointers ? ir.CreateExtractElement(pointers, i) : base(pointer, i, 1));
    ir.Insert(copy);
    copy->setMetadata(llvm::LLVMContext::MD_noundef, nullptr);
    if (n > 1 || type->isVectorTy())
      rows.push_back(copy);
    else
      result = ir.CreateInsertElement(result, copy, i);
  }
  return rows.empty() ? result : concat(rows);
}

/// Bytes out of the aligned words that they lie in, for which there are gathers under masks: a word
/// lies on one page, so that it can be read where a byte of it can.
Value *WarpBuilder::gatherBytes(llvm::LoadInst &load, Value *pointer) {
  Type *i32 = widened(ir.getInt32Ty());
  Value *pointers = vector(pointer);
  Value *addresses = ir.CreatePtrToInt(pointers, widened(ir.getInt64Ty()));
  Value *starts = ir.CreateAnd(addresses, splat(ir.getInt64(-4)));
  llvm::CallInst *words = ir.CreateMaskedGather(i32, ir.CreateIntToPtr(starts, pointers->getType()),
                                                llvm::Align(4), mask, nullptr, load.getName());
  copyFacts(*words, load);
  Value *index = ir.CreateAnd(ir.CreateTrunc(addresses, i32), splat(ir.getInt32(3)));
  Value *moved = ir.CreateLShr(words, ir.CreateShl(index, splat(ir.getInt32(3))));
  return ir.CreateTrunc(moved, widened(load.getType()));
}

Value *WarpBuilder::lastActive(Value *lanes, Value *vector) {
  unsigned count = elementsOf(lanes->getType());
  unsigned n = elementsOf(vector->getType()) / count;
  if (isAllOnes(lanes))
    return n == 1 ? ir.CreateExtractElement(vector, count - 1) : part(vector, (count - 1) * n, n);
  Value *bits = ir.CreateZExt(ir.CreateBitCast(lanes, ir.getIntNTy(count)), ir.getInt32Ty());
  // A piece without active lanes asks for lane 0 and does not use it.
  Value *leading = ir.CreateIntrinsic(llvm::Intrinsic::ctlz, {ir.getInt32Ty()},
                                      {ir.CreateOr(bits, ir.getInt32(1)), ir.getTrue()});
  Value *index = ir.CreateSub(ir.getInt32(31), leading);
  llvm::AllocaInst *slot = spill(vector);
  Value *result;
  if (n > 1) {
    Value *place =
        ir.CreateInBoundsGEP(vector->getType()->getScalarType(), slot,
                             ir.CreateZExt(ir.CreateMul(index, ir.getInt32(n)), ir.getInt64Ty()));
    result = ir.CreateAlignedLoad(
        llvm::FixedVectorType::get(vector->getType()->getScalarType(), n), place,
        lowering.module.getDataLayout().getABITypeAlign(vector->getType()->getScalarType()));
  } else {
    Type *element = slot->getAllocatedType()->getScalarType();
    result = ir.CreateLoad(
        element, ir.CreateInBoundsGEP(element, slot, ir.CreateZExt(index, ir.getInt64Ty())));
    if (vector->getType()->isIntOrIntVectorTy(1))
      result = ir.CreateTrunc(result, ir.getInt1Ty());
  }
  return result;
}

void WarpBuilder::storePart(llvm::StoreInst &store, Value *pointer, Value *value, Value *lanes,
                            unsigned count) {
  auto whole = [&]() -> Instruction * {
    Instruction *result =
        ir.CreateAlignedStore(value, pointer, store.getAlign(), store.isVolatile());
    copyFacts(*result, store);
    return result;
  };
  auto masked = [&]() -> Instruction * {
    Value *elements = lanes;
    if (unsigned n = elementsOf(value->getType()) / count; n > 1) {
      SmallVector<int, 64> index;
      for (unsigned i = 0; i < count * n; ++i)
        index.push_back(int(i / n));
      elements = ir.CreateShuffleVector(lanes, index);
    }
    Instruction *result = ir.CreateMaskedStore(value, pointer, store.getAlign(), elements);
    copyFacts(*result, store);
    return result;
  };
  if (isAllOnes(lanes))
    whole();
  else if (hasMasksFor(value->getType()))
    masked();
  else
    ifAll(lanes, whole, masked);
}

void WarpBuilder::widenStore(llvm::StoreInst &store) {
  Value *pointer = store.getPointerOperand(), *value = store.getValueOperand();
  LaneShape s = shapeOf(pointer);
  auto one = [&](Value *to, Value *what) {
    auto *copy = llvm::cast<llvm::StoreInst>(store.clone());
    copy->setOperand(0, what);
    copy->setOperand(1, to);
    ir.Insert(copy);
  };
  if (width == 1)
    return one(scalar(pointer), scalar(value));
  Type *type = value->getType();
  const unsigned n = elementsOf(type);
  if (s.stride == 0 && isGrouped(s)) {
    // Of lanes that write to one place, the last one's value stays.
    const unsigned groups = width / s.group;
    LaneShape v = shapeOf(value);
    SmallVector<Value *, 4> values;
    for (unsigned k = 0; k < groups; ++k)
      values.push_back(v.stride == 0 && v.group >= s.group
                           ? base(value, k, s.group)
                           : lastActive(groupOf(mask, k, s.group),
                                        part(vector(value), k * s.group * n, s.group * n)));
    if (groups == 1)
      return one(scalar(pointer), values[0]);
    llvm::LLVMContext &context = target.getContext();
    for (unsigned k = 0; k < groups; ++k) {
      Value *on = any(groupOf(mask, k, s.group));
      if (isAllOnes(on)) {
        one(base(pointer, k, s.group), values[k]);
        continue;
      }
      auto *then = llvm::BasicBlock::Create(context, "group", &target);
      auto *next = llvm::BasicBlock::Create(context, "group.next", &target);
      Value *to = base(pointer, k, s.group);
      ir.CreateCondBr(on, then, next);
      ir.SetInsertPoint(then);
      one(to, values[k]);
      ir.CreateBr(next);
      ir.SetInsertPoint(next);
    }
    return;
  }
  const llvm::DataLayout &layout = lowering.module.getDataLayout();
  uint64_t size = layout.getTypeStoreSize(type).getFixedValue();
  bool isRow = s.stride == int64_t(size) && layout.getTypeAllocSize(type) == size && isGrouped(s) &&
               !store.isAtomic() && (!store.isVolatile() || isFull(mask));
  if (isRow) {
    for (unsigned k = 0; k < width / s.group; ++k)
      storePart(store, base(pointer, k, s.group), part(vector(value), k * s.group * n, s.group * n),
                groupOf(mask, k, s.group), s.group);
    return;
  }
  if (!mayBeRow(store, pointer, size))
    return scatter(store, pointer, value);
  ifRow(
      store, pointer, size,
      [&](llvm::ArrayRef<Value *> starts) {
        const unsigned group = width / unsigned(starts.size());
        for (unsigned k = 0; k < starts.size(); ++k)
          storePart(store, starts[k], part(vector(value), k * group, group),
                    groupOf(mask, k, group), group);
      },
      [&](const LaneRuns &runs) { storeRuns(store, vector(value), runs); },
      [&] { scatter(store, pointer, value); });
}

/// Lane by lane in order, so that of lanes that write to one place the last one's value stays.
void WarpBuilder::scatter(llvm::StoreInst &store, Value *pointer, Value *value) {
  auto one = [&](Value *to, Value *what) {
    auto *copy = llvm::cast<llvm::StoreInst>(store.clone());
    copy->setOperand(0, what);
    copy->setOperand(1, to);
    ir.Insert(copy);
  };
  Type *type = value->getType();
  unsigned bits = type->isPointerTy() ? 64 : unsigned(type->getPrimitiveSizeInBits());
  if (store.isSimple() && !type->isVectorTy() && (bits == 32 || bits == 64) && lowering.hasAvx512) {
    ir.CreateMaskedScatter(vector(value), vector(pointer), store.getAlign(), mask); // in lane order
    return;
  }
  if (isFull(mask) && isGrouped(shapeOf(pointer))) {
    for (unsigned i = 0; i < width; ++i)
      one(base(pointer, i, 1), base(value, i, 1));
    return;
  }
  llvm::AllocaInst *to = spill(vector(pointer));
  llvm::AllocaInst *what = isUniform(value) ? nullptr : spill(vector(value));
  Value *same = what ? nullptr : scalar(value);
  forEachLane(mask, isActive, [&](Value *index) {
    Value *element = same ? same : lane(what, index);
    if (value->getType()->isIntegerTy(1) && !element->getType()->isIntegerTy(1))
      element = ir.CreateTrunc(element, ir.getInt1Ty());
    one(lane(to, index), element);
  });
}

} // namespace anywarp::codegen
