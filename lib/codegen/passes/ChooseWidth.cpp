// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The SIMD width, where the caller leaves it open.
#include "codegen/passes/Lowering.h"

namespace anywarp::codegen {

Status chooseWidth(Lowering &lowering) {
  lowering.width = lowering.options.simdWidth ? lowering.options.simdWidth : exec::kWarpSize;
  return {};
}

} // namespace anywarp::codegen
