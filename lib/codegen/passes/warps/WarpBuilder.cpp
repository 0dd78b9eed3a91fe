// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values, masks and lanes: the vocabulary in which the Widen*.cpp files speak.
#include "codegen/passes/warps/WarpBuilder.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "codegen/passes/Runtime.h"
#include "codegen/passes/scalar/DelayReductions.h"

namespace anywarp::codegen {

using llvm::Constant;
using llvm::FixedVectorType;
using llvm::Instruction;
using llvm::SmallVector;
using llvm::Type;
using llvm::Value;

WarpBuilder::WarpBuilder(Lowering &lowering, llvm::Function &source, llvm::Function &target,
                         const Uniformity &uniformity)
    : lowering(lowering), source(source), target(target), uniformity(uniformity),
      width(uniformity.width()),
      ir(target.getContext(), llvm::InstSimplifyFolder(lowering.module.getDataLayout())),
      local_(source), delaysReductions_(source.hasFnAttribute(kDelaysAttribute)) {}

void WarpBuilder::refuse(const llvm::Twine &message) {
  if (failure.ok())
    failure = Status(StatusCode::NotSupported, message.str());
}

// -- Values ---------------------------------------------------------------------------------------

unsigned WarpBuilder::elementsOf(Type *type) {
  auto *vector = llvm::dyn_cast<FixedVectorType>(type);
  return vector ? vector->getNumElements() : 1;
}

Type *WarpBuilder::widened(Type *type) const {
  if (width == 1 || type->isVoidTy())
    return type;
  if (auto *record = llvm::dyn_cast<llvm::StructType>(type)) {
    SmallVector<Type *, 4> fields;
    for (Type *field : record->elements())
      fields.push_back(widened(field));
    return llvm::StructType::get(type->getContext(), fields);
  }
  return FixedVectorType::get(type->getScalarType(), width * elementsOf(type));
}

Value *WarpBuilder::splat(Value *value) {
  if (width == 1)
    return value;
  Type *type = value->getType();
  if (auto *record = llvm::dyn_cast<llvm::StructType>(type)) {
    Value *result = llvm::PoisonValue::get(widened(type));
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      result = ir.CreateInsertValue(result, splat(ir.CreateExtractValue(value, i)), i);
    return result;
  }
  unsigned count = elementsOf(type);
  if (!type->isVectorTy()) {
    if (auto *constant = llvm::dyn_cast<Constant>(value))
      return llvm::ConstantVector::getSplat(llvm::ElementCount::getFixed(width), constant);
    return ir.CreateVectorSplat(width, value);
  }
  SmallVector<int, 64> index;
  for (unsigned i = 0; i < width * count; ++i)
    index.push_back(int(i % count));
  return ir.CreateShuffleVector(value, index);
}

/// (lane % period) * stride
Value *WarpBuilder::iota(llvm::IntegerType *type, int64_t stride, unsigned period) {
  if (width == 1)
    return llvm::ConstantInt::get(type, 0);
  SmallVector<Constant *, 32> lanes;
  for (unsigned i = 0; i < width; ++i)
    lanes.push_back(llvm::ConstantInt::getSigned(type, int64_t(period ? i % period : i) * stride));
  return llvm::ConstantVector::get(lanes);
}

Value *WarpBuilder::part(Value *vector, unsigned first, unsigned count) {
  if (elementsOf(vector->getType()) == count)
    return vector;
  SmallVector<int, 32> index;
  for (unsigned i = 0; i < count; ++i)
    index.push_back(int(first + i));
  return ir.CreateShuffleVector(vector, index);
}

Value *WarpBuilder::concat(llvm::ArrayRef<Value *> parts) {
  SmallVector<Value *, 8> level(parts);
  while (level.size() > 1) {
    SmallVector<Value *, 8> next;
    for (unsigned i = 0; i + 1 < level.size(); i += 2) {
      SmallVector<int, 32> index;
      for (unsigned k = 0; k < 2 * elementsOf(level[i]->getType()); ++k)
        index.push_back(int(k));
      next.push_back(ir.CreateShuffleVector(level[i], level[i + 1], index));
    }
    level = next;
  }
  return level[0];
}

void WarpBuilder::define(Value *value, Value *widenedValue) {
  Lanes &lanes = lanes_[value];
  if (width == 1)
    lanes.bases = {widenedValue};
  else
    lanes.vector = widenedValue;
}

void WarpBuilder::defineBases(Value *value, llvm::ArrayRef<Value *> bases) {
  Lanes &lanes = lanes_[value];
  lanes.bases.assign(bases.begin(), bases.end());
  lanes.vector = nullptr;
  lanes.block = ir.GetInsertBlock();
  auto point = ir.GetInsertPoint();
  lanes.after = point == lanes.block->begin() ? nullptr : &*std::prev(point);
}

void WarpBuilder::defineAs(Value *value, Value *other) {
  LaneShape shape = shapeOf(value);
  if (!isGrouped(shape)) {
    define(value, vector(other));
    return;
  }
  SmallVector<Value *, 4> bases;
  for (unsigned k = 0; k < width / shape.group; ++k)
    bases.push_back(base(other, k, shape.group));
  defineBases(value, bases);
}

Value *WarpBuilder::base(Value *value, unsigned index, unsigned group) {
  if (llvm::isa<Constant>(value))
    return value;
  auto it = lanes_.find(value);
  assert(it != lanes_.end() && "used before its definition was widened");
  const unsigned lane = index * group;
  if (it->second.bases.empty()) {
    unsigned count = elementsOf(value->getType());
    if (auto *record = llvm::dyn_cast<llvm::StructType>(value->getType())) {
      Value *result = llvm::PoisonValue::get(record);
      for (unsigned i = 0; i < record->getNumElements(); ++i)
        result = ir.CreateInsertValue(
            result, ir.CreateExtractElement(ir.CreateExtractValue(it->second.vector, i), lane), i);
      return result;
    }
    if (count == 1 && !value->getType()->isVectorTy())
      return ir.CreateExtractElement(it->second.vector, lane);
    return part(it->second.vector, lane * count, count);
  }
  LaneShape shape = shapeOf(value);
  Value *first = it->second.bases[lane / shape.group];
  int64_t offset = int64_t(lane % shape.group) * shape.stride;
  if (offset == 0)
    return first;
  if (value->getType()->isPointerTy())
    return ir.CreatePtrAdd(first, ir.getInt64(uint64_t(offset)));
  return ir.CreateAdd(first, llvm::ConstantInt::getSigned(first->getType(), offset));
}

Value *WarpBuilder::vector(Value *value) {
  if (width == 1)
    return base(value, 0, 1);
  if (auto *constant = llvm::dyn_cast<Constant>(value))
    return splat(constant);
  Lanes &lanes = lanes_[value];
  if (lanes.vector)
    return lanes.vector;
  llvm::IRBuilderBase::InsertPointGuard restore(ir);
  auto point = lanes.after && !llvm::isa<llvm::PHINode>(lanes.after)
                   ? std::next(lanes.after->getIterator())
                   : lanes.block->getFirstInsertionPt();
  ir.SetInsertPoint(lanes.block, point);
  LaneShape shape = shapeOf(value);
  Value *result;
  auto *compare = llvm::dyn_cast<llvm::ICmpInst>(value);
  if (lanes.bases.size() == 1) {
    result = splat(lanes.bases[0]);
  } else if (compare && isDefined(compare->getOperand(0)) && isDefined(compare->getOperand(1))) {
    // Masks are made by comparing vectors, not from bits of scalars.
    Value *left = vector(compare->getOperand(0)), *right = vector(compare->getOperand(1));
    result = ir.CreateICmp(compare->getPredicate(), left, right);
  } else if (value->getType()->isVectorTy()) {
    SmallVector<Value *, 4> parts;
    for (Value *base : lanes.bases)
      parts.push_back(part(splat(base), 0, shape.group * elementsOf(value->getType())));
    result = concat(parts);
  } else {
    Value *few = llvm::PoisonValue::get(
        FixedVectorType::get(lanes.bases[0]->getType(), unsigned(lanes.bases.size())));
    SmallVector<int, 32> index;
    for (unsigned k = 0; k < lanes.bases.size(); ++k)
      few = ir.CreateInsertElement(few, lanes.bases[k], k);
    for (unsigned i = 0; i < width; ++i)
      index.push_back(int(i / shape.group));
    result = ir.CreateShuffleVector(few, index);
  }
  if (shape.stride != 0) {
    if (value->getType()->isPointerTy())
      result = ir.CreatePtrAdd(result, iota(ir.getInt64Ty(), shape.stride, shape.group));
    else
      result = ir.CreateAdd(
          result, iota(llvm::cast<llvm::IntegerType>(value->getType()), shape.stride, shape.group));
  }
  lanes_[value].vector = result; // `lanes` may have moved
  return result;
}

// -- Masks ----------------------------------------------------------------------------------------

Value *WarpBuilder::allLanes() const { return Constant::getAllOnesValue(maskType()); }
Value *WarpBuilder::noLanes() const { return Constant::getNullValue(maskType()); }

Value *WarpBuilder::both(Value *lanes, Value *condition) {
  if (isFull(lanes))
    return condition;
  if (isFull(condition))
    return lanes;
  return ir.CreateSelect(lanes, condition, noLanes()); // no poison from inactive lanes
}

Value *WarpBuilder::without(Value *lanes, Value *condition) {
  return both(lanes, ir.CreateNot(condition));
}

Value *WarpBuilder::either(Value *a, Value *b) { return ir.CreateOr(a, b); }

Value *WarpBuilder::bitsOf(Value *lanes) {
  if (width > 1)
    lanes = ir.CreateBitCast(lanes, ir.getIntNTy(width));
  return ir.CreateZExt(lanes, ir.getInt32Ty());
}

Value *WarpBuilder::lanesOf(Value *bits) {
  bits = ir.CreateTrunc(bits, ir.getIntNTy(width));
  return width == 1 ? bits : ir.CreateBitCast(bits, maskType());
}

Value *WarpBuilder::any(Value *lanes) {
  unsigned count = elementsOf(lanes->getType());
  if (!lanes->getType()->isVectorTy())
    return lanes;
  return ir.CreateIsNotNull(ir.CreateBitCast(lanes, ir.getIntNTy(count)));
}

Value *WarpBuilder::groupOf(Value *lanes, unsigned index, unsigned group) {
  return part(lanes, index * group, group);
}

Value *WarpBuilder::blend(Value *lanes, Value *on, Value *off) {
  Type *type = on->getType();
  if (isFull(lanes) || on == off)
    return on;
  if (auto *record = llvm::dyn_cast<llvm::StructType>(type)) {
    Value *result = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < record->getNumElements(); ++i)
      result = ir.CreateInsertValue(
          result, blend(lanes, ir.CreateExtractValue(on, i), ir.CreateExtractValue(off, i)), i);
    return result;
  }
  unsigned elements = elementsOf(type), lanesCount = elementsOf(lanes->getType());
  if (lanes->getType()->isVectorTy() && elements != lanesCount) { // <n x T>: n elements for a lane
    SmallVector<int, 64> index;
    for (unsigned i = 0; i < elements; ++i)
      index.push_back(int(i / (elements / lanesCount)));
    lanes = ir.CreateShuffleVector(lanes, index);
  }
  return ir.CreateSelect(lanes, on, off);
}

