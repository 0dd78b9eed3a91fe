// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The intrinsics of Intrinsics.def that talk to other lanes, to the engine, or read the clock.
// A piece of 32 lanes is a whole warp, so its collectives are vector code. Narrower pieces meet
// through the engine (exec::CollectiveLane).
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include "codegen/arch/Processor.h"
#include "codegen/passes/warps/WarpBuilder.h"

namespace anywarp::codegen {

using exec::BlockState;
using exec::Collective;
using exec::CollectiveLane;
using exec::LaunchState;
using llvm::CallInst;
using llvm::SmallVector;
using llvm::Value;

namespace {

/// How the engine calls a collective.
Collective collectiveOf(Intrinsic id) {
  switch (id) {
#define AW_SAME(name)                                                                              \
  case Intrinsic::name:                                                                            \
    return Collective::name;
    AW_SAME(ShflUp)
    AW_SAME(ShflDown)
    AW_SAME(ShflBfly)
    AW_SAME(ShflIdx)
    AW_SAME(VoteAll)
    AW_SAME(VoteAny)
    AW_SAME(VoteUni)
    AW_SAME(Ballot)
    AW_SAME(MatchAny32)
    AW_SAME(MatchAny64)
    AW_SAME(MatchAll32)
    AW_SAME(MatchAll64)
    AW_SAME(ReduxAdd)
    AW_SAME(ReduxMin)
    AW_SAME(ReduxMax)
    AW_SAME(ReduxUMin)
    AW_SAME(ReduxUMax)
    AW_SAME(ReduxAnd)
    AW_SAME(ReduxOr)
    AW_SAME(ReduxXor)
    AW_SAME(ActiveMask)
    AW_SAME(Elect)
#undef AW_SAME
  case Intrinsic::WarpSync:
    return Collective::Sync;
  default:
    llvm_unreachable("not a collective");
  }
}

/// Ranks of the blocks in whose windows `lanes` addresses lie. A function, for kernels that ask do
/// so before each of a hundred copies. Windows do not change while a grid runs: nothing else writes
/// them.
llvm::Function *clusterRankFunction(WarpBuilder &b, unsigned lanes) {
  llvm::Module &module = b.lowering.module;
  const std::string name = "aw.cluster.rank." + std::to_string(lanes);
  if (llvm::Function *known = module.getFunction(name))
    return known;
  llvm::LLVMContext &context = module.getContext();
  llvm::IRBuilder<> ir(context);
  auto wide = [&](llvm::Type *type) -> llvm::Type * {
    return lanes == 1 ? type : llvm::FixedVectorType::get(type, lanes);
  };
  auto all = [&](Value *value) { return lanes == 1 ? value : ir.CreateVectorSplat(lanes, value); };
  llvm::Type *i64 = ir.getInt64Ty(), *i32 = ir.getInt32Ty();
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(wide(i32), {ir.getPtrTy(), ir.getPtrTy(), wide(i64)}, false),
      llvm::GlobalValue::InternalLinkage, name, module);
  function->setMemoryEffects(llvm::MemoryEffects::none());
  for (auto attribute : {llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn,
                         llvm::Attribute::NoInline, llvm::Attribute::Speculatable})
    function->addFnAttr(attribute);
  Value *launch = function->getArg(0), *block = function->getArg(1);
  auto *entry = llvm::BasicBlock::Create(context, "", function);
  auto *loop = llvm::BasicBlock::Create(context, "rank", function);
  auto *done = llvm::BasicBlock::Create(context, "done", function);
  ir.SetInsertPoint(entry);
  auto field = [&](Value *record, size_t offset, llvm::Type *type) {
    llvm::LoadInst *load =
        ir.CreateLoad(type, ir.CreateConstGEP1_64(ir.getInt8Ty(), record, offset));
    load->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(context, {}));
    return load;
  };
  auto dimension = [&](unsigned d) {
    return field(launch, offsetof(LaunchState, clusterDim) + 4 * d, i32);
  };
  Value *count = ir.CreateMul(ir.CreateMul(dimension(0), dimension(1)), dimension(2));
  Value *size = all(ir.CreateZExt(field(launch, offsetof(LaunchState, totalShared), i32), i64));
  Value *windows = field(block, offsetof(BlockState, clusterShared), ir.getPtrTy());
  Value *own = all(field(block, offsetof(BlockState, clusterRank), i32));
  ir.CreateBr(loop);
  ir.SetInsertPoint(loop);
  llvm::PHINode *rank = ir.CreatePHI(i32, 2), *found = ir.CreatePHI(own->getType(), 2);
  Value *window = field(ir.CreateGEP(ir.getPtrTy(), windows, ir.CreateZExt(rank, i64)), 0, i64);
  Value *isInside = ir.CreateICmpULT(ir.CreateSub(function->getArg(2), all(window)), size);
  Value *now = ir.CreateSelect(isInside, all(rank), found);
  Value *next = ir.CreateAdd(rank, ir.getInt32(1));
  rank->addIncoming(ir.getInt32(0), entry);
  rank->addIncoming(next, loop);
  found->addIncoming(own, entry);
  found->addIncoming(now, loop);
  ir.CreateCondBr(ir.CreateICmpULT(next, count), loop, done);
  ir.SetInsertPoint(done);
  ir.CreateRet(now);
  return function;
}

} // namespace

