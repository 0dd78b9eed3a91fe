// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What products of a sparse matrix with something dense share: the types they offer, and dense
// matrices as bodies see them.
#pragma once

#include "cusparse/Csr.h"

namespace anywarp::cusparse {

/// Products know general matrices only: attributes of a triangle that were set are refused,
/// whatever their values (seen).
inline bool isGeneral(cusparseConstSpMatDescr_t a) { return !a->isTriangle; }

/// Manual, cusparseSpMV(). The matrix alone may be real, or single precision (seen).
using VectorTypes =
    Combinations<Uniform<float>, Uniform<double>, Uniform<Complex<float>>, Uniform<Complex<double>>,
                 Combination<int8_t, int8_t, int32_t, int32_t>,
                 Combination<int8_t, int8_t, float, float>, Combination<Half, Half, float, float>,
                 Combination<Brain, Brain, float, float>, Combination<Half, Half, Half, float>,
                 Combination<Brain, Brain, Brain, float>,
                 Combination<Complex<Half>, Complex<Half>, Complex<Half>, Complex<float>>,
                 Combination<Complex<Brain>, Complex<Brain>, Complex<Brain>, Complex<float>>,
                 Combination<float, double, double, double>,
                 Combination<float, Complex<float>, Complex<float>, Complex<float>>,
                 Combination<double, Complex<double>, Complex<double>, Complex<double>>>;

/// One dense matrix: element (i, j) at i * rowStep + j * columnStep.
struct Dense {
  void *values;
  int64_t rowStep, columnStep;
};
/// op(m), one of its batch.
inline Dense denseOf(cusparseConstDnMatDescr_t m, cusparseOperation_t op, int64_t batch = 0) {
  const bool isByColumns =
      (m->order == CUSPARSE_ORDER_COL) == (op == CUSPARSE_OPERATION_NON_TRANSPOSE);
  char *values = static_cast<char *>(m->values);
  return {values ? values + batch * m->batchStride * int64_t(sizeOf(m->valueType)) : nullptr,
          isByColumns ? 1 : m->ld, isByColumns ? m->ld : 1};
}
inline int64_t rowsOf(cusparseConstDnMatDescr_t m, cusparseOperation_t op) {
  return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? m->rows : m->cols;
}
inline int64_t colsOf(cusparseConstDnMatDescr_t m, cusparseOperation_t op) {
  return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? m->cols : m->rows;
}
inline bool isTransposed(cusparseOperation_t op) { return op != CUSPARSE_OPERATION_NON_TRANSPOSE; }
inline bool isConjugate(cusparseOperation_t op) {
  return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}

/// cusparseSpMM of any matrix: the older products take blocks by columns, too.
cusparseStatus_t multiply(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                          const void *alpha, cusparseConstSpMatDescr_t matA,
                          cusparseConstDnMatDescr_t matB, const void *beta,
                          cusparseDnMatDescr_t matC, cudaDataType computeType,
                          cusparseSpMMAlg_t alg, void *externalBuffer);

/// alpha * sum + beta * old, where a factor of zero reads nothing.
template <typename C, typename Y> void update(Y &y, C alpha, C sum, C beta) {
  C value = alpha * sum;
  if (!isZero(beta))
    value = value + beta * convert<C>(y);
  y = convert<Y>(value);
}

} // namespace anywarp::cusparse
