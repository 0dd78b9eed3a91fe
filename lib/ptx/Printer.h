// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Module → PTX text.
#pragma once

#include <string>

#include "ptx/Module.h"

namespace anywarp::ptx {

/// PTX text that parses to the same module. A poisoned function appears with an empty body and a
/// comment.
std::string print(const Module &module);

/// One instruction with guard and operands, without the semicolon.
std::string print(const Instruction &inst, const Function &function);

} // namespace anywarp::ptx
