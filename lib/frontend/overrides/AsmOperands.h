// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// asm statements that nvcc reads and Clang does not: `asm("…" :: "r"(a) "l"(b))`, whose operands
// no comma parts.
#pragma once

#include "frontend/overrides/LaunchTokens.h"

namespace anywarp::frontend {

/// Called for each token as it is first read: `asm` has what follows read and put back with commas.
void readAsm(clang::Preprocessor &preprocessor, const clang::Token &token, ReadToken read);

} // namespace anywarp::frontend
