// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of functions that another module declares otherwise than it is defined.
#pragma once

#include <memory>
#include <vector>

#include "ptx/Module.h"

namespace anywarp::ptx {

/// What a function of one module gives is taken, and not used, by calls in others that declare it
/// without a result: linkers of intermediate code do not compare types. (nvlink refuses PTX for
/// this: "Prototype doesn't match".) The modules are verified.
void takeUnknownResults(const std::vector<std::unique_ptr<Module>> &modules);

} // namespace anywarp::ptx
