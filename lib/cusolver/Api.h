// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER as this room sees it: one function for each Done row of spec/cusolver.
#pragma once

#include "cusolverDn.h"
#include "cusolverRf.h"
#include "cusolverSp.h"
#include "cusolverSp_LOWLEVEL_PREVIEW.h"
#include "library/Call.h"

namespace anywarp::cusolver {
#include "cusolver/Declarations.inc"

extern const library::Library kLibrary;
const char *statusName(cusolverStatus_t status);
library::Log &log();
bool isLive(cusolverDnHandle_t handle);
bool isLive(cusolverSpHandle_t handle);
bool isLive(cusolverRfHandle_t handle);
bool isLive(cusolverDnParams_t params);
bool isLive(syevjInfo_t info);
bool isLive(gesvdjInfo_t info);
bool isLive(csrqrInfo_t info);
bool isLive(csrqrInfoHost_t info);
bool isLive(csrluInfoHost_t info);
bool isLive(csrcholInfo_t info);
bool isLive(csrcholInfoHost_t info);
} // namespace anywarp::cusolver
