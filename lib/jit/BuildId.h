// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Identity of the compiler that runs: part of every cache key, so that objects of another build are
// never taken.
#pragma once

#include <string>

namespace anywarp::jit {

/// The linker's build id of the program or library that holds this code, in hexadecimal digits.
const std::string &buildId();

} // namespace anywarp::jit
