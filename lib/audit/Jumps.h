// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Jumps to functions of our libcudart, by name. The library is loaded when one of them is first
// taken: the loader is busy when the jumps are written. A name that libcudart lacks answers
// cudaErrorNotSupported.
#pragma once

#include <cstddef>

namespace anywarp::audit {

inline constexpr size_t kJumpBytes = 13;

/// Writes a jump to the function `name` over `code`. False: there are too many names.
bool writeJump(unsigned char *code, const char *name);

} // namespace anywarp::audit
