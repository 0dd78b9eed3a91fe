// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a function reaches by direct calls.
#pragma once

#include <cstddef>
#include <vector>

#include "ptx/Module.h"

namespace anywarp::ptx {

/// `function` and the functions of the module that it reaches, each once.
std::vector<const Function *> reachedFunctions(const Module &module, const Function &function);

/// The instructions of all of them.
size_t reachedInstructions(const Module &module, const Function &function);

} // namespace anywarp::ptx
