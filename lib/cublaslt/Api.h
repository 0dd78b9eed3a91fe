// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLASLt as this room sees it: one function for each Done row of spec/cublaslt.
#pragma once

#include <string>

#include "cublasLt.h"
#include "library/Side.h"

namespace anywarp::cublaslt {
#include "cublaslt/Declarations.inc"

extern const library::Library kLibrary;
const char *statusName(cublasStatus_t status);
bool isLive(cublasLtHandle_t handle);
bool isLogged();
void log(const std::string &line);
} // namespace anywarp::cublaslt
