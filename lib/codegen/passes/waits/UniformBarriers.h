// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whether all threads of a block that have not ended come to the kernel's barriers together. Says
// so only where it is certain: from values that are equal in the block, and the branches that ask
// for others.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallPtrSet.h>

namespace llvm {
class BasicBlock;
class CallInst;
class Function;
} // namespace llvm

namespace anywarp::codegen {

/// `kernel` before its lanes are formed. `isEnd`: a call of @aw.observe tells that the thread ends.
bool hasUniformBarriers(llvm::Function &kernel,
                        llvm::function_ref<bool(const llvm::CallInst &)> isEnd);

/// Blocks that a thread may come to when it has been at a barrier, those with barriers included.
llvm::SmallPtrSet<const llvm::BasicBlock *, 16>
blocksBehindBarriers(const llvm::Function &function);

} // namespace anywarp::codegen