Value *WarpBuilder::firstActive(Value *value) {
  if (isUniform(value) || width == 1)
    return scalar(value);
  Value *first =
      ir.CreateIntrinsic(llvm::Intrinsic::cttz, {ir.getInt32Ty()}, {bitsOf(mask), ir.getFalse()});
  return lane(spill(vector(value)), ir.CreateAnd(first, width - 1));
}

void WarpBuilder::widenOurIntrinsic(CallInst &call, Intrinsic id) {
  auto result = [&](Value *value) { defineBases(&call, {value}); };
  if (isDefined(&call))
    return; // a special register
  switch (id) {
  case Intrinsic::Clock:
    return result(callRuntime("aw_clock", {}));
  case Intrinsic::GlobalTimer:
    return result(callRuntime("aw_globaltimer", {}));
  case Intrinsic::ClusterShared:
    return widenClusterShared(call);
  case Intrinsic::ClusterRank:
    return widenClusterRank(call);
  case Intrinsic::IsLocal:
    return widenIsLocal(call);
  case Intrinsic::BarrierSync:
  case Intrinsic::BarrierArrive:
  case Intrinsic::BarrierPopc:
  case Intrinsic::BarrierAnd:
  case Intrinsic::BarrierOr:
    return widenBarrier(call, id);
  case Intrinsic::ClusterArrive:
    callRuntime("aw_cluster_arrive", {piece(), bitsOf(mask)});
    return;
  case Intrinsic::ClusterWait:
    callRuntime("aw_cluster_wait", {piece(), bitsOf(mask)});
    return;
  case Intrinsic::PiecesMeet:
    ir.CreateCall(call.getCalledFunction());
    return;
  case Intrinsic::Observe:
    return widenObserve(call);
  case Intrinsic::Never:
    return define(&call, llvm::Constant::getNullValue(widened(ir.getInt1Ty())));
  case Intrinsic::Line:
    callRuntime("aw_line", {piece(), call.getArgOperand(0), call.getArgOperand(1)});
    return;
  case Intrinsic::Interrupt:
    callRuntime("aw_interrupt", {piece()});
    return;
  case Intrinsic::Yield:
    callRuntime("aw_yield", {piece()});
    return;
  case Intrinsic::Sleep:
    return widenSleep(call);
  case Intrinsic::Trap:
    return widenTrap();
  case Intrinsic::TextureFetch:
  case Intrinsic::SurfaceAccess:
    return widenImage(call);
  case Intrinsic::ProfileExecution:
  case Intrinsic::ProfileBranch:
  case Intrinsic::ProfileAccess:
    return widenProfile(call, id);
  case Intrinsic::Exit:
    return refuse("exit in a function that is not inlined");
  default:
    return width == exec::kWarpSize ? widenCollective(call, id) : widenByEngine(call, id);
  }
}

