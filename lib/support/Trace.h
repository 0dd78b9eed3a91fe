// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lines of ANYWARP_TRACE, and the one place where the library speaks to the user: standard error.
#pragma once

#include <string_view>

namespace anywarp {

/// True if ANYWARP_TRACE names `room`. Cheap enough for API entry points; keep the result in a
/// function-local static on hot paths.
bool isTraced(std::string_view room);

/// Writes "[anywarp ROOM] TEXT\n" to standard error as one write; where ANYWARP_TRACE names
/// `threads`,
/// "[anywarp ROOM PROCESS/THREAD] TEXT\n".
void trace(std::string_view room, std::string_view text);

/// Writes "anywarp: TEXT\n" to standard error as one write: faults of kernels and the like.
void report(std::string_view text);

} // namespace anywarp
