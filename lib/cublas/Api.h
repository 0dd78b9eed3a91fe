// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuBLAS as this room sees it. Functions that no table row names otherwise are declared here; the
// templates that rows name (Calls) stand in the file of their family, which also holds the exported
// functions of that family.
#pragma once

#include "cublas_api.h"

#include "anywarp/api/cublasxt_types.h"
#include "library/Call.h"

namespace anywarp::cublas {
#include "cublas/Declarations.inc"

extern const library::Library kLibrary;
const char *statusName(cublasStatus_t status);
library::Log &log();
bool isLive(cublasHandle_t handle);
bool isLive(cublasXtHandle_t handle);

/// Tells on standard output which parameter of a routine is wrong; INVALID_VALUE.
cublasStatus_t refuse(const char *routine, int parameter);

inline bool isOperation(cublasOperation_t op) { return unsigned(op) <= CUBLAS_OP_C; }
/// The types of eight and fewer bits with an exponent are unknown to cuBLAS without Lt (seen).
inline bool isDataType(cudaDataType type) { return unsigned(type) < CUDA_R_8F_E4M3; }
inline bool isComputeType(cublasComputeType_t type) {
  return type >= CUBLAS_COMPUTE_16F && type <= CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT;
}
inline bool isPlain(cublasOperation_t op) { return op == CUBLAS_OP_N; }
inline bool isTriangle(cublasFillMode_t uplo) { return unsigned(uplo) <= CUBLAS_FILL_MODE_UPPER; }
inline bool isSide(cublasSideMode_t side) { return unsigned(side) <= CUBLAS_SIDE_RIGHT; }
inline bool isDiagonal(cublasDiagType_t diag) { return unsigned(diag) <= CUBLAS_DIAG_UNIT; }
template <typename T> T atLeastOne(T size) { return size > 1 ? size : T(1); }
} // namespace anywarp::cublas