/// The window of another block's shared memory, by its rank.
void WarpBuilder::widenClusterShared(CallInst &call) {
  Value *windows = blockField(offsetof(BlockState, clusterShared), ir.getPtrTy(), "windows");
  Value *rank = call.getArgOperand(0);
  if (isGrouped(shapeOf(&call))) {
    SmallVector<Value *, 4> bases;
    for (Value *r : safeBases(rank, shapeOf(&call).group)) {
      Value *place = ir.CreateGEP(ir.getPtrTy(), windows, ir.CreateZExt(r, ir.getInt64Ty()));
      bases.push_back(ir.CreateAddrSpaceCast(ir.CreateLoad(ir.getPtrTy(), place), call.getType()));
    }
    return defineBases(&call, bases);
  }
  Value *places =
      ir.CreateGEP(ir.getPtrTy(), windows, ir.CreateZExt(vector(rank), widened(ir.getInt64Ty())));
  Value *all = ir.CreateMaskedGather(widened(ir.getPtrTy()), places, llvm::Align(8), mask);
  return define(&call, ir.CreateAddrSpaceCast(all, widened(call.getType())));
}

void WarpBuilder::widenClusterRank(CallInst &call) {
  Value *address = call.getArgOperand(0);
  auto ranksOf = [&](Value *bits, unsigned lanes) {
    return ir.CreateCall(clusterRankFunction(*this, lanes), {launch(), block(), bits});
  };
  if (isGrouped(shapeOf(&call))) {
    SmallVector<Value *, 4> bases;
    for (Value *base : safeBases(address, shapeOf(&call).group))
      bases.push_back(ranksOf(ir.CreatePtrToInt(base, ir.getInt64Ty()), 1));
    return defineBases(&call, bases);
  }
  return define(&call,
                ranksOf(ir.CreatePtrToInt(vector(address), widened(ir.getInt64Ty())), width));
}

void WarpBuilder::widenIsLocal(CallInst &call) {
  if (!local_.bytes)
    return define(&call, llvm::Constant::getNullValue(maskType()));
  Value *address = ir.CreatePtrToInt(vector(call.getArgOperand(0)), widened(ir.getInt64Ty()));
  Value *start = splat(ir.CreatePtrToInt(localBase(), ir.getInt64Ty()));
  Value *size = splat(ir.getInt64(local_.bytes * width));
  return define(&call, ir.CreateICmpULT(ir.CreateSub(address, start), size));
}

void WarpBuilder::widenBarrier(CallInst &call, Intrinsic id) {
  Value *number = firstActive(call.getArgOperand(0)), *threads = firstActive(call.getArgOperand(1));
  if (id == Intrinsic::BarrierSync || id == Intrinsic::BarrierArrive) {
    callRuntime(id == Intrinsic::BarrierSync ? "aw_barrier_sync" : "aw_barrier_arrive",
                {piece(), number, threads, bitsOf(mask)});
    return;
  }
  const unsigned op = unsigned(id) - unsigned(Intrinsic::BarrierPopc);
  Value *holds = both(mask, vector(call.getArgOperand(2)));
  callRuntime("aw_barrier_reduce",
              {piece(), number, threads, bitsOf(mask), bitsOf(holds), ir.getInt32(op)});
  Value *value = callRuntime("aw_barrier_result", {piece()});
  defineBases(&call, {op == 0 ? value : ir.CreateIsNotNull(value)});
}

/// The lanes go on together: when the last of them would.
void WarpBuilder::widenSleep(CallInst &call) {
  Value *time = call.getArgOperand(0);
  if (isUniform(time) || width == 1)
    time = scalar(time);
  else
    time = ir.CreateIntMaxReduce(ir.CreateSelect(
        mask, vector(time), llvm::Constant::getNullValue(widened(time->getType()))));
  callRuntime("aw_sleep", {piece(), time});
}

void WarpBuilder::widenTrap() {
  Value *first = ir.getInt32(0);
  if (width > 1)
    first =
        ir.CreateIntrinsic(llvm::Intrinsic::cttz, {ir.getInt32Ty()}, {bitsOf(mask), ir.getFalse()});
  callRuntime("aw_fault",
              {threadOf(first), ir.getInt32(uint32_t(exec::Fault::Trap)), ir.getInt64(0)});
}

