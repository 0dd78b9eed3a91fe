// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSOLVER as this room sees it: one function for each Done row of spec/cusolver.
#pragma once

#include <algorithm>
#include <cstring>

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
/// Of a matrix of the general type; false for a null one.
bool isGeneral(cusparseMatDescr_t descriptor);
/// Writes the number of a wrong parameter to info, in the handle's stream.
cusolverStatus_t tell(cusolverDnHandle_t handle, int *info, int number, cusolverStatus_t status);

// The types that numbers have.
inline bool isComplex(cudaDataType type) { return type == CUDA_C_32F || type == CUDA_C_64F; }
inline bool isNumber(cudaDataType type) {
  return isComplex(type) || type == CUDA_R_32F || type == CUDA_R_64F;
}
inline cudaDataType realOf(cudaDataType type) {
  return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}
inline cudaDataType complexOf(cudaDataType type) {
  return type == CUDA_R_32F ? CUDA_C_32F : type == CUDA_R_64F ? CUDA_C_64F : type;
}
} // namespace anywarp::cusolver
