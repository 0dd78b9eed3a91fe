// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What generated code may call outside of its module: the engine, and the few functions of the C
// library and the compiler's runtime that LLVM's back end calls of its own accord.
#pragma once

#include <string_view>

namespace anywarp::jit {

/// Null if generated code must not call it.
void *findProcessSymbol(std::string_view name);

} // namespace anywarp::jit