/// A collective of a whole warp.
void WarpBuilder::widenCollective(CallInst &call, Intrinsic id) {
  switch (id) {
  case Intrinsic::WarpSync:
    return;
  case Intrinsic::ActiveMask:
    return defineBases(&call, {bitsOf(mask)});
  case Intrinsic::ShflUp:
  case Intrinsic::ShflDown:
  case Intrinsic::ShflBfly:
  case Intrinsic::ShflIdx:
    return widenShuffle(call, id);
  case Intrinsic::VoteAll:
  case Intrinsic::VoteAny:
  case Intrinsic::VoteUni:
  case Intrinsic::Ballot:
    return widenVote(call, id);
  case Intrinsic::MatchAny32:
  case Intrinsic::MatchAny64:
  case Intrinsic::MatchAll32:
  case Intrinsic::MatchAll64:
    return widenMatch(call, id);
  case Intrinsic::ReduxAdd:
  case Intrinsic::ReduxMin:
  case Intrinsic::ReduxMax:
  case Intrinsic::ReduxUMin:
  case Intrinsic::ReduxUMax:
  case Intrinsic::ReduxAnd:
  case Intrinsic::ReduxOr:
  case Intrinsic::ReduxXor:
    return widenReduction(call, id);
  case Intrinsic::Elect:
    return widenElection(call);
  default:
    llvm_unreachable("special registers are defined at the entry");
  }
}

void WarpBuilder::widenElection(CallInst &call) {
  forEachMember(call, [&](Value *lanes) -> Value * {
    Value *leader = ir.CreateIntrinsic(llvm::Intrinsic::cttz, {ir.getInt32Ty()},
                                       {bitsOf(lanes), ir.getFalse()});
    Value *isMe = ir.CreateICmpEQ(iota(ir.getInt32Ty(), 1), splat(leader));
    Value *both = llvm::PoisonValue::get(widened(call.getType()));
    both = ir.CreateInsertValue(both, splat(leader), 0);
    return ir.CreateInsertValue(both, isMe, 1);
  });
}

/// Runs `body` for the lanes of one membermask (last argument of `call`). Its result is a value of
/// the call's type for all of them, or a widened one. Where lanes name different masks, once for
/// each of these.
void WarpBuilder::forEachMember(CallInst &call, llvm::function_ref<Value *(Value *)> body) {
  Value *memberMask = call.getArgOperand(call.arg_size() - 1);
  if (isUniform(memberMask)) {
    Value *result = body(both(mask, lanesOf(scalar(memberMask))));
    if (isGrouped(shapeOf(&call)))
      return defineBases(&call, {result});
    return define(&call, result->getType() == call.getType() ? splat(result) : result);
  }
  llvm::Type *type = widened(call.getType());
  llvm::LLVMContext &context = target.getContext();
  llvm::AllocaInst *masks = spill(vector(memberMask));
  auto *loop = llvm::BasicBlock::Create(context, "members", &target);
  auto *done = llvm::BasicBlock::Create(context, "members.done", &target);
  Value *all = bitsOf(mask);
  llvm::BasicBlock *before = ir.GetInsertBlock();
  Value *none = llvm::PoisonValue::get(type);
  ir.CreateCondBr(ir.CreateIsNotNull(all), loop, done);
  ir.SetInsertPoint(loop);
  llvm::PHINode *left = ir.CreatePHI(ir.getInt32Ty(), 2);
  llvm::PHINode *soFar = ir.CreatePHI(type, 2);
  left->addIncoming(all, before);
  soFar->addIncoming(none, before);
  Value *first = ir.CreateIntrinsic(llvm::Intrinsic::cttz, {ir.getInt32Ty()}, {left, ir.getTrue()});
  Value *named = ir.CreateOr(lane(masks, first), ir.CreateShl(ir.getInt32(1), first));
  Value *members = lanesOf(ir.CreateAnd(named, left));
  Value *result = body(members);
  if (result->getType() == call.getType())
    result = splat(result);
  result = blend(members, result, soFar);
  Value *rest = ir.CreateAnd(left, ir.CreateNot(named));
  left->addIncoming(rest, ir.GetInsertBlock());
  soFar->addIncoming(result, ir.GetInsertBlock());
  llvm::BasicBlock *last = ir.GetInsertBlock();
  keepRolled(ir.CreateCondBr(ir.CreateIsNotNull(rest), loop, done));
  ir.SetInsertPoint(done);
  llvm::PHINode *whole = ir.CreatePHI(type, 2);
  whole->addIncoming(none, before);
  whole->addIncoming(result, last);
  define(&call, whole);
}

