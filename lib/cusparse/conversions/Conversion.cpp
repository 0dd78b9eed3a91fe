// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions between COO, CSR and CSC, and counting of entries.
#include "cusparse/Api.h"
#include "cusparse/Legacy.h"

namespace anywarp::cusparse {
namespace {

struct Accumulation {
  int *offsets, *total;
  int64_t lines, base;
};
void accumulate(const Accumulation &p, library::Block) {
  p.offsets[0] = int(p.base);
  for (int64_t line = 0; line < p.lines; ++line)
    p.offsets[line + 1] += p.offsets[line];
  if (p.total)
    *p.total = p.offsets[p.lines] - int(p.base);
}

struct Lines {
  const int *offsets;
  int *numbers;
  int64_t lines, nnz, base;
};
void writeRows(const Lines &p, library::Block block) {
  const Span span = rowsOf(block, p.offsets, p.base, p.lines, p.nnz);
  for (int64_t row = span.begin; row < span.end; ++row)
    std::fill(p.numbers + (p.offsets[row] - p.base), p.numbers + (p.offsets[row + 1] - p.base),
              int(row + p.base));
}

/// The parts of the buffer of csr2csc.
struct CscBuffer {
  CscBuffer(void *buffer, int64_t n, int64_t nnz) {
    Carver carver(buffer);
    counts = carver.take<int>(n * partsFor(nnz, n));
    size = std::max<size_t>(carver.size(), 256);
  }
  int *counts;
  size_t size;
};

struct DenseCount {
  const void *a;
  int *counts, *total;
  int64_t lines, length, lineStep, entryStep;
};
template <typename T> void countDense(const DenseCount &p, library::Block block) {
  const Span span = spanOf(block, p.lines);
  for (int64_t line = span.begin; line < span.end; ++line) {
    const T *at = static_cast<const T *>(p.a) + line * p.lineStep;
    int count = 0;
    for (int64_t i = 0; i < p.length; ++i)
      count += !isZero(at[i * p.entryStep]);
    p.counts[line] = count;
  }
}
void addCounts(const DenseCount &p, library::Block) {
  int total = 0;
  for (int64_t line = 0; line < p.lines; ++line)
    total += p.counts[line];
  *p.total = total;
}

struct Compression {
  const void *values;
  const int *offsets, *columns;
  int64_t rows, nnz, base;
  Scalar tolerance;
  int *counts, *outOffsets, *outColumns;
  void *outValues;
};
/// Kept: magnitude above the tolerance.
template <typename T> bool isKept(T value, T tolerance) {
  if constexpr (kIsComplex<T>)
    return magnitude(value) > tolerance.re;
  else
    return magnitude(value) > tolerance;
}
template <typename T> void countKept(const Compression &p, library::Block block) {
  const T *values = static_cast<const T *>(p.values);
  const T tolerance = p.tolerance.get<T>();
  const Span span = spanOf(block, p.rows);
  for (int64_t row = span.begin; row < span.end; ++row) {
    int count = 0;
    for (int64_t i = p.offsets[row] - p.base; i < p.offsets[row + 1] - p.base; ++i)
      count += isKept(values[i], tolerance);
    p.counts[row] = count;
  }
}
template <typename T> void storeKept(const Compression &p, library::Block block) {
  const T *values = static_cast<const T *>(p.values);
  T *out = static_cast<T *>(p.outValues);
  const T tolerance = p.tolerance.get<T>();
  const Span span = rowsOf(block, p.offsets, p.base, p.rows, p.nnz);
  for (int64_t row = span.begin; row < span.end; ++row) {
    int64_t place = p.outOffsets[row] - p.base;
    for (int64_t i = p.offsets[row] - p.base; i < p.offsets[row + 1] - p.base; ++i)
      if (isKept(values[i], tolerance)) {
        p.outColumns[place] = p.columns[i];
        out[place++] = values[i];
      }
  }
}

} // namespace

void launchAccumulate(Work &work, int *offsets, int64_t lines, int64_t base, int *total) {
  work.run<accumulate>("cusparse_accumulate", 1, Accumulation{offsets, total, lines, base});
}

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *cooRowInd, int nnz, int m,
                                  int *csrSortedRowPtr, cusparseIndexBase_t idxBase) {
  Work work(handle);
  launchOffsets(work, CUSPARSE_INDEX_32I, cooRowInd, nnz, m, idxBase, csrSortedRowPtr);
  return work;
}
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *csrSortedRowPtr, int nnz,
                                  int m, int *cooRowInd, cusparseIndexBase_t idxBase) {
  Work work(handle);
  work.run<writeRows>("cusparse_writeRows", nnz ? blocksFor(nnz + m, 65536) : 0,
                      Lines{csrSortedRowPtr, cooRowInd, m, nnz, idxBase});
  return work;
}

cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t, int, int n, int nnz, const void *,
                                               const int *, const int *, void *, int *, int *,
                                               cudaDataType valType, cusparseAction_t,
                                               cusparseIndexBase_t, cusparseCsr2CscAlg_t alg,
                                               size_t *bufferSize) {
  if (alg != CUSPARSE_CSR2CSC_ALG1 || !sizeOf(valType))
    return CUSPARSE_STATUS_INVALID_VALUE;
  *bufferSize = CscBuffer(nullptr, n, nnz).size;
  return CUSPARSE_STATUS_SUCCESS;
}
/// The symbolic action leaves the values of the result alone, as seen.
cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz,
                                    const void *csrVal, const int *csrRowPtr, const int *csrColInd,
                                    void *cscVal, int *cscColPtr, int *cscRowInd,
                                    cudaDataType valType, cusparseAction_t copyValues,
                                    cusparseIndexBase_t idxBase, cusparseCsr2CscAlg_t alg,
                                    void *buffer) {
  if (alg != CUSPARSE_CSR2CSC_ALG1 || !sizeOf(valType))
    return CUSPARSE_STATUS_INVALID_VALUE;
  Work work(handle);
  Buffer given(work, buffer, CscBuffer(nullptr, n, nnz).size);
  const bool movesValues = copyValues == CUSPARSE_ACTION_NUMERIC;
  launchTranspose(work, CUSPARSE_INDEX_32I, sizeOf(valType),
                  {csrRowPtr, csrColInd, csrVal, m, n, nnz, idxBase, cscColPtr, cscRowInd,
                   movesValues ? cscVal : nullptr, CscBuffer(given.get(), n, nnz).counts, idxBase});
  return work;
}

namespace {

template <typename T>
cusparseStatus_t nnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,
                     const cusparseMatDescr_t descrA, const T *A, int lda, int *nnzPerRowCol,
                     int *nnzTotalDevHostPtr) {
  if (lda < std::max(m, 1) || !nnzTotalDevHostPtr)
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (cusparseStatus_t status = requireGeneral(descrA))
    return status;
  const bool isByRows = dirA == CUSPARSE_DIRECTION_ROW;
  const DenseCount p{A,
                     nnzPerRowCol,
                     nnzTotalDevHostPtr,
                     isByRows ? m : n,
                     isByRows ? n : m,
                     isByRows ? 1 : lda,
                     isByRows ? lda : 1};
  Work work(handle);
  work.run<countDense<Value<T>>>("cusparse_countDense", blocksFor(p.lines * p.length), p);
  work.run<addCounts>("cusparse_addCounts", 1, p);
  return finish(work, handle);
}

template <typename T>
cusparseStatus_t nnz_compress(cusparseHandle_t handle, int m, const cusparseMatDescr_t descr,
                              const T *csrSortedValA, const int *csrSortedRowPtrA, int *nnzPerRow,
                              int *nnzC, T tol) {
  const Value<T> tolerance = *values(&tol);
  const auto bound = [&] {
    if constexpr (kIsComplex<Value<T>>)
      return tolerance.re;
    else
      return tolerance;
  }();
  if (!nnzC || bound < 0)
    return CUSPARSE_STATUS_INVALID_VALUE;
  if (m == 0) // nothing is told (seen)
    return CUSPARSE_STATUS_SUCCESS;
  cusparseContext host; // the tolerance comes by value
  Work work(handle);
  Compression p{};
  p.values = csrSortedValA;
  p.offsets = csrSortedRowPtrA;
  p.rows = m;
  p.base = descr->base;
  p.tolerance = Scalar(&host, &tol, sizeof tol);
  p.counts = nnzPerRow;
  work.run<countKept<Value<T>>>("cusparse_countKept", blocksFor(m, 1024), p);
  work.run<addCounts>("cusparse_addCounts", 1, DenseCount{nullptr, nnzPerRow, nnzC, m, 0, 0, 0});
  return finish(work, handle);
}

template <typename T>
cusparseStatus_t csr2csr_compress(cusparseHandle_t handle, int m, int,
                                  const cusparseMatDescr_t descrA, const T *csrSortedValA,
                                  const int *csrSortedColIndA, const int *csrSortedRowPtrA,
                                  int nnzA, const int *nnzPerRow, T *csrSortedValC,
                                  int *csrSortedColIndC, int *csrSortedRowPtrC, T tol) {
  if (cusparseStatus_t status = requireGeneral(descrA))
    return status;
  cusparseContext host;
  Work work(handle);
  Compression p{csrSortedValA,
                csrSortedRowPtrA,
                csrSortedColIndA,
                m,
                nnzA,
                descrA->base,
                Scalar(&host, &tol, sizeof tol),
                csrSortedRowPtrC + 1,
                csrSortedRowPtrC,
                csrSortedColIndC,
                csrSortedValC};
  work.run<countKept<Value<T>>>("cusparse_countKept", m ? blocksFor(m, 1024) : 0, p);
  launchAccumulate(work, csrSortedRowPtrC, m, p.base, nullptr);
  work.run<storeKept<Value<T>>>("cusparse_storeKept", nnzA ? blocksFor(nnzA + m) : 0, p);
  return work;
}

} // namespace

} // namespace anywarp::cusparse

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Conversion
#include "cusparse/Entries.inc"
