// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cuSPARSE's handles and descriptors stand for: the public incomplete types, completed. A
// descriptor borrows the program's arrays. One thread at a time changes an object.
#pragma once

#include <atomic>
#include <cstdint>

#include "cusparse.h"

struct cusparseContext {
  cudaStream_t stream = nullptr;
  cusparsePointerMode_t pointerMode = CUSPARSE_POINTER_MODE_HOST;
};

struct cusparseMatDescr {
  cusparseMatrixType_t type = CUSPARSE_MATRIX_TYPE_GENERAL;
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
};

namespace anywarp::cusparse {

/// Where factorisations and solves tell of a pivot that was zero. Bodies write it, in a stream.
struct Pivots {
  std::atomic<int> row{-1}; ///< with the base of the indices; -1: none
  bool isAnalysed = false;
  /// Of the analysis: what follows asks for the same (seen).
  cusparseSolvePolicy_t policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
  cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
  int blockSize = 1;
  CUstream_st *stream = nullptr;
};
/// Small pivots are replaced (numericBoost): by numbers copied at the call, or in device memory.
struct Boost {
  bool isOn = false, isDevice = false;
  const double *deviceTolerance = nullptr;
  const void *deviceValue = nullptr;
  double tolerance = 0;
  alignas(16) char value[16] = {};
};

} // namespace anywarp::cusparse

struct bsrsv2Info : anywarp::cusparse::Pivots {};
struct bsrsm2Info : anywarp::cusparse::Pivots {};
struct csric02Info : anywarp::cusparse::Pivots {};
struct bsric02Info : anywarp::cusparse::Pivots {};
struct csrilu02Info : anywarp::cusparse::Pivots {
  anywarp::cusparse::Boost boost;
};
struct bsrilu02Info : anywarp::cusparse::Pivots {
  anywarp::cusparse::Boost boost;
};
/// The permutation that csru2csr found, in device memory of `nnz` numbers.
struct csru2csrInfo {
  ~csru2csrInfo();
  int *order = nullptr;
  int nnz = 0;
};
struct cusparseColorInfo {
  cusparseColorAlg_t algorithm = CUSPARSE_COLOR_ALG0;
};
struct pruneInfo {};

struct cusparseSpVecDescr {
  int64_t size, nnz;
  void *indices, *values;
  cusparseIndexType_t indexType;
  cusparseIndexBase_t base;
  cudaDataType valueType;
};
struct cusparseDnVecDescr {
  int64_t size;
  void *values;
  cudaDataType valueType;
};
struct cusparseDnMatDescr {
  int64_t rows, cols, ld;
  void *values;
  cudaDataType valueType;
  cusparseOrder_t order;
  int batchCount = 1;
  int64_t batchStride = 0;
};
struct cusparseSpMatDescr {
  cusparseFormat_t format;
  int64_t rows, cols; ///< in entries
  int64_t nnz;        ///< entries stored; those of all blocks for blocked formats
  void *offsets;      ///< of rows, columns, block rows or slices; row indices of COO
  void *indices;      ///< the other index of each entry or block
  void *values;
  cusparseIndexType_t indexType; ///< of offsets and indices
  cusparseIndexBase_t base;
  cudaDataType valueType;
  int64_t blockRows = 1, blockCols = 1; ///< BSR; blocked ELL has square ones
  cusparseOrder_t blockOrder = CUSPARSE_ORDER_ROW;
  int64_t sliceSize = 0; ///< rows of a slice (sliced ELL)
  int64_t width = 0;     ///< columns stored of each row (blocked ELL)
  int64_t valuesSize = 0;
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  bool isTriangle = false; ///< one of the two was set
  int batchCount = 1;
  int64_t offsetsStride = 0, indicesStride = 0, valuesStride = 0;
};
