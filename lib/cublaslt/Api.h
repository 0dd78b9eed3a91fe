// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLASLt as this room sees it: one function for each Done row of spec/cublaslt.
#pragma once

#include "cublasLt.h"
#include "library/Call.h"

namespace anywarp::cublaslt {
#include "cublaslt/Declarations.inc"

extern const library::Library kLibrary;
const char *statusName(cublasStatus_t status);
library::Log &log();
bool isLive(cublasLtHandle_t handle);
} // namespace anywarp::cublaslt
