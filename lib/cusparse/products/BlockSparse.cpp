// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Products of block matrices in the older interface, by way of the generic one; gemvi; bsrxmv.
#include "cusparse/Api.h"
#include "cusparse/Legacy.h"
#include "cusparse/products/Products.h"

namespace anywarp::cusparse {
namespace {

constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;

template <typename T> constexpr auto kType = cudaDataType(kTypeOf<Value<T>>);
template <typename T> cusparseDnVecDescr vectorOf(const T *values, int64_t size) {
  return {size, untyped(values), kType<T>};
}

/// y = alpha op(A) x + beta y with dense A by columns and sparse x.
struct GemviParams {
  const void *a, *x;
  const int *indices;
  void *y;
  int64_t m, n, lda, nnz, base;
  Scalar alpha, beta;
  bool isTransposed, isConjugate;
};
template <typename T> void multiplyDense(const GemviParams &p, library::Block block) {
  const T *a = static_cast<const T *>(p.a), *x = static_cast<const T *>(p.x);
  T *y = static_cast<T *>(p.y);
  const T alpha = p.alpha.get<T>(), beta = p.beta.get<T>();
  const Span lines = spanOf(block, p.isTransposed ? p.n : p.m);
  for (int64_t line = lines.begin; line < lines.end; ++line) {
    T sum{};
    if (!isZero(alpha))
      for (int64_t i = 0; i < p.nnz; ++i) {
        const int64_t k = p.indices[i] - p.base;
        const T entry = p.isTransposed ? a[k + line * p.lda] : a[line + k * p.lda];
        sum = sum + conjugateIf(entry, p.isConjugate) * x[i];
      }
    update(y[line], alpha, sum, beta);
  }
}

template <typename T>
cusparseStatus_t gemvi_bufferSize(cusparseHandle_t, cusparseOperation_t, int, int, int,
                                  int *pBufferSize) {
  *pBufferSize = 256;
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t gemvi(cusparseHandle_t handle, cusparseOperation_t transA, int m, int n,
                       const T *alpha, const T *A, int lda, int nnz, const T *xVal, const int *xInd,
                       const T *beta, T *y, cusparseIndexBase_t idxBase, void *) {
  const GemviParams p{A,
                      xVal,
                      xInd,
                      y,
                      m,
                      n,
                      lda,
                      nnz,
                      idxBase,
                      Scalar(handle, alpha, sizeof *alpha),
                      Scalar(handle, beta, sizeof *beta),
                      isTransposed(transA),
                      isConjugate(transA)};
  const int64_t lines = p.isTransposed ? n : m;
  Work work(handle);
  work.run<multiplyDense<Value<T>>>("cusparse_multiplyDense",
                                    lines ? std::min(blocksFor(lines * (p.nnz + 1)), lines) : 0, p);
  return work;
}

template <typename T>
cusparseStatus_t bsrmv(cusparseHandle_t handle, cusparseDirection_t dirA,
                       cusparseOperation_t transA, int mb, int nb, int nnzb, const T *alpha,
                       const cusparseMatDescr_t descrA, const T *bsrSortedValA,
                       const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,
                       const T *x, const T *beta, T *y) {
  if (cusparseStatus_t status = requireGeneral(descrA))
    return status;
  const cusparseSpMatDescr a = blockMatrix(bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, mb,
                                           nb, nnzb, blockDim, blockDim, dirA, descrA);
  const bool transposed = isTransposed(transA);
  const cusparseDnVecDescr from = vectorOf(x, transposed ? a.rows : a.cols);
  cusparseDnVecDescr to = vectorOf(y, transposed ? a.cols : a.rows);
  return cusparse::cusparseSpMV(handle, transA, alpha, &a, &from, beta, &to, kType<T>,
                                CUSPARSE_SPMV_ALG_DEFAULT, nullptr);
}

/// Block rows of a mask; each has a begin and an end of its own.
struct MaskedParams {
  Matrix a;
  const int *mask, *ends;
  const void *x;
  void *y;
  int64_t count;
  Scalar alpha, beta;
};
template <typename T> void multiplyMasked(const MaskedParams &p, library::Block block) {
  const int *begins = static_cast<const int *>(p.a.offsets);
  const int *columns = static_cast<const int *>(p.a.indices);
  const T *values = static_cast<const T *>(p.a.values), *x = static_cast<const T *>(p.x);
  T *y = static_cast<T *>(p.y);
  const T alpha = p.alpha.get<T>(), beta = p.beta.get<T>();
  const int64_t size = p.a.blockRows;
  const Span span = spanOf(block, p.count);
  for (int64_t at = span.begin; at < span.end; ++at) {
    const int64_t line = p.mask[at] - p.a.base;
    for (int64_t r = 0; r < size; ++r) {
      T sum{};
      for (int64_t i = begins[line] - p.a.base; i < p.ends[line] - p.a.base; ++i)
        for (int64_t c = 0; c < size; ++c) {
          const int64_t place = p.a.isBlockByColumns ? c * size + r : r * size + c;
          sum = sum + values[i * size * size + place] * x[(columns[i] - p.a.base) * size + c];
        }
      update(y[line * size + r], alpha, sum, beta);
    }
  }
}
/// Only without transposition (manual, cusparse<t>bsrxmv()).
template <typename T>
cusparseStatus_t bsrxmv(cusparseHandle_t handle, cusparseDirection_t dirA,
                        cusparseOperation_t transA, int sizeOfMask, int mb, int nb, int nnzb,
                        const T *alpha, const cusparseMatDescr_t descrA, const T *bsrSortedValA,
                        const int *bsrSortedMaskPtrA, const int *bsrSortedRowPtrA,
                        const int *bsrSortedEndPtrA, const int *bsrSortedColIndA, int blockDim,
                        const T *x, const T *beta, T *y) {
  if (cusparseStatus_t status = requireGeneral(descrA))
    return status;
  if (isTransposed(transA))
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  const cusparseSpMatDescr a = blockMatrix(bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, mb,
                                           nb, nnzb, blockDim, blockDim, dirA, descrA);
  const MaskedParams p{matrixOf(&a),
                       bsrSortedMaskPtrA,
                       bsrSortedEndPtrA,
                       x,
                       y,
                       sizeOfMask,
                       Scalar(handle, alpha, sizeof *alpha),
                       Scalar(handle, beta, sizeof *beta)};
  Work work(handle);
  work.run<multiplyMasked<Value<T>>>(
      "cusparse_multiplyMasked", sizeOfMask ? blocksFor(int64_t(sizeOfMask) * blockDim, 256) : 0,
      p);
  return work;
}

template <typename T>
cusparseStatus_t bsrmm(cusparseHandle_t handle, cusparseDirection_t dirA,
                       cusparseOperation_t transA, cusparseOperation_t transB, int mb, int n,
                       int kb, int nnzb, const T *alpha, const cusparseMatDescr_t descrA,
                       const T *bsrSortedValA, const int *bsrSortedRowPtrA,
                       const int *bsrSortedColIndA, int blockSize, const T *B, int ldb,
                       const T *beta, T *C, int ldc) {
  if (cusparseStatus_t status = requireGeneral(descrA))
    return status;
  if (isTransposed(transA) || blockSize == 1) // (seen)
    return kInvalid;
  const cusparseSpMatDescr a = blockMatrix(bsrSortedValA, bsrSortedRowPtrA, bsrSortedColIndA, mb,
                                           kb, nnzb, blockSize, blockSize, dirA, descrA);
  const int64_t inner = isTransposed(transA) ? a.rows : a.cols;
  const int64_t rows = isTransposed(transA) ? a.cols : a.rows;
  const bool flipped = isTransposed(transB);
  if (ldb < std::max<int64_t>(flipped ? n : inner, 1) || ldc < std::max<int64_t>(rows, 1))
    return kInvalid;
  const cusparseDnMatDescr b{flipped ? n : inner, flipped ? inner : n, ldb, untyped(B), kType<T>,
                             CUSPARSE_ORDER_COL};
  cusparseDnMatDescr c{rows, n, ldc, C, kType<T>, CUSPARSE_ORDER_COL};
  return multiply(handle, transA, transB, alpha, &a, &b, beta, &c, kType<T>,
                  CUSPARSE_SPMM_ALG_DEFAULT, nullptr);
}

} // namespace

} // namespace anywarp::cusparse

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_BlockSparse
#include "cusparse/Entries.inc"
