// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cusparseSpGEMM and cusparseSpGEMMreuse. Each block takes a run of rows of A with about as many
// products as any other, and adds them up in a dense line of its own. The pattern keeps entries
// that cancel; columns come out sorted (both as seen).
#include "cusparse/Api.h"
#include "cusparse/Registry.h"
#include "cusparse/products/Products.h"

struct cusparseSpGEMMDescr {
  int64_t products = 0, nnz = 0;
  void *result = nullptr;  ///< buffer 2: offsets, columns and values of the product
  void *offsets = nullptr; ///< reuse, buffer 4
  bool isEstimated = false, isComputed = false;
};

namespace anywarp::cusparse {
namespace {

constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;
constexpr auto kUnsupported = CUSPARSE_STATUS_NOT_SUPPORTED;
constexpr auto kOk = CUSPARSE_STATUS_SUCCESS;

template <typename T, typename C> using Square = Combination<T, T, T, C>;
/// Manual, cusparseSpGEMM(); sums of 16-bit types are in float.
using Types =
    Combinations<Uniform<float>, Uniform<double>, Uniform<Complex<float>>, Uniform<Complex<double>>,
                 Uniform<Half>, Square<Half, float>, Uniform<Brain>, Square<Brain, float>,
                 Uniform<Complex<Half>>, Square<Complex<Half>, Complex<float>>,
                 Uniform<Complex<Brain>>, Square<Complex<Brain>, Complex<float>>>;
template <typename C> struct SumOf {
  using type = C;
};
template <> struct SumOf<Half> {
  using type = float;
};
template <> struct SumOf<Brain> {
  using type = float;
};
template <> struct SumOf<Complex<Half>> {
  using type = Complex<float>;
};
template <> struct SumOf<Complex<Brain>> {
  using type = Complex<float>;
};

struct Params {
  Matrix a, b;
  int64_t *products;                ///< before each row of A, and in all
  void *offsets, *indices, *values; ///< of the result, from outBase
  int64_t outBase;
  char *lines; ///< a line of marks and of sums for each block
  int64_t lineSize;
  int64_t *total; ///< in host memory
  Scalar alpha, beta;
  bool isPatternGiven;
};

template <typename I> void countProducts(const Params &p, library::Block block) {
  const I *offsets = static_cast<const I *>(p.a.offsets);
  const I *columns = static_cast<const I *>(p.a.indices);
  const I *lengths = static_cast<const I *>(p.b.offsets);
  const Span rows = rowsOf(block, offsets, p.a.base, p.a.rows, p.a.nnz);
  for (int64_t row = rows.begin; row < rows.end; ++row) {
    int64_t count = 0;
    for (int64_t i = offsets[row] - p.a.base; i < offsets[row + 1] - p.a.base; ++i) {
      const int64_t k = int64_t(columns[i]) - p.a.base;
      count += lengths[k + 1] - lengths[k];
    }
    p.products[row + 1] = count;
  }
}
void addProducts(const Params &p, library::Block) {
  p.products[0] = 0;
  for (int64_t row = 0; row < p.a.rows; ++row)
    p.products[row + 1] += p.products[row];
  *p.total = p.products[p.a.rows];
}

/// visit(column, place in A, place in B) for the products of a row.
template <typename I, typename Visit> void forProducts(const Params &p, int64_t row, Visit visit) {
  const I *offsetsA = static_cast<const I *>(p.a.offsets);
  const I *columnsA = static_cast<const I *>(p.a.indices);
  const I *offsetsB = static_cast<const I *>(p.b.offsets);
  const I *columnsB = static_cast<const I *>(p.b.indices);
  for (int64_t i = offsetsA[row] - p.a.base, end = offsetsA[row + 1] - p.a.base; i < end; ++i) {
    const int64_t k = int64_t(columnsA[i]) - p.a.base;
    for (int64_t j = offsetsB[k] - p.b.base, last = offsetsB[k + 1] - p.b.base; j < last; ++j)
      visit(int64_t(columnsB[j]) - p.b.base, i, j);
  }
}

/// Counts the entries of each row, into offsets[row + 1].
template <typename I> void countResult(const Params &p, library::Block block) {
  I *marks = reinterpret_cast<I *>(p.lines + int64_t(block.index) * p.lineSize);
  std::fill_n(marks, p.b.cols, I(-1));
  I *counts = static_cast<I *>(p.offsets);
  const Span rows = rowsOf(block, p.products, 0, p.a.rows, p.products[p.a.rows]);
  for (int64_t row = rows.begin; row < rows.end; ++row) {
    I count = 0;
    forProducts<I>(p, row, [&](int64_t column, int64_t, int64_t) {
      count += marks[column] != I(row);
      marks[column] = I(row);
    });
    counts[row + 1] = count;
  }
}
template <typename I> void addResult(const Params &p, library::Block) {
  I *offsets = static_cast<I *>(p.offsets);
  offsets[0] = I(p.outBase);
  for (int64_t row = 0; row < p.a.rows; ++row)
    offsets[row + 1] += offsets[row];
  *p.total = offsets[p.a.rows] - p.outBase;
}

/// The columns of a row, sorted, into the result.
template <typename I>
void storeColumns(const Params &p, I *marks, int64_t row, I *columns, int64_t count) {
  int64_t found = 0;
  forProducts<I>(p, row, [&](int64_t column, int64_t, int64_t) {
    if (marks[column] == I(row))
      return;
    marks[column] = I(row);
    columns[found++] = I(column + p.outBase);
  });
  if (count * 16 < p.b.cols) {
    std::sort(columns, columns + count);
    return;
  }
  found = 0;
  for (int64_t column = 0; column < p.b.cols; ++column)
    if (marks[column] == I(row))
      columns[found++] = I(column + p.outBase);
}

/// Columns (unless given) and, if there are values, the sums of each row.
template <typename T, typename C, typename I> void multiply(const Params &p, library::Block block) {
  using S = typename SumOf<C>::type;
  char *line = p.lines + int64_t(block.index) * p.lineSize;
  S *sums = reinterpret_cast<S *>(line);
  I *marks = reinterpret_cast<I *>(sums + p.b.cols);
  std::fill_n(sums, p.b.cols, S{});
  std::fill_n(marks, p.b.cols, I(-1));
  const I *offsets = static_cast<const I *>(p.offsets);
  const T *a = static_cast<const T *>(p.a.values), *b = static_cast<const T *>(p.b.values);
  T *values = static_cast<T *>(p.values);
  const S alpha = convert<S>(p.alpha.get<C>()), beta = convert<S>(p.beta.get<C>());
  const Span rows = rowsOf(block, p.products, 0, p.a.rows, p.products[p.a.rows]);
  for (int64_t row = rows.begin; row < rows.end; ++row) {
    const int64_t begin = offsets[row] - p.outBase, count = offsets[row + 1] - offsets[row];
    I *columns = static_cast<I *>(p.indices) + begin;
    if (!p.isPatternGiven)
      storeColumns(p, marks, row, columns, count);
    if (!values)
      continue;
    forProducts<I>(p, row, [&](int64_t column, int64_t i, int64_t j) {
      sums[column] = sums[column] + convert<S>(a[i]) * convert<S>(b[j]);
    });
    for (int64_t k = 0; k < count; ++k) {
      S &sum = sums[columns[k] - p.outBase];
      update(values[begin + k], alpha, sum, beta);
      sum = S{};
    }
  }
}

struct Copy {
  const void *offsets, *indices, *values;
  void *outOffsets, *outIndices, *outValues;
  int64_t rows, nnz, outBase;
  Scalar beta;
};
template <typename T, typename C, typename I> void copyResult(const Copy &p, library::Block block) {
  using S = typename SumOf<C>::type;
  const S beta = convert<S>(p.beta.get<C>());
  const Span rows = spanOf(block, p.rows + 1), entries = spanOf(block, p.nnz);
  for (int64_t row = rows.begin; row < rows.end; ++row)
    static_cast<I *>(p.outOffsets)[row] = static_cast<const I *>(p.offsets)[row] + I(p.outBase);
  for (int64_t i = entries.begin; i < entries.end; ++i) {
    static_cast<I *>(p.outIndices)[i] = static_cast<const I *>(p.indices)[i] + I(p.outBase);
    update(static_cast<T *>(p.outValues)[i], convert<S>(1.0f),
           convert<S>(static_cast<const T *>(p.values)[i]), beta);
  }
}

cusparseStatus_t check(cusparseOperation_t opA, cusparseOperation_t opB,
                       cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                       cusparseConstSpMatDescr_t c, cudaDataType compute) {
  for (const cusparseConstSpMatDescr_t matrix : {a, b, c})
    if (matrix->format != CUSPARSE_FORMAT_CSR) // before the sizes (seen)
      return kUnsupported;
  // So are the operations and the bases, of which there is one for all three.
  if (isTransposed(opA) || isTransposed(opB) || a->base != b->base || a->base != c->base)
    return kUnsupported;
  if (a->cols != b->rows || c->rows != a->rows || c->cols != b->cols)
    return kInvalid;
  if (a->indexType != b->indexType || a->indexType != c->indexType ||
      std::max({a->batchCount, b->batchCount, c->batchCount}) > 1 || // (seen)
      a->indexType == CUSPARSE_INDEX_16U || !isGeneral(a) || !isGeneral(b) || !isGeneral(c) ||
      !Types::has(a->valueType, b->valueType, c->valueType, compute))
    return kUnsupported;
  return kOk;
}

/// Seen: SpGEMM computes in the type of the values, SpGEMMreuse not in 16 bits.
cusparseStatus_t checkOnce(cusparseOperation_t opA, cusparseOperation_t opB,
                           cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                           cusparseConstSpMatDescr_t c, cudaDataType compute) {
  const cusparseStatus_t status = check(opA, opB, a, b, c, compute);
  return status == kOk && compute != a->valueType ? kUnsupported : status;
}
cusparseStatus_t checkReuse(cusparseOperation_t opA, cusparseOperation_t opB,
                            cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                            cusparseConstSpMatDescr_t c, cudaDataType compute) {
  const cusparseStatus_t status = check(opA, opB, a, b, c, compute);
  const bool isShort = compute == CUDA_R_16F || compute == CUDA_R_16BF || compute == CUDA_C_16F ||
                       compute == CUDA_C_16BF;
  return status == kOk && isShort ? kUnsupported : status;
}

int64_t blocksOf(const cusparseSpGEMMDescr &d, cusparseConstSpMatDescr_t b) {
  return partsFor(d.products, b->cols);
}
Params paramsOf(cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b) {
  Params p{};
  p.a = matrixOf(a);
  p.b = matrixOf(b);
  return p;
}
void launchProducts(Work &work, cusparseIndexType_t type, const Params &p) {
  chooseIndex(type, [&]<typename I>(Tag<I>) {
    work.run<countProducts<I>>("cusparse_countProducts", blocksFor(p.a.nnz + p.a.rows), p);
  });
  work.run<addProducts>("cusparse_addProducts", 1, p);
}
/// Products, and with `offsets` the entries of each row: the host learns both.
cusparseStatus_t estimate(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                          cusparseConstSpMatDescr_t b, cusparseSpGEMMDescr &d, void *offsets) {
  Work work(handle);
  Params p = paramsOf(a, b);
  library::Scratch products(work.stream(), size_t(a->rows + 1) * 8);
  work.fail(statusOf(products.result()));
  p.products = products.get<int64_t>();
  p.total = &d.products;
  launchProducts(work, a->indexType, p);
  if (!work.wait().ok())
    return work;
  d.isEstimated = true;
  if (!offsets)
    return work;
  const int64_t blocks = blocksOf(d, b);
  p.offsets = offsets;
  p.total = &d.nnz;
  p.lineSize = b->cols * int64_t(indexSize(a->indexType));
  library::Scratch lines(work.stream(), size_t(blocks * p.lineSize));
  work.fail(statusOf(lines.result()));
  p.lines = lines.get();
  chooseIndex(a->indexType, [&]<typename I>(Tag<I>) {
    work.run<countResult<I>>("cusparse_countResult", blocks, p);
    work.run<addResult<I>>("cusparse_addResult", 1, p);
  });
  return work.wait();
}

/// The sums (and columns) of the result, whose offsets are known.
cusparseStatus_t multiplyInto(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                              cusparseConstSpMatDescr_t b, cusparseSpGEMMDescr &d,
                              cudaDataType compute, Params p) {
  Work work(handle);
  library::Scratch products(work.stream(), size_t(a->rows + 1) * 8);
  work.fail(statusOf(products.result()));
  p.products = products.get<int64_t>();
  p.total = p.products; // no one asks for it
  launchProducts(work, a->indexType, p);
  const int64_t blocks = blocksOf(d, b);
  Types::choose(a->valueType, a->valueType, a->valueType, compute,
                [&]<typename A, typename B, typename T, typename C>(Combination<A, B, T, C>) {
                  chooseIndex(a->indexType, [&]<typename I>(Tag<I>) {
                    using S = typename SumOf<C>::type;
                    p.lineSize = (b->cols * int64_t(sizeof(S) + sizeof(I)) + 63) & ~int64_t(63);
                    library::Scratch lines(work.stream(), size_t(blocks * p.lineSize));
                    work.fail(statusOf(lines.result()));
                    p.lines = lines.get();
                    work.run<multiply<T, C, I>>("cusparse_multiplySparse", blocks, p);
                  });
                });
  return work;
}

/// Buffer 2: offsets, columns, values.
struct Result {
  void *offsets, *indices, *values;
  size_t size;
};
Result resultIn(void *buffer, cusparseConstSpMatDescr_t c, int64_t nnz) {
  Carver carver(buffer);
  Result r{};
  const auto index = int64_t(indexSize(c->indexType));
  r.offsets = carver.take((c->rows + 1) * index);
  r.indices = carver.take(nnz * index);
  r.values = carver.take(nnz * int64_t(sizeOf(c->valueType)));
  r.size = carver.size();
  return r;
}

} // namespace

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr) { return create(descr); }
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr) { return destroy(descr); }
cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t spgemmDescr,
                                               int64_t *num_prods) {
  *num_prods = spgemmDescr->products;
  return kOk;
}