/// shfl.sync as the PTX manual's pseudo-code has it. Constant operands fold to a constant shuffle.
/// Lanes that are not here give 0 (exec/blocks/Collectives.cpp says why).
void WarpBuilder::widenShuffle(CallInst &call, Intrinsic id) {
  Value *value = call.getArgOperand(0);
  auto pair = [&](Value *data, Value *predicate, llvm::Type *type) {
    Value *both = llvm::PoisonValue::get(type);
    return ir.CreateInsertValue(ir.CreateInsertValue(both, data, 0), predicate, 1);
  };
  if (isUniform(&call)) { // all lanes read the same one
    Value *from = ir.CreateAnd(scalar(call.getArgOperand(1)), 31);
    Value *data = isUniform(value) ? scalar(value)
                  : llvm::isa<llvm::ConstantInt>(from)
                      ? ir.CreateExtractElement(vector(value), from)
                      : lane(spill(vector(value)), from);
    if (!isFull(mask)) {
      Value *isHere = ir.CreateTrunc(ir.CreateLShr(bitsOf(mask), from), ir.getInt1Ty());
      data = ir.CreateSelect(isHere, data, llvm::Constant::getNullValue(data->getType()));
    }
    return defineBases(&call, {pair(data, ir.getTrue(), call.getType())});
  }
  Value *own = iota(ir.getInt32Ty(), 1);
  Value *c = vector(call.getArgOperand(2));
  Value *b = ir.CreateAnd(vector(call.getArgOperand(1)), splat(ir.getInt32(31)));
  Value *clamp = ir.CreateAnd(c, splat(ir.getInt32(31)));
  Value *segment = ir.CreateAnd(ir.CreateLShr(c, splat(ir.getInt32(8))), splat(ir.getInt32(31)));
  Value *outside = ir.CreateXor(segment, splat(ir.getInt32(31)));
  Value *lowest = ir.CreateAnd(own, segment);
  Value *limit = ir.CreateOr(lowest, ir.CreateAnd(clamp, outside));
  Value *from, *isInside;
  switch (id) {
  case Intrinsic::ShflUp:
    from = ir.CreateSub(own, b);
    isInside = ir.CreateICmpSGE(from, limit);
    break;
  case Intrinsic::ShflDown:
    from = ir.CreateAdd(own, b);
    isInside = ir.CreateICmpSLE(from, limit);
    break;
  case Intrinsic::ShflBfly:
    from = ir.CreateXor(own, b);
    isInside = ir.CreateICmpSLE(from, limit);
    break;
  default:
    from = ir.CreateOr(lowest, ir.CreateAnd(b, outside));
    isInside = ir.CreateICmpSLE(from, limit);
    break;
  }
  from = ir.CreateSelect(isInside, from, own);
  Value *data = vector(value);
  if (!isFull(mask))
    data = ir.CreateSelect(mask, data, llvm::Constant::getNullValue(data->getType()));
  if (!isUniform(value) || !isFull(mask))
    data = permute(data, from);
  define(&call, pair(data, isInside, widened(call.getType())));
}

