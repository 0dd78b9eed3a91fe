// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparseSpMM: op(A) as CSR, times tiles of columns of op(B).
#include "cusparse/Api.h"
#include "cusparse/products/Products.h"

namespace anywarp::cusparse {
namespace {

constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;
constexpr int64_t kTile = 8;

/// Manual, cusparseSpMM(), with what only blocked formats have.
using MatrixTypes =
    Combinations<Uniform<float>, Uniform<double>, Uniform<Complex<float>>, Uniform<Complex<double>>,
                 Combination<int8_t, int8_t, int32_t, int32_t>,
                 Combination<int8_t, int8_t, float, float>,
                 Combination<float, Complex<float>, Complex<float>, Complex<float>>,
                 Combination<double, Complex<double>, Complex<double>, Complex<double>>,
                 Combination<Half, Half, float, float>, Combination<Brain, Brain, float, float>,
                 Combination<Half, Half, Half, float>, Combination<Half, Half, Half, Half>,
                 Combination<Brain, Brain, Brain, float>,
                 Combination<Complex<Half>, Complex<Half>, Complex<Half>, Complex<float>>,
                 Combination<Complex<Brain>, Complex<Brain>, Complex<Brain>, Complex<float>>>;

struct Params {
  Matrix a;
  Dense b, c;
  int64_t columns;
  Scalar alpha, beta;
  bool isConjugateA, isConjugateB;
};

template <typename C> struct SumOf {
  using type = C;
};
template <> struct SumOf<Half> {
  using type = float;
};

/// One row times `width` columns of B; `step` is the distance of columns.
template <typename A, typename B, typename S, typename I>
void multiplyTile(const A *values, const I *columns, int64_t count, const B *b, int64_t rowStep,
                  int64_t step, int64_t width, bool conjugateA, bool conjugateB, S *sums) {
  const auto add = [&](int64_t i, int64_t j, S a) {
    sums[j] = sums[j] + a * convert<S>(conjugateIf(b[columns[i] * rowStep + j * step], conjugateB));
  };
  const auto factor = [&](int64_t i) { return convert<S>(conjugateIf(values[i], conjugateA)); };
  if (width == kTile && step == 1)
    for (int64_t i = 0; i < count; ++i) {
      const S a = factor(i);
      const B *line = b + columns[i] * rowStep;
      for (int64_t j = 0; j < kTile; ++j)
        sums[j] = sums[j] + a * convert<S>(conjugateIf(line[j], conjugateB));
    }
  else if (width == kTile)
    for (int64_t i = 0; i < count; ++i) {
      const S a = factor(i);
      for (int64_t j = 0; j < kTile; ++j)
        add(i, j, a);
    }
  else
    for (int64_t i = 0; i < count; ++i) {
      const S a = factor(i);
      for (int64_t j = 0; j < width; ++j)
        add(i, j, a);
    }
}

/// Some rows times kWidth columns of a B by columns, from `tile` on. The sums are those of
/// multiplyTile.
template <int kWidth, typename A, typename B, typename R, typename S, typename I>
void multiplyColumns(const Params &p, Span rows, int64_t tile, const I *offsets, const I *columns,
                     const A *values, const B *b, R *c, S alpha, S beta) {
  const int64_t base = p.a.base, step = p.b.columnStep;
  const bool conjugateA = p.isConjugateA, conjugateB = p.isConjugateB;
  b += tile * step;
  c += tile * p.c.columnStep;
  for (int64_t row = rows.begin; row < rows.end; ++row) {
    S sums[kWidth] = {};
    const int64_t end = offsets[row + 1] - base;
    for (int64_t i = offsets[row] - base; i < end; ++i) {
      const S a = convert<S>(conjugateIf(values[i], conjugateA));
      const B *element = b + columns[i];
      for (int j = 0; j < kWidth; ++j)
        sums[j] = sums[j] + a * convert<S>(conjugateIf(element[j * step], conjugateB));
    }
    for (int j = 0; j < kWidth; ++j)
      update(c[row * p.c.rowStep + j * p.c.columnStep], alpha, sums[j], beta);
  }
}

template <typename A, typename B, typename R, typename C, typename I>
void multiplyMatrix(const Params &p, library::Block block) {
  using S = typename SumOf<C>::type;
  const I *offsets = static_cast<const I *>(p.a.offsets);
  const I *columns = static_cast<const I *>(p.a.indices);
  const A *values = static_cast<const A *>(p.a.values);
  const B *b = static_cast<const B *>(p.b.values) - p.a.base * p.b.rowStep;
  R *c = static_cast<R *>(p.c.values);
  const S alpha = convert<S>(p.alpha.get<C>()), beta = convert<S>(p.beta.get<C>());
  const Span rows = rowsOf(block, offsets, p.a.base, p.a.rows, p.a.nnz);
  if (p.b.rowStep == 1 && !isZero(alpha)) {
    // Few columns at a time, so that the processor sees few streams; the rows stay in a cache.
    constexpr int64_t kRows = 256, kWidth = 2;
    for (int64_t first = rows.begin; first < rows.end; first += kRows) {
      const Span some{first, std::min(first + kRows, rows.end)};
      int64_t j = 0;
      for (; j + kWidth <= p.columns; j += kWidth)
        multiplyColumns<kWidth>(p, some, j, offsets, columns, values, b, c, alpha, beta);
      for (; j < p.columns; ++j)
        multiplyColumns<1>(p, some, j, offsets, columns, values, b, c, alpha, beta);
    }
    return;
  }
  for (int64_t tile = 0; tile < p.columns; tile += kTile) {
    const int64_t width = std::min(kTile, p.columns - tile);
    for (int64_t row = rows.begin; row < rows.end; ++row) {
      S sums[kTile] = {};
      if (!isZero(alpha)) {
        const int64_t begin = offsets[row] - p.a.base;
        multiplyTile(values + begin, columns + begin, offsets[row + 1] - p.a.base - begin,
                     b + tile * p.b.columnStep, p.b.rowStep, p.b.columnStep, width, p.isConjugateA,
                     p.isConjugateB, sums);
      }
      R *out = c + row * p.c.rowStep + tile * p.c.columnStep;
      for (int64_t j = 0; j < width; ++j)
        update(out[j * p.c.columnStep], alpha, sums[j], beta);
    }
  }
}

bool fits(cusparseSpMMAlg_t algorithm, cusparseFormat_t format) {
  switch (algorithm) {
  case CUSPARSE_SPMM_ALG_DEFAULT:
    return true;
  case CUSPARSE_SPMM_COO_ALG1:
  case CUSPARSE_SPMM_COO_ALG2:
  case CUSPARSE_SPMM_COO_ALG3:
  case CUSPARSE_SPMM_COO_ALG4:
    return format == CUSPARSE_FORMAT_COO;
  case CUSPARSE_SPMM_CSR_ALG3:
    return format == CUSPARSE_FORMAT_CSR;
  case CUSPARSE_SPMM_CSR_ALG1:
  case CUSPARSE_SPMM_CSR_ALG2:
    return format == CUSPARSE_FORMAT_CSR || format == CUSPARSE_FORMAT_CSC;
  case CUSPARSE_SPMM_BLOCKED_ELL_ALG1:
    return format == CUSPARSE_FORMAT_BLOCKED_ELL;
  case CUSPARSE_SPMM_BSR_ALG1:
    return format == CUSPARSE_FORMAT_BSR;
  }
  return false;
}

/// What formats leave out (seen): half precision sums are for ELL only, which has no complex
/// numbers and no bytes summed in float; blocks have no complex numbers of 16 bits.
bool offers(cusparseFormat_t format, cudaDataType type, cudaDataType compute) {
  if (format == CUSPARSE_FORMAT_BLOCKED_ELL)
    return !isComplex(compute) && (type != CUDA_R_8I || compute == CUDA_R_32I);
  if (format == CUSPARSE_FORMAT_BSR)
    return type != CUDA_C_16F && type != CUDA_C_16BF && compute != CUDA_R_16F &&
           isComplex(type) == isComplex(compute);
  return compute != CUDA_R_16F;
}

cusparseStatus_t check(cusparseOperation_t opA, cusparseOperation_t opB,
                       cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                       cusparseConstDnMatDescr_t c, cudaDataType compute,
                       cusparseSpMMAlg_t algorithm) {
  const int64_t rows = isTransposed(opA) ? a->cols : a->rows;
  const int64_t inner = isTransposed(opA) ? a->rows : a->cols;
  if (c->rows != rows || rowsOf(b, opB) != inner || colsOf(b, opB) != c->cols ||
      !fits(algorithm, a->format))
    return kInvalid;
  if ((isConjugate(opA) && !isComplex(a->valueType)) ||
      (isConjugate(opB) && !isComplex(b->valueType)))
    return kInvalid;
  if (a->batchCount != c->batchCount || b->batchCount != c->batchCount) // (seen)
    return kInvalid;
  if (a->indexType == CUSPARSE_INDEX_16U || a->format == CUSPARSE_FORMAT_SLICED_ELLPACK ||
      !isGeneral(a) || !offers(a->format, a->valueType, compute) ||
      !MatrixTypes::has(a->valueType, b->valueType, c->valueType, compute))
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  // Bytes are multiplied by columns only (seen).
  if (a->format == CUSPARSE_FORMAT_BLOCKED_ELL && a->valueType == CUDA_R_8I &&
      (b->order == CUSPARSE_ORDER_ROW) != isTransposed(opB))
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  const bool isBlocked =
      a->format == CUSPARSE_FORMAT_BLOCKED_ELL || a->format == CUSPARSE_FORMAT_BSR;
  if (isTransposed(opA) && (isBlocked || algorithm == CUSPARSE_SPMM_CSR_ALG3))
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  // A single column is multiplied as a vector, which is never conjugated (seen).
  if (isConjugate(opB) && c->cols == 1 && !isBlocked)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  if ((isConjugate(opB) || c->batchCount > 1) && algorithm == CUSPARSE_SPMM_CSR_ALG3) // (seen)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  return CUSPARSE_STATUS_SUCCESS;
}
/// The generic interface refuses blocks whose elements lie by columns (seen).
bool hasColumnBlocks(cusparseConstSpMatDescr_t a) {
  return a->format == CUSPARSE_FORMAT_BSR && a->blockOrder == CUSPARSE_ORDER_COL;
}

} // namespace

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t, cusparseOperation_t opA,
                                         cusparseOperation_t opB, const void *,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnMatDescr_t matB, const void *,
                                         cusparseDnMatDescr_t matC, cudaDataType computeType,
                                         cusparseSpMMAlg_t alg, size_t *bufferSize) {
  if (cusparseStatus_t status = check(opA, opB, matA, matB, matC, computeType, alg))
    return status;
  if (hasColumnBlocks(matA))
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  Carver carver;
  carveCsr(carver, matA, isTransposed(opA));
  *bufferSize = carver.size();
  return CUSPARSE_STATUS_SUCCESS;
}

