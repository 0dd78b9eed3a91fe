// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls: LLVM's intrinsics as vectors, "aw-serial" functions lane by lane, device functions by
// their W-lane code, function pointers by groups of lanes with the same target.
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "codegen/passes/Runtime.h"
#include "codegen/passes/scalar/DelayReductions.h"
#include "codegen/passes/warps/WarpBuilder.h"

namespace anywarp::codegen {

using llvm::CallInst;
using llvm::Instruction;
using llvm::SmallVector;
using llvm::Value;

void WarpBuilder::widenCall(CallInst &call) {
  if (std::optional<Intrinsic> id = intrinsicOf(call))
    return widenOurIntrinsic(call, *id);
  llvm::Function *callee = call.getCalledFunction();
  if (!callee)
    return call.isInlineAsm() ? refuse("inline assembly in device code") : widenIndirectCall(call);
  if (callee->isIntrinsic())
    return widenLlvmIntrinsic(call);
  if (callee->hasFnAttribute("aw-serial"))
    return widenSerial(call);
  if (callee->hasFnAttribute(kEachLane))
    return widenEach(call);
  if (!callee->isDeclaration())
    return widenFunctionCall(call);
  refuse("call of '" + callee->getName() + "', which has no body");
}

/// Each line of the rows, as far as these are known.
void WarpBuilder::widenPrefetch(CallInst &call) {
  Value *pointer = call.getArgOperand(0);
  const LaneShape shape = shapeOf(pointer);
  if (!isGrouped(shape))
    return;
  constexpr int64_t kLine = 64;
  const int64_t bytes = shape.stride * int64_t(shape.group);
  for (unsigned k = 0; k < width / shape.group; ++k)
    for (int64_t at = 0; at == 0 || at < std::min(bytes, 4 * kLine); at += kLine) {
      Instruction *copy = call.clone();
      copy->setMetadata(kAheadMetadata, nullptr);
      copy->setOperand(0, ir.CreatePtrAdd(base(pointer, k, shape.group), ir.getInt64(at)));
      ir.Insert(copy);
    }
}

void WarpBuilder::widenLlvmIntrinsic(CallInst &call) {
  llvm::Intrinsic::ID id = call.getIntrinsicID();
  if (call.hasMetadata(kAheadMetadata))
    return widenPrefetch(call);
  switch (id) {
  case llvm::Intrinsic::lifetime_start:
  case llvm::Intrinsic::lifetime_end:
  case llvm::Intrinsic::assume:
  case llvm::Intrinsic::donothing:
  case llvm::Intrinsic::sideeffect:
  case llvm::Intrinsic::prefetch:
  case llvm::Intrinsic::experimental_noalias_scope_decl:
  case llvm::Intrinsic::invariant_start:
  case llvm::Intrinsic::invariant_end:
    return;
  case llvm::Intrinsic::expect:
    return defineAs(&call, call.getArgOperand(0));
  case llvm::Intrinsic::memcpy:
  case llvm::Intrinsic::memcpy_inline:
  case llvm::Intrinsic::memmove:
  case llvm::Intrinsic::memset:
  case llvm::Intrinsic::memset_inline:
    return widenEach(call);
  default:
    break;
  }
  LaneShape shape = call.getType()->isVoidTy() ? LaneShape{width, 0, 0} : shapeOf(&call);
  if (!call.mayHaveSideEffects() && isGrouped(shape)) {
    SmallVector<Value *, 4> bases;
    for (unsigned k = 0; k < width / shape.group; ++k) {
      auto *copy = llvm::cast<CallInst>(call.clone());
      for (unsigned i = 0; i < call.arg_size(); ++i)
        if (Value *arg = call.getArgOperand(i); !arg->getType()->isMetadataTy())
          copy->setArgOperand(i, base(arg, k, shape.group));
      bases.push_back(ir.Insert(copy, call.getName()));
    }
    if (!call.getType()->isVoidTy())
      defineBases(&call, bases);
    return;
  }
  const bool isConstrained = llvm::isa<llvm::ConstrainedFPIntrinsic>(call);
  bool isVector = llvm::isTriviallyVectorizable(id) || isConstrained;
  switch (id) {
  case llvm::Intrinsic::sadd_with_overflow:
  case llvm::Intrinsic::uadd_with_overflow:
  case llvm::Intrinsic::ssub_with_overflow:
  case llvm::Intrinsic::usub_with_overflow:
  case llvm::Intrinsic::smul_with_overflow:
  case llvm::Intrinsic::umul_with_overflow:
  case llvm::Intrinsic::ldexp:
    isVector = true;
    break;
  default:
    break;
  }
  // A scalar operand must be the same for all lanes.
  for (unsigned i = 0; isVector && i < call.arg_size(); ++i)
    if (llvm::isVectorIntrinsicWithScalarOpAtArg(id, i) && !isUniform(call.getArgOperand(i)))
      isVector = false;
  if (!isVector)
    return widenEach(call);
  // The same intrinsic with its overloaded types widened.
  SmallVector<llvm::Type *, 4> types;
  if (!llvm::Intrinsic::getIntrinsicSignature(call.getCalledFunction(), types))
    return refuse("intrinsic '" + call.getCalledFunction()->getName() + "'");
  SmallVector<Value *, 4> args;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    Value *arg = call.getArgOperand(i);
    if (arg->getType()->isMetadataTy() || llvm::isVectorIntrinsicWithScalarOpAtArg(id, i))
      args.push_back(arg->getType()->isMetadataTy() ? arg : scalar(arg));
    else
      args.push_back(vector(arg));
  }
  if (id == llvm::Intrinsic::powi)
    types[0] = widened(types[0]);
  else
    for (llvm::Type *&type : types)
      type = widened(type);
  llvm::Function *wide = llvm::Intrinsic::getDeclaration(&lowering.module, id, types);
  auto *result = ir.CreateCall(wide, args, call.getName());
  result->copyFastMathFlags(&call);
  define(&call, result);
}

