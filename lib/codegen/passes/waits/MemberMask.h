// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which lanes the membermasks of warp instructions name, as far as the code tells.
#pragma once

#include "exec/KernelAbi.h"

namespace llvm {
class Value;
} // namespace llvm

namespace anywarp::codegen {

/// The least power of two such that no lane of a warp names, in `mask`, one outside its own aligned
/// group of so many lanes. A lane that does not name itself does not count: PTX leaves undefined
/// what it would do.
unsigned memberSpan(const llvm::Value *mask, const exec::BlockShape &shape);

} // namespace anywarp::codegen