/// result[i] = vector[index[i]], all of 32 lanes of 32 bits.
Value *WarpBuilder::permute(Value *vector, Value *index) {
  if (auto *constant = llvm::dyn_cast<llvm::Constant>(index)) {
    SmallVector<int, 32> order;
    for (unsigned i = 0; i < width; ++i)
      order.push_back(
          int(llvm::cast<llvm::ConstantInt>(constant->getAggregateElement(i))->getZExtValue()));
    return ir.CreateShuffleVector(vector, order);
  }
  if (lowering.hasAvx512) {
    Value *low = part(vector, 0, 16), *high = part(vector, 16, 16);
    SmallVector<Value *, 2> halves;
    for (unsigned k = 0; k < 2; ++k)
      halves.push_back(arch::permutePair(ir, low, part(index, 16 * k, 16), high));
    return concat(halves);
  }
  llvm::AllocaInst *slot = spill(vector);
  Value *places = ir.CreateGEP(ir.getInt32Ty(), slot, index);
  return ir.CreateMaskedGather(vector->getType(), places, llvm::Align(4), allLanes());
}

void WarpBuilder::widenVote(CallInst &call, Intrinsic id) {
  Value *predicate = vector(call.getArgOperand(0));
  forEachMember(call, [&](Value *lanes) -> Value * {
    Value *holds = bitsOf(both(lanes, predicate));
    switch (id) {
    case Intrinsic::Ballot:
      return holds;
    case Intrinsic::VoteAny:
      return ir.CreateIsNotNull(holds);
    case Intrinsic::VoteAll:
      return ir.CreateICmpEQ(holds, bitsOf(lanes));
    default:
      return ir.CreateOr(ir.CreateIsNull(holds), ir.CreateICmpEQ(holds, bitsOf(lanes)));
    }
  });
}

void WarpBuilder::widenReduction(CallInst &call, Intrinsic id) {
  struct Kind {
    llvm::Intrinsic::ID reduce;
    uint32_t identity;
  };
  static constexpr Kind kinds[] = {{llvm::Intrinsic::vector_reduce_add, 0},
                                   {llvm::Intrinsic::vector_reduce_smin, INT32_MAX},
                                   {llvm::Intrinsic::vector_reduce_smax, 0x80000000},
                                   {llvm::Intrinsic::vector_reduce_umin, ~0u},
                                   {llvm::Intrinsic::vector_reduce_umax, 0},
                                   {llvm::Intrinsic::vector_reduce_and, ~0u},
                                   {llvm::Intrinsic::vector_reduce_or, 0},
                                   {llvm::Intrinsic::vector_reduce_xor, 0}};
  const Kind &kind = kinds[unsigned(id) - unsigned(Intrinsic::ReduxAdd)];
  Value *value = vector(call.getArgOperand(0));
  forEachMember(call, [&](Value *lanes) -> Value * {
    return ir.CreateUnaryIntrinsic(kind.reduce,
                                   blend(lanes, value, splat(ir.getInt32(kind.identity))));
  });
}

void WarpBuilder::widenMatch(CallInst &call, Intrinsic id) {
  Value *value = vector(call.getArgOperand(0));
  llvm::AllocaInst *values = spill(value);
  const bool isAll = id == Intrinsic::MatchAll32 || id == Intrinsic::MatchAll64;
  forEachMember(call, [&](Value *lanes) -> Value * {
    Value *all = bitsOf(lanes);
    auto equalTo = [&](Value *index) {
      return both(lanes, ir.CreateICmpEQ(value, splat(lane(values, index))));
    };
    if (isAll) {
      Value *first =
          ir.CreateIntrinsic(llvm::Intrinsic::cttz, {ir.getInt32Ty()}, {all, ir.getFalse()});
      Value *isSame = ir.CreateICmpEQ(bitsOf(equalTo(ir.CreateAnd(first, 31))), all);
      Value *both = llvm::PoisonValue::get(call.getType());
      both = ir.CreateInsertValue(both, ir.CreateSelect(isSame, all, ir.getInt32(0)), 0);
      return ir.CreateInsertValue(both, isSame, 1);
    }
    // One round for each distinct value.
    llvm::AllocaInst *result = entryAlloca(widened(ir.getInt32Ty()), "match");
    llvm::AllocaInst *left = entryAlloca(ir.getInt32Ty(), "left");
    llvm::LLVMContext &context = target.getContext();
    auto *head = llvm::BasicBlock::Create(context, "match", &target);
    auto *round = llvm::BasicBlock::Create(context, "match.round", &target);
    auto *done = llvm::BasicBlock::Create(context, "match.done", &target);
    ir.CreateStore(splat(ir.getInt32(0)), result);
    ir.CreateStore(all, left);
    ir.CreateBr(head);
    ir.SetInsertPoint(head);
    Value *rest = ir.CreateLoad(ir.getInt32Ty(), left);
    ir.CreateCondBr(ir.CreateIsNotNull(rest), round, done);
    ir.SetInsertPoint(round);
    Value *first =
        ir.CreateIntrinsic(llvm::Intrinsic::cttz, {ir.getInt32Ty()}, {rest, ir.getTrue()});
    Value *same = equalTo(first), *bits = bitsOf(same);
    ir.CreateStore(blend(same, splat(bits), ir.CreateLoad(result->getAllocatedType(), result)),
                   result);
    ir.CreateStore(ir.CreateAnd(rest, ir.CreateNot(bits)), left);
    ir.CreateBr(head);
    ir.SetInsertPoint(done);
    return ir.CreateLoad(result->getAllocatedType(), result);
  });
}

