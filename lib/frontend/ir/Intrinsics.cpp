// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "frontend/ir/Intrinsics.h"

#include <optional>

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Module.h>

namespace anywarp::frontend::ir {
namespace {

using llvm::Intrinsic::ID;

/// The operand `mode`, the second, as an index into `ids`.
template <size_t N> std::optional<ID> chosen(const llvm::CallInst &call, const ID (&ids)[N]) {
  auto *mode = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
  if (!mode || mode->getValue().uge(N))
    return std::nullopt;
  return ids[mode->getZExtValue()];
}

/// {i32, i1} vote.sync(mask, mode, predicate): the ballot is the first part of the result, the
/// other modes' answer the second.
llvm::Value *vote(llvm::IRBuilder<> &builder, llvm::CallInst &call) {
  std::optional<ID> id = chosen(
      call, {ID(llvm::Intrinsic::nvvm_vote_all_sync), ID(llvm::Intrinsic::nvvm_vote_any_sync),
             ID(llvm::Intrinsic::nvvm_vote_uni_sync), ID(llvm::Intrinsic::nvvm_vote_ballot_sync)});
  if (!id)
    return nullptr;
  llvm::Value *answer =
      builder.CreateIntrinsic(*id, {}, {call.getArgOperand(0), call.getArgOperand(2)});
  unsigned part = *id == llvm::Intrinsic::nvvm_vote_ballot_sync ? 0 : 1;
  return builder.CreateInsertValue(llvm::PoisonValue::get(call.getType()), answer, part);
}

/// {i32, i1} shfl.sync.i32(mask, mode, value, lane, clamp)
llvm::Value *shuffle(llvm::IRBuilder<> &builder, llvm::CallInst &call) {
  std::optional<ID> id = chosen(call, {ID(llvm::Intrinsic::nvvm_shfl_sync_idx_i32p),
                                       ID(llvm::Intrinsic::nvvm_shfl_sync_up_i32p),
                                       ID(llvm::Intrinsic::nvvm_shfl_sync_down_i32p),
                                       ID(llvm::Intrinsic::nvvm_shfl_sync_bfly_i32p)});
  if (!id)
    return nullptr;
  return builder.CreateIntrinsic(
      *id, {},
      {call.getArgOperand(0), call.getArgOperand(2), call.getArgOperand(3), call.getArgOperand(4)});
}

template <ID kId> llvm::Value *matchAll(llvm::IRBuilder<> &builder, llvm::CallInst &call) {
  return builder.CreateIntrinsic(kId, {}, {call.getArgOperand(0), call.getArgOperand(1)});
}

/// float sqrt.f(value), whose precision and flushing the options decide.
template <ID kId> llvm::Value *squareRoot(llvm::IRBuilder<> &builder, llvm::CallInst &call) {
  return builder.CreateIntrinsic(kId, {}, {call.getArgOperand(0)});
}

struct Row {
  const char *name;
  unsigned operands;
  llvm::Value *(*lower)(llvm::IRBuilder<> &, llvm::CallInst &);
};
constexpr Row kApproximateRoot = {"llvm.nvvm.sqrt.f", 1,
                                  squareRoot<llvm::Intrinsic::nvvm_sqrt_approx_f>};
constexpr Row kFlushingRoot = {"llvm.nvvm.sqrt.f", 1,
                               squareRoot<llvm::Intrinsic::nvvm_sqrt_approx_ftz_f>};
constexpr Row kRows[] = {
    {"llvm.nvvm.vote.sync", 3, vote},
    {"llvm.nvvm.shfl.sync.i32", 5, shuffle},
    {"llvm.nvvm.match.all.sync.i32", 2, matchAll<llvm::Intrinsic::nvvm_match_all_sync_i32p>},
    {"llvm.nvvm.match.all.sync.i64", 2, matchAll<llvm::Intrinsic::nvvm_match_all_sync_i64p>},
};

void lower(llvm::Module &module, const Row &row) {
  llvm::Function *function = module.getFunction(row.name);
  if (!function)
    return;
  for (llvm::User *user : llvm::make_early_inc_range(function->users())) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(user);
    if (!call || call->getCalledFunction() != function || call->arg_size() != row.operands)
      continue;
    llvm::IRBuilder<> builder(call);
    llvm::Value *value = row.lower(builder, *call);
    if (!value || value->getType() != call->getType())
      continue;
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
  }
  if (function->use_empty())
    function->eraseFromParent();
}

} // namespace

void lowerIntrinsics(llvm::Module &module, const Options &options) {
  for (const Row &row : kRows)
    lower(module, row);
  if (!options.preciseSqrt)
    lower(module, options.flushDenormals ? kFlushingRoot : kApproximateRoot);
}

} // namespace anywarp::frontend::ir
