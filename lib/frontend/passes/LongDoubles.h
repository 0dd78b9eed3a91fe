// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An LLVM pass over host code.
#pragma once

namespace llvm {
class PassBuilder;
}

namespace anywarp::frontend {

/// Host code: functions of mathematics of long double constants become their values.
void addLongDoublePass(llvm::PassBuilder &builder);

} // namespace anywarp::frontend