/// Buffer 1 holds the offsets of the result's rows.
cusparseStatus_t cusparseSpGEMM_workEstimation(
    cusparseHandle_t handle, cusparseOperation_t opA, cusparseOperation_t opB, const void *,
    cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, const void *,
    cusparseSpMatDescr_t matC, cudaDataType computeType, cusparseSpGEMMAlg_t,
    cusparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize1, void *externalBuffer1) {
  if (cusparseStatus_t status = checkOnce(opA, opB, matA, matB, matC, computeType))
    return status;
  *bufferSize1 = size_t(matA->rows + 1) * 8;
  if (!externalBuffer1)
    return kOk;
  return estimate(handle, matA, matB, *spgemmDescr, spgemmDescr->offsets = externalBuffer1);
}

cusparseStatus_t cusparseSpGEMM_estimateMemory(
    cusparseHandle_t, cusparseOperation_t opA, cusparseOperation_t opB, const void *,
    cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, const void *,
    cusparseSpMatDescr_t matC, cudaDataType computeType, cusparseSpGEMMAlg_t alg,
    cusparseSpGEMMDescr_t spgemmDescr, float chunk_fraction, size_t *bufferSize3,
    void *externalBuffer3, size_t *bufferSize2) {
  if (cusparseStatus_t status = checkOnce(opA, opB, matA, matB, matC, computeType))
    return status;
  if (alg != CUSPARSE_SPGEMM_ALG2 && alg != CUSPARSE_SPGEMM_ALG3)
    return kInvalid; // (seen)
  if (!spgemmDescr->isEstimated || !(chunk_fraction > 0 && chunk_fraction <= 1))
    return kInvalid;
  *bufferSize3 = 256;
  if (externalBuffer3 && !bufferSize2)
    return kInvalid;
  if (externalBuffer3)
    *bufferSize2 = resultIn(nullptr, matC, spgemmDescr->nnz).size;
  return kOk;
}

cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t opA,
                                        cusparseOperation_t opB, const void *alpha,
                                        cusparseConstSpMatDescr_t matA,
                                        cusparseConstSpMatDescr_t matB, const void *,
                                        cusparseSpMatDescr_t matC, cudaDataType computeType,
                                        cusparseSpGEMMAlg_t alg, cusparseSpGEMMDescr_t spgemmDescr,
                                        size_t *bufferSize2, void *externalBuffer2) {
  if (cusparseStatus_t status = checkOnce(opA, opB, matA, matB, matC, computeType))
    return status;
  cusparseSpGEMMDescr &d = *spgemmDescr;
  // The algorithms of SpGEMMreuse; an empty product is none (seen).
  if ((alg == CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC ||
       alg == CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC) &&
      !(d.isEstimated && d.nnz == 0))
    return CUSPARSE_STATUS_INTERNAL_ERROR;
  if (!d.isEstimated)
    return kInvalid;
  const Result result = resultIn(externalBuffer2, matC, d.nnz);
  *bufferSize2 = result.size;
  matC->nnz = d.nnz;
  if (!externalBuffer2)
    return kOk;
  d.result = externalBuffer2;
  d.isComputed = true;
  // The first buffer may go after this call.
  Work work(handle);
  work.fail(statusOf(library::cu().cuMemcpyDtoDAsync(
      reinterpret_cast<CUdeviceptr>(result.offsets), reinterpret_cast<CUdeviceptr>(d.offsets),
      size_t(matA->rows + 1) * indexSize(matA->indexType), work.stream())));
  if (!work.ok())
    return work;
  Params p = paramsOf(matA, matB);
  p.offsets = result.offsets;
  p.indices = result.indices;
  p.values = result.values;
  p.alpha = Scalar(handle, alpha, sizeOf(computeType));
  return multiplyInto(handle, matA, matB, d, computeType, p);
}

cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t opA,
                                     cusparseOperation_t opB, const void *,
                                     cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB,
                                     const void *beta, cusparseSpMatDescr_t matC,
                                     cudaDataType computeType, cusparseSpGEMMAlg_t,
                                     cusparseSpGEMMDescr_t spgemmDescr) {
  if (cusparseStatus_t status = checkOnce(opA, opB, matA, matB, matC, computeType))
    return status;
  const cusparseSpGEMMDescr &d = *spgemmDescr;
  if (!d.isComputed || matC->nnz != d.nnz)
    return kInvalid;
  const Result result = resultIn(d.result, matC, d.nnz);
  const Copy p{result.offsets, result.indices,
               result.values,  matC->offsets,
               matC->indices,  matC->values,
               matC->rows,     d.nnz,
               matC->base,     Scalar(handle, beta, sizeOf(computeType))};
  Work work(handle);
  Types::choose(matA->valueType, matA->valueType, matA->valueType, computeType,
                [&]<typename A, typename B, typename T, typename C>(Combination<A, B, T, C>) {
                  chooseIndex(matA->indexType, [&]<typename I>(Tag<I>) {
                    work.run<copyResult<T, C, I>>("cusparse_copyResult",
                                                  blocksFor(p.nnz + p.rows, 32768), p);
                  });
                });
  return work;
}