/// The instruction once for each active lane, in order.
void WarpBuilder::widenEach(Instruction &inst) {
  SmallVector<std::pair<Value *, llvm::AllocaInst *>, 4> sources;
  for (Value *operand : inst.operands()) {
    bool isFixed = llvm::isa<llvm::Function>(operand) || operand->getType()->isMetadataTy() ||
                   llvm::isa<llvm::Constant>(operand);
    if (isFixed)
      sources.push_back({operand, nullptr});
    else if (isUniform(operand) || width == 1)
      sources.push_back({scalar(operand), nullptr});
    else
      sources.push_back({nullptr, spill(vector(operand))});
  }
  const bool hasResult = !inst.getType()->isVoidTy() && !inst.use_empty();
  if (width == 1) {
    Instruction *copy = inst.clone();
    for (unsigned i = 0; i < sources.size(); ++i)
      copy->setOperand(i, sources[i].first);
    ir.Insert(copy);
    if (hasResult)
      define(&inst, copy);
    return;
  }
  if (inst.getType()->isStructTy())
    return refuse("an intrinsic with several results");
  llvm::AllocaInst *results =
      hasResult ? spill(llvm::PoisonValue::get(widened(inst.getType()))) : nullptr;
  forEachLane(mask, isActive, [&](Value *index) {
    Instruction *copy = inst.clone();
    for (unsigned i = 0; i < sources.size(); ++i) {
      Value *value = sources[i].first ? sources[i].first : lane(sources[i].second, index);
      if (inst.getOperand(i)->getType()->isIntegerTy(1) && !value->getType()->isIntegerTy(1))
        value = ir.CreateTrunc(value, ir.getInt1Ty());
      copy->setOperand(i, value);
    }
    ir.Insert(copy);
    if (results)
      setLane(results, index, copy);
  });
  if (results)
    define(&inst, reload(results, widened(inst.getType())));
}