// -- Lane by lane ---------------------------------------------------------------------------------

llvm::AllocaInst *WarpBuilder::entryAlloca(Type *type, const llvm::Twine &name) {
  llvm::IRBuilderBase::InsertPointGuard restore(ir);
  llvm::BasicBlock &entry = target.getEntryBlock();
  ir.SetInsertPoint(&entry, entry.begin());
  llvm::AllocaInst *slot = ir.CreateAlloca(type, nullptr, name);
  return slot;
}

llvm::AllocaInst *WarpBuilder::spill(Value *vector) {
  if (vector->getType()->isIntOrIntVectorTy(1)) // bits have no address
    vector = ir.CreateZExt(vector, vector->getType()->getWithNewBitWidth(8));
  llvm::AllocaInst *slot = entryAlloca(vector->getType(), "lanes");
  ir.CreateStore(vector, slot);
  return slot;
}

/// Address of the element(s) of lane `index`, and their type.
static std::pair<Value *, Type *> lanePlace(WarpBuilder &b, llvm::AllocaInst *spilled,
                                            Value *index) {
  Type *type = spilled->getAllocatedType();
  unsigned count = WarpBuilder::elementsOf(type) / b.width;
  Type *laneType = type->getScalarType();
  if (count > 1) {
    laneType = FixedVectorType::get(laneType, count);
    index = b.ir.CreateMul(index, b.ir.getInt32(count));
  }
  Value *offset = b.ir.CreateZExt(index, b.ir.getInt64Ty());
  return {b.ir.CreateInBoundsGEP(type->getScalarType(), spilled, offset), laneType};
}

