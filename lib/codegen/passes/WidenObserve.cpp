// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events of observed kernels: one call of the engine for the whole piece, the words as arrays over
// its lanes. All events of a function share the two arrays.
#include "codegen/passes/WarpBuilder.h"

namespace anywarp::codegen {

using llvm::CallInst;
using llvm::Value;

void WarpBuilder::widenObserve(CallInst &call) {
  auto put = [&](llvm::AllocaInst *&place, Value *value, const char *name) -> Value * {
    if (auto *none = llvm::dyn_cast<llvm::ConstantInt>(value); none && none->isZero())
      return llvm::ConstantPointerNull::get(ir.getPtrTy());
    if (!place) {
      place = entryAlloca(llvm::ArrayType::get(ir.getInt64Ty(), width), name);
      place->setAlignment(llvm::Align(64));
    }
    ir.CreateAlignedStore(vector(value), place, llvm::Align(std::min(64u, 8 * width)));
    return place;
  };
  Value *a = put(observedA_, call.getArgOperand(1), "observe.a");
  Value *b = put(observedB_, call.getArgOperand(2), "observe.b");
  CallInst *event = callRuntime("aw_observe", {piece(), call.getArgOperand(0), bitsOf(mask), a, b});
  event->setMemoryEffects(llvm::MemoryEffects::inaccessibleOrArgMemOnly());
}

} // namespace anywarp::codegen