/// W < 32: lanes post their parts in an array, the engine fills in the results when all are there.
void WarpBuilder::widenByEngine(CallInst &call, Intrinsic id) {
  llvm::Type *i32 = ir.getInt32Ty(), *i64 = ir.getInt64Ty();
  auto *record =
      llvm::ArrayType::get(llvm::ArrayType::get(ir.getInt8Ty(), sizeof(CollectiveLane)), width);
  llvm::AllocaInst *lanes = entryAlloca(record, "collective");
  lanes->setAlignment(llvm::Align(alignof(CollectiveLane)));
  auto place = [&](unsigned index, size_t offset) {
    return ir.CreateConstInBoundsGEP1_64(ir.getInt8Ty(), lanes,
                                         index * sizeof(CollectiveLane) + offset);
  };
  auto post = [&](Value *value, size_t offset, llvm::Type *type) {
    for (unsigned i = 0; i < width; ++i)
      ir.CreateStore(ir.CreateZExtOrTrunc(base(value, i, 1), type), place(i, offset));
  };
  const unsigned count = call.arg_size();
  if (count)
    post(call.getArgOperand(count - 1), offsetof(CollectiveLane, memberMask), i32);
  if (count == 4) {
    post(call.getArgOperand(1), offsetof(CollectiveLane, b), i32);
    post(call.getArgOperand(2), offsetof(CollectiveLane, c), i32);
  }
  if (count > 1) {
    Value *input = call.getArgOperand(0);
    if (input->getType()->isIntegerTy(1))
      post(input, offsetof(CollectiveLane, predicate), i32);
    else
      post(input, offsetof(CollectiveLane, value), i64);
  }
  callRuntime("aw_collective",
              {piece(), ir.getInt32(uint32_t(collectiveOf(id))), bitsOf(mask), lanes});
  if (call.getType()->isVoidTy())
    return;
  auto answer = [&](unsigned index, llvm::Type *type, bool isPredicate) -> Value * {
    Value *value = isPredicate
                       ? ir.CreateLoad(i32, place(index, offsetof(CollectiveLane, predicate)))
                       : ir.CreateLoad(i64, place(index, offsetof(CollectiveLane, value)));
    return type->isIntegerTy(1) ? ir.CreateIsNotNull(value) : ir.CreateTrunc(value, type);
  };
  auto gathered = [&](llvm::Type *type, bool isPredicate) -> Value * {
    if (width == 1)
      return answer(0, type, isPredicate);
    Value *result = llvm::PoisonValue::get(widened(type));
    for (unsigned i = 0; i < width; ++i)
      result = ir.CreateInsertElement(result, answer(i, type, isPredicate), i);
    return result;
  };
  if (auto *pair = llvm::dyn_cast<llvm::StructType>(call.getType())) {
    Value *both = llvm::PoisonValue::get(widened(pair));
    both = ir.CreateInsertValue(both, gathered(pair->getElementType(0), false), 0);
    both = ir.CreateInsertValue(both, gathered(pair->getElementType(1), true), 1);
    return define(&call, both);
  }
  define(&call, gathered(call.getType(), /*isPredicate=*/false));
}

} // namespace anywarp::codegen