Value *WarpBuilder::lane(llvm::AllocaInst *spilled, Value *index) {
  auto [place, type] = lanePlace(*this, spilled, index);
  llvm::Align align = lowering.module.getDataLayout().getABITypeAlign(type->getScalarType());
  return ir.CreateAlignedLoad(type, place, align);
}

void WarpBuilder::setLane(llvm::AllocaInst *spilled, Value *index, Value *value) {
  auto [place, type] = lanePlace(*this, spilled, index);
  if (value->getType()->isIntegerTy(1))
    value = ir.CreateZExt(value, ir.getInt8Ty());
  llvm::Align align = lowering.module.getDataLayout().getABITypeAlign(type->getScalarType());
  ir.CreateAlignedStore(value, place, align);
}

Value *WarpBuilder::reload(llvm::AllocaInst *spilled, Type *type) {
  Value *value = ir.CreateLoad(spilled->getAllocatedType(), spilled);
  return type->isIntOrIntVectorTy(1) && value->getType() != type ? ir.CreateTrunc(value, type)
                                                                 : value;
}

void WarpBuilder::forEachLane(Value *lanes, bool known, llvm::function_ref<void(Value *)> body) {
  if (width == 1) {
    body(ir.getInt32(0));
    return;
  }
  llvm::LLVMContext &context = target.getContext();
  auto *loop = llvm::BasicBlock::Create(context, "lane", &target);
  auto *done = llvm::BasicBlock::Create(context, "lanes.done", &target);
  Value *all = bitsOf(lanes);
  llvm::BasicBlock *before = ir.GetInsertBlock();
  if (known)
    ir.CreateBr(loop);
  else
    ir.CreateCondBr(ir.CreateIsNotNull(all), loop, done);
  ir.SetInsertPoint(loop);
  llvm::PHINode *left = ir.CreatePHI(ir.getInt32Ty(), 2, "left");
  left->addIncoming(all, before);
  Value *index = ir.CreateIntrinsic(llvm::Intrinsic::cttz, {ir.getInt32Ty()}, {left, ir.getTrue()},
                                    nullptr, "lane");
  body(index);
  Value *rest = ir.CreateAnd(left, ir.CreateSub(left, ir.getInt32(1)));
  left->addIncoming(rest, ir.GetInsertBlock());
  keepRolled(ir.CreateCondBr(ir.CreateIsNotNull(rest), loop, done));
  ir.SetInsertPoint(done);
}