// Reuse: the pattern once, values often. Buffer 4 holds the offsets of the result's rows; the other
// buffers stay empty.
namespace {
constexpr size_t kEmpty = 256;
} // namespace

cusparseStatus_t cusparseSpGEMMreuse_workEstimation(
    cusparseHandle_t, cusparseOperation_t opA, cusparseOperation_t opB,
    cusparseConstSpMatDescr_t matA, cusparseConstSpMatDescr_t matB, cusparseSpMatDescr_t matC,
    cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t, size_t *bufferSize1, void *) {
  if (cusparseStatus_t status = check(opA, opB, matA, matB, matC, matA->valueType))
    return status;
  *bufferSize1 = kEmpty;
  return kOk;
}

cusparseStatus_t cusparseSpGEMMreuse_nnz(cusparseHandle_t handle, cusparseOperation_t opA,
                                         cusparseOperation_t opB, cusparseConstSpMatDescr_t matA,
                                         cusparseConstSpMatDescr_t matB, cusparseSpMatDescr_t matC,
                                         cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t spgemmDescr,
                                         size_t *bufferSize2, void *, size_t *bufferSize3, void *,
                                         size_t *bufferSize4, void *externalBuffer4) {
  if (cusparseStatus_t status = check(opA, opB, matA, matB, matC, matA->valueType))
    return status;
  *bufferSize2 = *bufferSize3 = kEmpty;
  *bufferSize4 = size_t(matA->rows + 1) * 8;
  if (!externalBuffer4)
    return kOk;
  spgemmDescr->offsets = externalBuffer4;
  cusparseStatus_t status = estimate(handle, matA, matB, *spgemmDescr, externalBuffer4);
  if (status == kOk)
    matC->nnz = spgemmDescr->nnz;
  return status;
}

