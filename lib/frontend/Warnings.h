// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers that options and pragmas of nvcc and NVRTC use for warnings, and what Clang calls
// them.
#pragma once

#include <vector>

namespace anywarp::frontend {

/// True if CUDA 13's compilers have a warning of this number.
bool isWarningNumber(unsigned number);

/// Names of Clang's warnings that say the same ("unused-variable"); empty: it has none.
std::vector<const char *> clangWarnings(unsigned number);

} // namespace anywarp::frontend
