// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// bsrsv2 and bsrsm2: triangular systems of block matrices, by substitution in the matrix by rows.
#include "cusparse/Api.h"
#include "cusparse/Legacy.h"
#include "cusparse/solves/Pivots.h"
#include "cusparse/solves/Substitution.h"

namespace anywarp::cusparse {
namespace {

constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;

size_t sizeOfBuffer(const cusparseSpMatDescr &a) {
  Carver carver;
  carveCsr(carver, &a, /*isTransposed=*/false);
  return std::max<size_t>(carver.size(), 256);
}
/// The buffer needs sizes only.
template <typename T>
cusparseSpMatDescr shapeOf(int mb, int nnzb, int blockDim, const cusparseMatDescr_t descr) {
  return blockMatrix<T>(nullptr, nullptr, nullptr, mb, mb, nnzb, blockDim, blockDim,
                        CUSPARSE_DIRECTION_ROW, descr);
}

/// A solution repeats what its analysis was given (seen).
bool isAsAnalysed(const Pivots &pivots, cusparseOperation_t op, int blockSize,
                  cusparseSolvePolicy_t policy) {
  return !pivots.isAnalysed ||
         (pivots.op == op && pivots.blockSize == blockSize && pivots.policy == policy);
}
template <typename T>
cusparseStatus_t analyse(cusparseHandle_t handle, const cusparseSpMatDescr &a, Pivots &pivots) {
  Work work(handle);
  launchPivotCheck<T>(work, a, pivots, /*numeric=*/false);
  return work;
}
template <typename T>
cusparseStatus_t solve(cusparseHandle_t handle, cusparseOperation_t op, const cusparseSpMatDescr &a,
                       const T *alpha, Dense b, Dense x, int64_t columns, bool isConjugateB,
                       Pivots &pivots, void *pBuffer) {
  Work work(handle);
  launchPivotCheck<T>(work, a, pivots, /*numeric=*/a.diagonal == CUSPARSE_DIAG_TYPE_NON_UNIT);
  Buffer buffer(work, pBuffer, sizeOfBuffer(a));
  Carver carver(buffer.get());
  Substitution p{};
  p.a = toCsr(work, carver, &a, /*isTransposed=*/false);
  p.b = b;
  p.x = x;
  p.columns = columns;
  p.alpha = Scalar(handle, alpha, sizeof *alpha);
  p.isUpper = a.fill == CUSPARSE_FILL_MODE_UPPER;
  p.isUnit = a.diagonal == CUSPARSE_DIAG_TYPE_UNIT;
  p.isTransposed = isTransposed(op);
  p.isConjugate = isConjugate(op);
  p.isConjugateB = isConjugateB;
  launchSubstitution(work, a.valueType, a.indexType, p);
  return work;
}

template <typename T>
cusparseStatus_t bsrsv2_bufferSize(cusparseHandle_t, cusparseDirection_t, cusparseOperation_t,
                                   int mb, int nnzb, const cusparseMatDescr_t descrA, T *,
                                   const int *, const int *, int blockDim, bsrsv2Info_t,
                                   int *pBufferSizeInBytes) {
  *pBufferSizeInBytes = int(sizeOfBuffer(shapeOf<T>(mb, nnzb, blockDim, descrA)));
  return requireGeneral(descrA); // (seen)
}
template <typename T>
cusparseStatus_t bsrsv2_bufferSizeExt(cusparseHandle_t, cusparseDirection_t, cusparseOperation_t,
                                      int mb, int nnzb, const cusparseMatDescr_t descrA, T *,
                                      const int *, const int *, int blockSize, bsrsv2Info_t,
                                      size_t *pBufferSize) {
  *pBufferSize = sizeOfBuffer(shapeOf<T>(mb, nnzb, blockSize, descrA));
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t bsrsv2_analysis(cusparseHandle_t handle, cusparseDirection_t dirA,
                                 cusparseOperation_t transA, int mb, int nnzb,
                                 const cusparseMatDescr_t descrA, const T *values,
                                 const int *offsets, const int *indices, int blockDim,
                                 bsrsv2Info_t info, cusparseSolvePolicy_t policy, void *) {
  if (cusparseStatus_t status = requireGeneral(descrA))
    return status;
  info->op = transA, info->blockSize = blockDim, info->policy = policy;
  return analyse<T>(
      handle, blockMatrix(values, offsets, indices, mb, mb, nnzb, blockDim, blockDim, dirA, descrA),
      *info);
}
template <typename T>
cusparseStatus_t bsrsv2_solve(cusparseHandle_t handle, cusparseDirection_t dirA,
                              cusparseOperation_t transA, int mb, int nnzb, const T *alpha,
                              const cusparseMatDescr_t descrA, const T *values, const int *offsets,
                              const int *indices, int blockDim, bsrsv2Info_t info, const T *f, T *x,
                              cusparseSolvePolicy_t policy, void *pBuffer) {
  if (cusparseStatus_t status = requireGeneral(descrA))
    return status;
  if (!isAsAnalysed(*info, transA, blockDim, policy))
    return CUSPARSE_STATUS_INVALID_VALUE;
  return solve(
      handle, transA,
      blockMatrix(values, offsets, indices, mb, mb, nnzb, blockDim, blockDim, dirA, descrA), alpha,
      {untyped(f), 1, 0}, {x, 1, 0}, 1, false, *info, pBuffer);
}

template <typename T>
cusparseStatus_t bsrsm2_bufferSize(cusparseHandle_t, cusparseDirection_t, cusparseOperation_t,
                                   cusparseOperation_t, int mb, int, int nnzb,
                                   const cusparseMatDescr_t descrA, T *, const int *, const int *,
                                   int blockSize, bsrsm2Info_t, int *pBufferSizeInBytes) {
  *pBufferSizeInBytes = int(sizeOfBuffer(shapeOf<T>(mb, nnzb, blockSize, descrA)));
  return requireGeneral(descrA);
}
template <typename T>
cusparseStatus_t bsrsm2_bufferSizeExt(cusparseHandle_t, cusparseDirection_t, cusparseOperation_t,
                                      cusparseOperation_t, int mb, int, int nnzb,
                                      const cusparseMatDescr_t descrA, T *, const int *,
                                      const int *, int blockSize, bsrsm2Info_t,
                                      size_t *pBufferSize) {
  *pBufferSize = sizeOfBuffer(shapeOf<T>(mb, nnzb, blockSize, descrA));
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t bsrsm2_analysis(cusparseHandle_t handle, cusparseDirection_t dirA,
                                 cusparseOperation_t transA, cusparseOperation_t, int mb, int,
                                 int nnzb, const cusparseMatDescr_t descrA, const T *values,
                                 const int *offsets, const int *indices, int blockSize,
                                 bsrsm2Info_t info, cusparseSolvePolicy_t policy, void *) {
  if (cusparseStatus_t status = requireGeneral(descrA))
    return status;
  info->op = transA, info->blockSize = blockSize, info->policy = policy;
  return analyse<T>(
      handle,
      blockMatrix(values, offsets, indices, mb, mb, nnzb, blockSize, blockSize, dirA, descrA),
      *info);
}
/// op(A) op(X) = alpha op(B): X and B are transposed alike (manual, cusparse<t>bsrsm2_solve()).
template <typename T>
cusparseStatus_t bsrsm2_solve(cusparseHandle_t handle, cusparseDirection_t dirA,
                              cusparseOperation_t transA, cusparseOperation_t transXY, int mb,
                              int n, int nnzb, const T *alpha, const cusparseMatDescr_t descrA,
                              const T *values, const int *offsets, const int *indices,
                              int blockSize, bsrsm2Info_t info, const T *B, int ldb, T *X, int ldx,
                              cusparseSolvePolicy_t policy, void *pBuffer) {
  if (cusparseStatus_t status = requireGeneral(descrA))
    return status;
  if (!isAsAnalysed(*info, transA, blockSize, policy))
    return CUSPARSE_STATUS_INVALID_VALUE;
  const bool flipped = isTransposed(transXY);
  // With a transposed matrix or right side no leading dimension is too short (seen).
  const int64_t least = flipped || isTransposed(transA) ? 0 : int64_t(mb) * blockSize;
  if (ldb < least || ldx < least)
    return kInvalid;
  const auto view = [&](const T *matrix, int64_t ld) {
    return Dense{untyped(matrix), flipped ? ld : 1, flipped ? 1 : ld};
  };
  return solve(
      handle, transA,
      blockMatrix(values, offsets, indices, mb, mb, nnzb, blockSize, blockSize, dirA, descrA),
      alpha, view(B, ldb), view(X, ldx), n, false, *info, pBuffer);
}

} // namespace

cusparseStatus_t cusparseXbsrsv2_zeroPivot(cusparseHandle_t handle, bsrsv2Info_t info,
                                           int *position) {
  return tellPivot(handle, *info, position);
}
cusparseStatus_t cusparseXbsrsm2_zeroPivot(cusparseHandle_t handle, bsrsm2Info_t info,
                                           int *position) {
  return tellPivot(handle, *info, position);
}

} // namespace anywarp::cusparse

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_BlockSolve
#include "cusparse/Entries.inc"
