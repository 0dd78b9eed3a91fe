// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The engine's functions (exec/Runtime.def) as LLVM declarations.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace llvm {
class CallInst;
class Function;
class Module;
} // namespace llvm

namespace anywarp::codegen {

/// Declares `name`, one of Runtime.def, with (launch, block) as its first parameters.
llvm::Function *declareRuntime(llvm::Module &module, llvm::StringRef name);

/// The call may post a wish for which its piece must suspend ([wait] in Runtime.def).
bool isWait(const llvm::CallInst &call);

} // namespace anywarp::codegen
