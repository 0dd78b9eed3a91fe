// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Checks a parsed module against the rows of spec/ptx: words, types, operands, versions, labels,
// calls.
#pragma once

#include "ptx/Module.h"
#include "support/Diagnostic.h"

namespace anywarp::ptx {

/// A fault poisons its function (`Function::poison`, a warning with line and column). False if any
/// function is poisoned, by this or by the parser. Not stricter than NVIDIA's assembler.
bool verify(Module &module, Diagnostics &diagnostics);

} // namespace anywarp::ptx
