// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How shared memory is laid out, as far as the figures of a kernel and its code must agree.
#pragma once

#include <cstdint>

namespace anywarp::ptx {

/// Dynamic shared memory starts at least so aligned, whatever its declaration asks for (ptxas).
inline constexpr uint32_t kDynamicSharedAlign = 16;

} // namespace anywarp::ptx
