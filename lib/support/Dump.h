// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where ANYWARP_DUMP writes.
#pragma once

#include <string>

namespace anywarp {

/// The file of ANYWARP_DUMP_DIR for a kernel and a stage: NAME SUFFIX. A name that file systems
/// refuse is cut and keeps apart from others by digits of its digest.
std::string dumpPath(const std::string &name, const std::string &suffix);

} // namespace anywarp
