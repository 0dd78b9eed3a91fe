// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "codegen/emit/Emitter.h"

namespace anywarp::codegen {

bool emitVideo(FunctionEmitter &e, const ptx::Instruction &inst) { return false; }

} // namespace anywarp::codegen