cusparseStatus_t cusparseSpGEMMreuse_copy(cusparseHandle_t handle, cusparseOperation_t opA,
                                          cusparseOperation_t opB, cusparseConstSpMatDescr_t matA,
                                          cusparseConstSpMatDescr_t matB, cusparseSpMatDescr_t matC,
                                          cusparseSpGEMMAlg_t, cusparseSpGEMMDescr_t spgemmDescr,
                                          size_t *bufferSize5, void *externalBuffer5) {
  if (cusparseStatus_t status = check(opA, opB, matA, matB, matC, matA->valueType))
    return status;
  *bufferSize5 = kEmpty;
  if (!externalBuffer5)
    return kOk;
  if (!spgemmDescr->isEstimated || matC->nnz != spgemmDescr->nnz)
    return kInvalid;
  // Offsets first, with the base of C, then columns without values.
  Work work(handle);
  const Copy p{spgemmDescr->offsets, nullptr, nullptr,    matC->offsets, nullptr, nullptr,
               matC->rows,           0,       matC->base, Scalar{}};
  chooseIndex(matA->indexType, [&]<typename I>(Tag<I>) {
    work.run<copyResult<float, float, I>>("cusparse_copyOffsets", blocksFor(p.rows, 32768), p);
  });
  if (!work.ok())
    return work;
  Params m = paramsOf(matA, matB);
  m.offsets = matC->offsets;
  m.indices = matC->indices;
  m.outBase = matC->base;
  spgemmDescr->isComputed = true;
  return multiplyInto(handle, matA, matB, *spgemmDescr, matA->valueType, m);
}

cusparseStatus_t cusparseSpGEMMreuse_compute(cusparseHandle_t handle, cusparseOperation_t opA,
                                             cusparseOperation_t opB, const void *alpha,
                                             cusparseConstSpMatDescr_t matA,
                                             cusparseConstSpMatDescr_t matB, const void *beta,
                                             cusparseSpMatDescr_t matC, cudaDataType computeType,
                                             cusparseSpGEMMAlg_t,
                                             cusparseSpGEMMDescr_t spgemmDescr) {
  if (cusparseStatus_t status = checkReuse(opA, opB, matA, matB, matC, computeType))
    return status;
  if (!spgemmDescr->isComputed || matC->nnz != spgemmDescr->nnz)
    return kInvalid;
  Params p = paramsOf(matA, matB);
  p.offsets = matC->offsets;
  p.indices = matC->indices;
  p.values = matC->values;
  p.outBase = matC->base;
  p.isPatternGiven = true;
  p.alpha = Scalar(handle, alpha, sizeOf(computeType));
  p.beta = Scalar(handle, beta, sizeOf(computeType));
  return multiplyInto(handle, matA, matB, *spgemmDescr, computeType, p);
}

} // namespace anywarp::cusparse