/// Nothing is worth keeping between calls.
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t, cusparseOperation_t opA,
                                         cusparseOperation_t opB, const void *,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnMatDescr_t matB, const void *,
                                         cusparseDnMatDescr_t matC, cudaDataType computeType,
                                         cusparseSpMMAlg_t alg, void *) {
  if (cusparseStatus_t status = check(opA, opB, matA, matB, matC, computeType, alg))
    return status;
  return hasColumnBlocks(matA) ? CUSPARSE_STATUS_NOT_SUPPORTED : CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opA,
                              cusparseOperation_t opB, const void *alpha,
                              cusparseConstSpMatDescr_t matA, cusparseConstDnMatDescr_t matB,
                              const void *beta, cusparseDnMatDescr_t matC, cudaDataType computeType,
                              cusparseSpMMAlg_t alg, void *externalBuffer) {
  if (cusparseStatus_t status = check(opA, opB, matA, matB, matC, computeType, alg))
    return status;
  return hasColumnBlocks(matA) ? CUSPARSE_STATUS_NOT_SUPPORTED
                               : multiply(handle, opA, opB, alpha, matA, matB, beta, matC,
                                          computeType, alg, externalBuffer);
}

cusparseStatus_t multiply(cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB,
                          const void *alpha, cusparseConstSpMatDescr_t matA,
                          cusparseConstDnMatDescr_t matB, const void *beta,
                          cusparseDnMatDescr_t matC, cudaDataType computeType,
                          cusparseSpMMAlg_t alg, void *externalBuffer) {
  if (cusparseStatus_t status = check(opA, opB, matA, matB, matC, computeType, alg))
    return status;
  const bool transposed = isTransposed(opA);
  Work work(handle);
  Carver size;
  carveCsr(size, matA, transposed);
  Buffer buffer(work, externalBuffer, size.size());
  Params p{};
  p.columns = matC->cols;
  p.alpha = Scalar(handle, alpha, sizeOf(computeType));
  p.beta = Scalar(handle, beta, sizeOf(computeType));
  p.isConjugateA = isConjugate(opA);
  p.isConjugateB = isConjugate(opB);
  for (int batch = 0; batch < matC->batchCount && work.ok(); ++batch) {
    // The work of one matrix ends before the next one's begins, so that one buffer serves all.
    Carver carver(buffer.get());
    if (batch == 0 || matA->batchCount > 1)
      p.a = toCsr(work, carver, matA, transposed, matA->batchCount > 1 ? batch : 0);
    p.b = denseOf(matB, opB, matB->batchCount > 1 ? batch : 0);
    p.c = denseOf(matC, CUSPARSE_OPERATION_NON_TRANSPOSE, batch);
    MatrixTypes::choose(
        matA->valueType, matB->valueType, matC->valueType, computeType,
        [&]<typename A, typename B, typename R, typename C>(Combination<A, B, R, C>) {
          chooseIndex(matA->indexType, [&]<typename I>(Tag<I>) {
            work.run<multiplyMatrix<A, B, R, C, I>>(
                "cusparse_multiplyMatrix",
                std::min(blocksFor((p.a.nnz + p.a.rows) * p.columns), p.a.rows), p);
          });
        });
  }
  return work;
}

} // namespace anywarp::cusparse