/// What "aw-serial" functions are called in Runtime.def, where they take the thread index first.
static llvm::StringRef runtimeName(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("vprintf", "aw_vprintf")
      .Case("malloc", "aw_malloc")
      .Case("__cuda_syscall_aligned_malloc", "aw_aligned_malloc")
      .Case("free", "aw_free")
      .Case("__assertfail", "aw_assertfail")
      .Case("__aw_device_runtime", "aw_device_runtime")
      .Case("__aw_tensor_copy", "aw_tensor_copy")
      .Case("__aw_refuse_matrix", "aw_refuse_matrix")
      .Case("__aw_tensor_replace", "aw_tensor_replace")
      .Default("");
}

/// malloc and free: one call of the engine for all lanes, which it serves in order.
void WarpBuilder::widenHeapCall(CallInst &call, llvm::StringRef name) {
  llvm::Type *words = widened(ir.getInt64Ty());
  Value *operand = vector(call.getArgOperand(0));
  operand = operand->getType()->isPtrOrPtrVectorTy() ? ir.CreatePtrToInt(operand, words)
                                                     : ir.CreateZExtOrTrunc(operand, words);
  SmallVector<Value *, 4> args{threadOf(ir.getInt32(0)), bitsOf(mask), spill(operand)};
  if (name == "aw_free") {
    callRuntime("aw_free_lanes", args);
    return;
  }
  llvm::AllocaInst *addresses = spill(llvm::PoisonValue::get(words));
  args.push_back(addresses);
  callRuntime("aw_malloc_lanes", args);
  Value *result = reload(addresses, words);
  llvm::Type *type = widened(call.getType());
  define(&call, type->isPtrOrPtrVectorTy() ? ir.CreateIntToPtr(result, type)
                                           : ir.CreateZExtOrTrunc(result, type));
}

void WarpBuilder::widenSerial(CallInst &call) {
  llvm::Function *callee = call.getCalledFunction();
  llvm::StringRef name = runtimeName(callee->getName());
  if (name.empty())
    return refuse("call of '" + callee->getName() + "', which the engine does not have");
  if (width > 1 && (name == "aw_malloc" || name == "aw_free"))
    return widenHeapCall(call, name);
  llvm::FunctionType *type = declareRuntime(lowering.module, name)->getFunctionType();
  const unsigned count = std::min(unsigned(call.arg_size()), type->getNumParams() - 3);
  SmallVector<std::pair<Value *, llvm::AllocaInst *>, 4> sources;
  for (unsigned i = 0; i < count; ++i) {
    Value *arg = call.getArgOperand(i);
    if (isUniform(arg) || width == 1)
      sources.push_back({scalar(arg), nullptr});
    else
      sources.push_back({nullptr, spill(vector(arg))});
  }
  auto adapt = [&](Value *value, llvm::Type *to) -> Value * {
    llvm::Type *from = value->getType();
    if (from->isPointerTy() && to->isPointerTy())
      return from == to ? value : ir.CreateAddrSpaceCast(value, to);
    if (from->isPointerTy())
      return ir.CreatePtrToInt(value, to);
    if (to->isPointerTy())
      return ir.CreateIntToPtr(value, to);
    return ir.CreateZExtOrTrunc(value, to);
  };
  const bool hasResult = !call.use_empty();
  llvm::AllocaInst *results =
      hasResult && width > 1 ? spill(llvm::PoisonValue::get(widened(call.getType()))) : nullptr;
  forEachLane(mask, isActive, [&](Value *index) {
    SmallVector<Value *, 8> args{threadOf(index)};
    for (unsigned i = 0; i < count; ++i)
      args.push_back(adapt(sources[i].first ? sources[i].first : lane(sources[i].second, index),
                           type->getParamType(i + 3)));
    for (unsigned i = count + 3; i < type->getNumParams(); ++i)
      args.push_back(llvm::Constant::getNullValue(type->getParamType(i)));
    CallInst *result = callRuntime(name, args);
    if (!hasResult)
      return;
    Value *value = adapt(result, call.getType());
    if (results)
      setLane(results, index, value);
    else
      define(&call, value);
  });
  if (results)
    define(&call, reload(results, widened(call.getType())));
}

