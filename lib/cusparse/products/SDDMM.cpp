// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparseSDDMM: products of rows of op(A) and columns of op(B), only where C has entries.
#include "cusparse/Api.h"
#include "cusparse/products/Products.h"

namespace anywarp::cusparse {
namespace {

constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;

/// Manual, cusparseSDDMM().
using SampledTypes =
    Combinations<Uniform<float>, Uniform<double>, Uniform<Complex<float>>, Uniform<Complex<double>>,
                 Combination<Half, Half, float, float>, Combination<Half, Half, Half, float>,
                 Combination<Brain, Brain, float, float>, Combination<Brain, Brain, Brain, float>>;

struct Params {
  Matrix c;
  Dense a, b;
  int64_t inner;
  Scalar alpha, beta;
};

template <typename Walk, typename A, typename B, typename R, typename C>
void sample(const Params &p, library::Block block) {
  const A *a = static_cast<const A *>(p.a.values);
  const B *b = static_cast<const B *>(p.b.values);
  R *values = static_cast<R *>(const_cast<void *>(p.c.values));
  const C alpha = p.alpha.get<C>(), beta = p.beta.get<C>();
  const bool isZeroed = isZero(alpha);
  Walk::walk(p.c, block, [&](int64_t row, int64_t column, int64_t i) {
    C sum{};
    if (!isZeroed) {
      const A *left = a + row * p.a.rowStep;
      const B *right = b + column * p.b.columnStep;
      for (int64_t k = 0; k < p.inner; ++k)
        sum = sum + convert<C>(left[k * p.a.columnStep]) * convert<C>(right[k * p.b.rowStep]);
    }
    update(values[i], alpha, sum, beta);
  });
}

cusparseStatus_t check(cusparseOperation_t opA, cusparseOperation_t opB,
                       cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                       cusparseConstSpMatDescr_t c, cudaDataType compute) {
  if (rowsOf(a, opA) != c->rows || colsOf(b, opB) != c->cols || colsOf(a, opA) != rowsOf(b, opB))
    return kInvalid;
  if ((isConjugate(opA) && !isComplex(a->valueType)) ||
      (isConjugate(opB) && !isComplex(b->valueType)))
    return kInvalid;
  for (const int count : {a->batchCount, b->batchCount})
    if (count != 1 && count != c->batchCount)
      return kInvalid;
  if (c->format == CUSPARSE_FORMAT_CSR && a->valueType == CUDA_R_16BF) // blocks only (seen)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  // Blocks of 2, 4, 8 and so on, of which A has whole ones (seen).
  if (c->format == CUSPARSE_FORMAT_BSR &&
      (c->blockRows < 2 || (c->blockRows & (c->blockRows - 1)) || colsOf(a, opA) % c->blockRows))
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  if ((c->format != CUSPARSE_FORMAT_CSR && c->format != CUSPARSE_FORMAT_BSR) || isConjugate(opA) ||
      isConjugate(opB) || !isGeneral(c) || c->indexType == CUSPARSE_INDEX_16U ||
      !SampledTypes::has(a->valueType, b->valueType, c->valueType, compute))
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  return CUSPARSE_STATUS_SUCCESS;
}

} // namespace

cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t, cusparseOperation_t opA,
                                          cusparseOperation_t opB, const void *,
                                          cusparseConstDnMatDescr_t matA,
                                          cusparseConstDnMatDescr_t matB, const void *,
                                          cusparseSpMatDescr_t matC, cudaDataType computeType,
                                          cusparseSDDMMAlg_t, size_t *bufferSize) {
  if (cusparseStatus_t status = check(opA, opB, matA, matB, matC, computeType))
    return status;
  *bufferSize = 0;
  return CUSPARSE_STATUS_SUCCESS;
}

/// Nothing is worth keeping between calls.
cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t, cusparseOperation_t opA,
                                          cusparseOperation_t opB, const void *,
                                          cusparseConstDnMatDescr_t matA,
                                          cusparseConstDnMatDescr_t matB, const void *,
                                          cusparseSpMatDescr_t matC, cudaDataType computeType,
                                          cusparseSDDMMAlg_t, void *) {
  return check(opA, opB, matA, matB, matC, computeType);
}

cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t opA,
                               cusparseOperation_t opB, const void *alpha,
                               cusparseConstDnMatDescr_t matA, cusparseConstDnMatDescr_t matB,
                               const void *beta, cusparseSpMatDescr_t matC,
                               cudaDataType computeType, cusparseSDDMMAlg_t, void *) {
  if (cusparseStatus_t status = check(opA, opB, matA, matB, matC, computeType))
    return status;
  Work work(handle);
  Params p{};
  p.inner = colsOf(matA, opA);
  p.alpha = Scalar(handle, alpha, sizeOf(computeType));
  p.beta = Scalar(handle, beta, sizeOf(computeType));
  for (int batch = 0; batch < matC->batchCount; ++batch) {
    p.c = matrixOf(matC, batch);
    p.a = denseOf(matA, opA, matA->batchCount > 1 ? batch : 0);
    p.b = denseOf(matB, opB, matB->batchCount > 1 ? batch : 0);
    SampledTypes::choose(
        matA->valueType, matB->valueType, matC->valueType, computeType,
        [&]<typename A, typename B, typename R, typename C>(Combination<A, B, R, C>) {
          chooseIndex(matC->indexType, [&]<typename I>(Tag<I>) {
            const int64_t blocks = blocksFor(matC->nnz * std::max<int64_t>(p.inner, 1));
            if (matC->format == CUSPARSE_FORMAT_CSR)
              work.run<sample<Compressed<I>, A, B, R, C>>("cusparse_sample", blocks, p);
            else
              work.run<sample<BlockRows<I>, A, B, R, C>>("cusparse_sample", blocks, p);
          });
        });
  }
  return work;
}

} // namespace anywarp::cusparse
