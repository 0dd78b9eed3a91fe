// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparseSpMV. Where op(A) lies by rows, each block sums whole rows; the blocks have about as many
// rows and entries. Else the parts of the matrix add into lines of their own, which are summed in
// the order of the parts.
#include "cusparse/Api.h"
#include "cusparse/products/Products.h"

namespace anywarp::cusparse {
namespace {

constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;

struct Params {
  Matrix a;
  const void *x;
  void *y, *sums;
  int64_t lines, parts;
  Scalar alpha, beta;
  bool isConjugate;
};

/// The sum of a row. Four partial sums: the processor adds them side by side.
template <typename A, typename X, typename C, typename I>
C dot(const A *values, const I *columns, int64_t count, const X *x, bool isConjugate) {
  const auto term = [&](int64_t i) {
    return convert<C>(conjugateIf(values[i], isConjugate)) * convert<C>(x[columns[i]]);
  };
  int64_t i = 0;
  C total{};
  if (count >= 8) {
    C sums[4] = {term(0), term(1), term(2), term(3)};
    for (i = 4; i + 4 <= count; i += 4)
      for (int64_t k = 0; k < 4; ++k)
        sums[k] = sums[k] + term(i + k);
    total = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  for (; i < count; ++i)
    total = total + term(i);
  return total;
}

template <typename A, typename X, typename Y, typename C, typename I>
void multiplyRows(const Params &p, library::Block block) {
  const I *offsets = static_cast<const I *>(p.a.offsets);
  const I *columns = static_cast<const I *>(p.a.indices);
  const A *values = static_cast<const A *>(p.a.values);
  const X *x = static_cast<const X *>(p.x) - p.a.base;
  Y *y = static_cast<Y *>(p.y);
  const C alpha = p.alpha.get<C>(), beta = p.beta.get<C>();
  const int64_t base = p.a.base;
  const Span rows = rowsOf(block, offsets, base, p.a.rows, p.a.nnz);
  const auto multiply = [=](auto isConjugate, const auto &store) {
    int64_t begin = rows.begin < rows.end ? offsets[rows.begin] - base : 0;
    for (int64_t row = rows.begin; row < rows.end; ++row) {
      const int64_t end = offsets[row + 1] - base;
      // A kilobyte ahead: the processor's own prefetching stops at pages.
      __builtin_prefetch(values + begin + 128);
      __builtin_prefetch(columns + begin + 256);
      store(y[row], dot<A, X, C>(values + begin, columns + begin, end - begin, x, isConjugate));
      begin = end;
    }
  };
  if (isZero(alpha))
    for (int64_t row = rows.begin; row < rows.end; ++row)
      update(y[row], alpha, C{}, beta);
  else if (p.isConjugate)
    multiply(std::true_type(), [=](Y &to, C sum) { update(to, alpha, sum, beta); });
  else if (isZero(beta))
    multiply(std::false_type(), [=](Y &to, C sum) { update(to, alpha, sum, C{}); });
  else
    multiply(std::false_type(), [=](Y &to, C sum) { update(to, alpha, sum, beta); });
}

template <typename Walk, typename A, typename X, typename C, bool isTransposed>
void addParts(const Params &p, library::Block block) {
  C *sums = static_cast<C *>(p.sums) + int64_t(block.index) * p.lines;
  std::fill_n(sums, p.lines, C{});
  if (isZero(p.alpha.get<C>()))
    return;
  const A *values = static_cast<const A *>(p.a.values);
  const X *x = static_cast<const X *>(p.x);
  const bool isConjugate = p.isConjugate;
  Walk::walk(p.a, block, [=](int64_t row, int64_t column, int64_t i) {
    const int64_t to = isTransposed ? column : row, from = isTransposed ? row : column;
    sums[to] = sums[to] + convert<C>(conjugateIf(values[i], isConjugate)) * convert<C>(x[from]);
  });
}
template <typename Y, typename C> void sumParts(const Params &p, library::Block block) {
  const C *sums = static_cast<const C *>(p.sums);
  Y *y = static_cast<Y *>(p.y);
  const C alpha = p.alpha.get<C>(), beta = p.beta.get<C>();
  const Span span = spanOf(block, p.lines);
  for (int64_t line = span.begin; line < span.end; ++line) {
    C sum = sums[line];
    for (int64_t part = 1; part < p.parts; ++part)
      sum = sum + sums[part * p.lines + line];
    update(y[line], alpha, sum, beta);
  }
}

bool isByRows(cusparseConstSpMatDescr_t a, bool transposed) {
  return isCsr(a, transposed) || (a->format == CUSPARSE_FORMAT_COO && !transposed);
}

void carve(Carver &carver, cusparseConstSpMatDescr_t a, bool transposed, cudaDataType compute,
           Params &p) {
  p.lines = transposed ? a->cols : a->rows;
  p.parts = partsFor(a->nnz, p.lines);
  if (!isByRows(a, transposed))
    p.sums = carver.take(p.parts * p.lines * int64_t(sizeOf(compute)));
}

cusparseStatus_t check(cusparseOperation_t op, cusparseConstSpMatDescr_t a,
                       cusparseConstDnVecDescr_t x, cusparseConstDnVecDescr_t y,
                       cudaDataType compute, cusparseSpMVAlg_t algorithm) {
  const bool transposed = isTransposed(op);
  if (x->size != (transposed ? a->rows : a->cols) || y->size != (transposed ? a->cols : a->rows))
    return kInvalid;
  const cusparseFormat_t format = a->format;
  if (unsigned(algorithm) > CUSPARSE_SPMV_BSR_ALG1)
    return kInvalid;
  // Types that do not go together come before a conjugate of real numbers and before an algorithm
  // of another format (seen).
  if (!VectorTypes::has(a->valueType, x->valueType, y->valueType, compute))
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  if (isConjugate(op) && !isComplex(a->valueType))
    return kInvalid;
  // Attributes of a triangle come before an algorithm of another format; slices ignore them (seen).
  if (!isGeneral(a) && format != CUSPARSE_FORMAT_SLICED_ELLPACK)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  const bool isCompressed = format == CUSPARSE_FORMAT_CSR || format == CUSPARSE_FORMAT_CSC;
  const bool fits = [&] {
    switch (algorithm) {
    case CUSPARSE_SPMV_ALG_DEFAULT:
      return true;
    default:
      break;
    }
    if (format == CUSPARSE_FORMAT_BLOCKED_ELL) // refused below, whichever it is (seen)
      return true;
    switch (algorithm) {
    case CUSPARSE_SPMV_CSR_ALG1:
    case CUSPARSE_SPMV_CSR_ALG2:
      return isCompressed;
    case CUSPARSE_SPMV_COO_ALG1:
    case CUSPARSE_SPMV_COO_ALG2:
      return format == CUSPARSE_FORMAT_COO;
    case CUSPARSE_SPMV_SELL_ALG1:
      return format == CUSPARSE_FORMAT_SLICED_ELLPACK;
    case CUSPARSE_SPMV_BSR_ALG1:
      return format == CUSPARSE_FORMAT_BSR;
    default:
      return false;
    }
  }();
  if (!fits)
    return kInvalid;
  // Only plain products of matrices in blocks (seen).
  if (format == CUSPARSE_FORMAT_BLOCKED_ELL || (format == CUSPARSE_FORMAT_BSR && transposed) ||
      a->indexType == CUSPARSE_INDEX_16U || a->batchCount > 1)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  return CUSPARSE_STATUS_SUCCESS;
}

} // namespace

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t, cusparseOperation_t opA, const void *,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnVecDescr_t vecX, const void *,
                                         cusparseDnVecDescr_t vecY, cudaDataType computeType,
                                         cusparseSpMVAlg_t alg, size_t *bufferSize) {
  if (cusparseStatus_t status = check(opA, matA, vecX, vecY, computeType, alg))
    return status;
  Carver carver;
  Params p;
  carve(carver, matA, isTransposed(opA), computeType, p);
  carveCsr(carver, matA, isTransposed(opA));
  *bufferSize = carver.size();
  return CUSPARSE_STATUS_SUCCESS;
}

/// Nothing is worth keeping between calls.
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t, cusparseOperation_t opA, const void *,
                                         cusparseConstSpMatDescr_t matA,
                                         cusparseConstDnVecDescr_t vecX, const void *,
                                         cusparseDnVecDescr_t vecY, cudaDataType computeType,
                                         cusparseSpMVAlg_t alg, void *) {
  return check(opA, matA, vecX, vecY, computeType, alg);
}

cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t opA, const void *alpha,
                              cusparseConstSpMatDescr_t matA, cusparseConstDnVecDescr_t vecX,
                              const void *beta, cusparseDnVecDescr_t vecY, cudaDataType computeType,
                              cusparseSpMVAlg_t alg, void *externalBuffer) {
  if (cusparseStatus_t status = check(opA, matA, vecX, vecY, computeType, alg))
    return status;
  if (matA->format == CUSPARSE_FORMAT_BSR && matA->blockRows == 1) // only here (seen)
    return CUSPARSE_STATUS_NOT_SUPPORTED;
  const bool transposed = isTransposed(opA);
  Work work(handle);
  Params p{};
  p.x = vecX->values;
  p.y = vecY->values;
  p.alpha = Scalar(handle, alpha, sizeOf(computeType));
  p.beta = Scalar(handle, beta, sizeOf(computeType));
  p.isConjugate = isConjugate(opA);
  size_t size;
  (void)cusparse::cusparseSpMV_bufferSize(handle, opA, alpha, matA, vecX, beta, vecY, computeType,
                                          alg, &size);
  Buffer buffer(work, externalBuffer, size);
  Carver carver(buffer.get());
  carve(carver, matA, transposed, computeType, p);
  const bool byRows = isByRows(matA, transposed);
  p.a = byRows ? toCsr(work, carver, matA, transposed) : matrixOf(matA);
  VectorTypes::choose(
      matA->valueType, vecX->valueType, vecY->valueType, computeType,
      [&]<typename A, typename X, typename Y, typename C>(Combination<A, X, Y, C>) {
        chooseIndex(matA->indexType, [&]<typename I>(Tag<I>) {
          if (byRows) {
            work.run<multiplyRows<A, X, Y, C, I>>("cusparse_multiplyRows",
                                                  blocksFor(p.a.nnz + p.lines), p);
            return;
          }
          chooseFormat<I>(matA->format, [&]<typename Walk>(Tag<Walk>) {
            if (transposed)
              work.run<addParts<Walk, A, X, C, true>>("cusparse_addParts", p.parts, p);
            else
              work.run<addParts<Walk, A, X, C, false>>("cusparse_addParts", p.parts, p);
          });
          work.run<sumParts<Y, C>>("cusparse_sumParts", blocksFor(p.parts * p.lines), p);
        });
      });
  return work;
}

} // namespace anywarp::cusparse