llvm::FunctionType *wideFunctionType(llvm::FunctionType &scalar, const WarpBuilder &b) {
  llvm::Type *ptr = b.launch()->getType(), *i32 = b.piece()->getType();
  SmallVector<llvm::Type *, 8> params{ptr, ptr, i32, b.maskType()};
  for (llvm::Type *param : scalar.params())
    params.push_back(b.widened(param));
  return llvm::FunctionType::get(b.widened(scalar.getReturnType()), params, false);
}

/// The arguments of W-lane code: the piece, the lanes that call, the widened arguments.
static SmallVector<Value *, 8> wideArguments(WarpBuilder &b, CallInst &call, Value *lanes) {
  SmallVector<Value *, 8> args{b.launch(), b.block(), b.piece(), lanes};
  for (Value *arg : call.args())
    args.push_back(b.vector(arg));
  return args;
}

void WarpBuilder::widenFunctionCall(CallInst &call) {
  llvm::Function *callee =
      lowering.module.getFunction(wideFunctionName(call.getCalledFunction()->getName(), width));
  assert(callee && "formWarps declares the W-lane functions first");
  Value *result = ir.CreateCall(callee, wideArguments(*this, call, mask));
  if (!call.getType()->isVoidTy())
    define(&call, result);
}

/// The operand points to an exec::FunctionDescriptor. One call for each distinct one.
void WarpBuilder::widenIndirectCall(CallInst &call) {
  llvm::FunctionType *type = wideFunctionType(*call.getFunctionType(), *this);
  const uint64_t entryOffset =
      offsetof(exec::FunctionDescriptor, entry) + sizeof(void *) * llvm::Log2_32(width);
  auto callOne = [&](Value *descriptor, Value *lanes) -> Value * {
    Value *place = ir.CreatePtrAdd(descriptor, ir.getInt64(entryOffset));
    Value *entry = ir.CreateAlignedLoad(ir.getPtrTy(), place, llvm::Align(8), "entry");
    return ir.CreateCall(type, entry, wideArguments(*this, call, lanes));
  };
  const bool hasResult = !call.getType()->isVoidTy();
  Value *target = call.getCalledOperand();
  if (isUniform(target) || width == 1) {
    Value *result = callOne(scalar(target), mask);
    if (hasResult)
      define(&call, result);
    return;
  }
  Value *targets = vector(target);
  llvm::AllocaInst *spilled = spill(targets);
  llvm::AllocaInst *results = nullptr;
  if (hasResult)
    results = entryAlloca(type->getReturnType(), "results");
  llvm::AllocaInst *left = entryAlloca(ir.getInt32Ty(), "left");
  llvm::LLVMContext &context = ir.getContext();
  auto *loop = llvm::BasicBlock::Create(context, "target", &this->target);
  auto *done = llvm::BasicBlock::Create(context, "targets.done", &this->target);
  ir.CreateStore(bitsOf(mask), left);
  ir.CreateBr(loop); // a block with a call runs only with an active lane
  ir.SetInsertPoint(loop);
  Value *rest = ir.CreateLoad(ir.getInt32Ty(), left);
  Value *first = ir.CreateIntrinsic(llvm::Intrinsic::cttz, {ir.getInt32Ty()}, {rest, ir.getTrue()});
  Value *descriptor = lane(spilled, first);
  Value *same = both(mask, ir.CreateICmpEQ(targets, splat(descriptor)));
  Value *result = callOne(descriptor, same);
  if (results)
    ir.CreateStore(blend(same, result, ir.CreateLoad(type->getReturnType(), results)), results);
  rest = ir.CreateAnd(rest, ir.CreateNot(bitsOf(same)));
  ir.CreateStore(rest, left);
  keepRolled(ir.CreateCondBr(ir.CreateIsNotNull(rest), loop, done));
  ir.SetInsertPoint(done);
  if (results)
    define(&call, ir.CreateLoad(type->getReturnType(), results));
}

} // namespace anywarp::codegen
