// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the process's own address space looks like: for pointers that come without a length.
#pragma once

#include <cstddef>

namespace anywarp {

/// Bytes from `address` on that are readable now, at most `limit`; 0 if not even one. Another
/// thread may change that at any time: meant to catch mistakes, not races.
size_t readableBytes(const void *address, size_t limit);

} // namespace anywarp
