// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Intrinsics of the NVVM IR specification that LLVM 19 knows under other names.
#pragma once

#include "frontend/ir/Compile.h"

namespace llvm {
class Module;
}

namespace anywarp::frontend::ir {

/// llvm.nvvm.vote.sync, shfl.sync.i32 and match.all.sync.* to LLVM's own. A call whose mode is no
/// constant of the specification stays. sqrt.f is approximate where the options say so.
void lowerIntrinsics(llvm::Module &module, const Options &options);

} // namespace anywarp::frontend::ir
