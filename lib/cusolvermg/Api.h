// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVERMg as this room sees it: one function for each Done row of spec/cusolvermg.
#pragma once

#include "cusolverMg.h"
#include "library/Side.h"

namespace anywarp::cusolvermg {
#include "cusolvermg/Declarations.inc"

extern const library::Library kLibrary;
const char *statusName(cusolverStatus_t status);
bool isLive(cusolverMgHandle_t handle);
} // namespace anywarp::cusolvermg
