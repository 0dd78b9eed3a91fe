// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lanes that leave a loop wait for those still in it; where the latter wait for what the former
// would write next, nobody gets on. That code moves into the loop: lanes run it in the iteration in
// which they leave ("delayed reconvergence": ElTantawy and Aamodt, "MIMD Synchronization on SIMT
// Architectures", MICRO 2016).
#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace llvm {
class BasicBlock;
class Function;
class Loop;
} // namespace llvm

namespace anywarp::codegen {

/// From one of `blocks` some path leads to a write to memory (canRelease) before all lanes of the
/// warp meet.
bool canReleaseFrom(llvm::ArrayRef<llvm::BasicBlock *> blocks);

/// No lane goes this way: it only makes code behind a loop a part of it.
bool isNeverTaken(const llvm::BasicBlock &from, const llvm::BasicBlock *to);

/// Moves what lanes may write after `loop`, before the warp meets again, into the loop. The
/// function is normalised, and has to be again afterwards; analyses are out of date in any case.
/// False: that cannot be done.
bool releaseInLoop(llvm::Function &function, llvm::Loop &loop);

} // namespace anywarp::codegen
