// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cuSPARSE as this room sees it: one function for each Done row of spec/cusparse, and what the
// generated checks ask.
#pragma once

#include "cusparse.h"
#include "library/Call.h"

namespace anywarp::cusparse {
#include "cusparse/Declarations.inc"

extern const library::Library kLibrary;
const char *statusName(cusparseStatus_t status);
library::Log &log();

/// True: the handle or descriptor was created and not yet destroyed.
bool isLive(const void *object);

inline bool isValid(cusparseOperation_t op) { return unsigned(op) <= 2; }
inline bool isValid(cusparseDirection_t direction) { return unsigned(direction) <= 1; }
inline bool isValid(cusparseAction_t action) { return unsigned(action) <= 1; }
inline bool isValid(cusparseIndexBase_t base) { return unsigned(base) <= 1; }
inline bool isValid(cusparseSolvePolicy_t policy) { return unsigned(policy) <= 1; }
inline bool isValid(cusparsePointerMode_t mode) { return unsigned(mode) <= 1; }
inline bool isValid(cusparseIndexType_t type) {
  return type >= CUSPARSE_INDEX_16U && type <= CUSPARSE_INDEX_64I;
}
inline bool isValid(cusparseOrder_t order) {
  return order == CUSPARSE_ORDER_COL || order == CUSPARSE_ORDER_ROW;
}
/// A type that sums may have somewhere: any other is refused before the rest is looked at (seen).
inline bool isComputeType(cudaDataType type) {
  switch (type) {
  case CUDA_R_16F:
  case CUDA_R_16BF:
  case CUDA_R_32F:
  case CUDA_R_64F:
  case CUDA_C_16F:
  case CUDA_C_16BF:
  case CUDA_C_32F:
  case CUDA_C_64F:
  case CUDA_R_8I:
  case CUDA_R_32I:
    return true;
  default:
    return false;
  }
}
} // namespace anywarp::cusparse
