// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the profile of a launch is told: one call of the engine for the whole piece, with the mask
// of its active lanes. A block with a call runs only with an active lane, so nothing is told of
// lanes that are elsewhere.
#include "codegen/passes/WarpBuilder.h"

namespace anywarp::codegen {

using llvm::Value;

void WarpBuilder::widenProfile(llvm::CallInst &call, Intrinsic id) {
  Value *place = call.getArgOperand(0), *lanes = bitsOf(mask);
  switch (id) {
  case Intrinsic::ProfileExecution:
    callRuntime("aw_profile_execution", {piece(), place, lanes});
    return;
  case Intrinsic::ProfileBranch: {
    Value *taken = both(mask, vector(call.getArgOperand(1)));
    callRuntime("aw_profile_branch", {piece(), place, lanes, bitsOf(taken)});
    return;
  }
  default: {
    llvm::AllocaInst *addresses =
        entryAlloca(llvm::ArrayType::get(ir.getInt64Ty(), width), "profiled");
    addresses->setAlignment(llvm::Align(64));
    ir.CreateAlignedStore(vector(call.getArgOperand(1)), addresses, llvm::Align(64));
    callRuntime("aw_profile_access", {piece(), place, lanes, addresses});
  }
  }
}

} // namespace anywarp::codegen