void WarpBuilder::keepRolled(llvm::BranchInst *latch) {
  llvm::LLVMContext &context = target.getContext();
  llvm::Metadata *disable =
      llvm::MDNode::get(context, llvm::MDString::get(context, "llvm.loop.unroll.disable"));
  auto *properties = llvm::MDNode::getDistinct(context, {nullptr, disable});
  properties->replaceOperandWith(0, properties);
  latch->setMetadata(llvm::LLVMContext::MD_loop, properties);
}

// -- The piece ------------------------------------------------------------------------------------

static Value *constantField(WarpBuilder &b, Value *record, size_t offset, Type *type,
                            const llvm::Twine &name) {
  Value *place = b.ir.CreateConstInBoundsGEP1_64(b.ir.getInt8Ty(), record, offset);
  llvm::LoadInst *load = b.ir.CreateLoad(type, place, name);
  llvm::MDNode *empty = llvm::MDNode::get(b.target.getContext(), {});
  load->setMetadata(llvm::LLVMContext::MD_invariant_load, empty);
  load->setMetadata(llvm::LLVMContext::MD_noundef, empty);
  return load;
}

Value *WarpBuilder::launchField(size_t offset, Type *type, const llvm::Twine &name) {
  return constantField(*this, launch(), offset, type, name);
}

Value *WarpBuilder::blockField(size_t offset, Type *type, const llvm::Twine &name) {
  return constantField(*this, block(), offset, type, name);
}

Value *WarpBuilder::threadOf(Value *laneIndex) {
  return ir.CreateAdd(ir.CreateMul(piece(), ir.getInt32(width)), laneIndex);
}

llvm::CallInst *WarpBuilder::callRuntime(llvm::StringRef name, llvm::ArrayRef<Value *> args) {
  SmallVector<Value *, 8> all{launch(), block()};
  all.append(args.begin(), args.end());
  return ir.CreateCall(declareRuntime(lowering.module, name), all);
}

} // namespace anywarp::codegen
