// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pruning: CSR of the entries whose magnitude is above a threshold, given or found as a percentage
// of the magnitudes.
#include "cusparse/Api.h"
#include "cusparse/Legacy.h"

namespace anywarp::cusparse {
namespace {

constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;

/// Dense by columns (offsets null) or CSR.
struct Params {
  const void *values;
  const int *offsets, *columns;
  int64_t rows, cols, ld, nnz, base;
  Scalar threshold;
  int *outOffsets, *outColumns;
  void *outValues;
  int64_t outBase;
  void *magnitudes; ///< of all entries; the threshold comes first
  double fraction;
};

/// visit(column, value) along a row.
template <typename T, typename Visit> void forRow(const Params &p, int64_t row, Visit visit) {
  const T *values = static_cast<const T *>(p.values);
  if (p.offsets)
    for (int64_t i = p.offsets[row] - p.base; i < p.offsets[row + 1] - p.base; ++i)
      visit(p.columns[i] - p.base, values[i]);
  else
    for (int64_t column = 0; column < p.cols; ++column)
      visit(column, values[column * p.ld + row]);
}
template <typename T> T thresholdOf(const Params &p) {
  return p.magnitudes ? *static_cast<const T *>(p.magnitudes) : p.threshold.get<T>();
}
template <typename T> bool isAbove(T value, T threshold) {
  return (value < T(0) ? -value : value) > threshold;
}
template <typename T> void countAbove(const Params &p, library::Block block) {
  const T threshold = thresholdOf<T>(p);
  const Span span = spanOf(block, p.rows);
  for (int64_t row = span.begin; row < span.end; ++row) {
    int count = 0;
    forRow<T>(p, row, [&](int64_t, T value) { count += isAbove(value, threshold); });
    p.outOffsets[row + 1] = count;
  }
}
template <typename T> void storeAbove(const Params &p, library::Block block) {
  const T threshold = thresholdOf<T>(p);
  T *out = static_cast<T *>(p.outValues);
  const Span span = spanOf(block, p.rows);
  for (int64_t row = span.begin; row < span.end; ++row) {
    int64_t place = p.outOffsets[row] - p.outBase;
    forRow<T>(p, row, [&](int64_t column, T value) {
      if (!isAbove(value, threshold))
        return;
      p.outColumns[place] = int(column + p.outBase);
      out[place++] = value;
    });
  }
}
/// The threshold below which the fraction of entries lies: manual, pruneDense2csrByPercentage().
template <typename T> void findThreshold(const Params &p, library::Block) {
  T *threshold = static_cast<T *>(p.magnitudes), *all = threshold + 16;
  const T *values = static_cast<const T *>(p.values);
  int64_t count = 0;
  const auto keep = [&](T value) { all[count++] = value < T(0) ? -value : value; };
  if (p.offsets)
    for (int64_t i = 0; i < p.nnz; ++i)
      keep(values[i]);
  else
    for (int64_t column = 0; column < p.cols; ++column)
      for (int64_t row = 0; row < p.rows; ++row)
        keep(values[column * p.ld + row]);
  if (!count) {
    *threshold = T(0);
    return;
  }
  const int64_t place =
      std::clamp<int64_t>(int64_t(std::ceil(double(count) * p.fraction)) - 1, 0, count - 1);
  std::nth_element(all, all + place, all + count);
  *threshold = all[place];
}

int64_t blocksOf(const Params &p) {
  const int64_t entries = p.offsets ? p.nnz + p.rows : p.rows * p.cols;
  return p.rows ? std::min(blocksFor(entries), p.rows) : 0;
}
template <typename T> cusparseStatus_t count(cusparseHandle_t handle, const Params &p, int *total) {
  Work work(handle);
  if (p.magnitudes)
    work.run<findThreshold<Value<T>>>("cusparse_findThreshold", 1, p);
  work.run<countAbove<Value<T>>>("cusparse_countAbove", blocksOf(p), p);
  launchAccumulate(work, p.outOffsets, p.rows, p.outBase, total);
  return total ? finish(work, handle) : cusparseStatus_t(work);
}
template <typename T> cusparseStatus_t store(cusparseHandle_t handle, const Params &p) {
  Work work(handle);
  if (p.magnitudes)
    work.run<findThreshold<Value<T>>>("cusparse_findThreshold", 1, p);
  return work.run<storeAbove<Value<T>>>("cusparse_storeAbove", blocksOf(p), p);
}

template <typename T> Params denseSource(int m, int n, const T *A, int lda) {
  Params p{};
  p.values = A;
  p.rows = m;
  p.cols = n;
  p.ld = lda;
  return p;
}
template <typename T>
Params sparseSource(int m, int n, int nnzA, const cusparseMatDescr_t descrA, const T *values,
                    const int *offsets, const int *columns) {
  Params p{};
  p.values = values;
  p.offsets = offsets;
  p.columns = columns;
  p.rows = m;
  p.cols = n;
  p.nnz = nnzA;
  p.base = descrA->base;
  return p;
}
template <typename T>
void setResult(Params &p, const cusparseMatDescr_t descrC, const int *offsets, int *columns,
               T *values) {
  p.outBase = descrC->base;
  p.outOffsets = const_cast<int *>(offsets);
  p.outColumns = columns;
  p.outValues = values;
}
bool isPercentage(float percentage) { return percentage >= 0 && percentage <= 100; }
constexpr size_t kNothing = 256;

template <typename T>
cusparseStatus_t pruneDense2csr_bufferSizeExt(cusparseHandle_t, int m, int, const T *, int lda,
                                              const T *, const cusparseMatDescr_t, const T *,
                                              const int *, const int *, size_t *size) {
  if (lda < std::max(m, 1))
    return kInvalid;
  *size = kNothing;
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t pruneDense2csrNnz(cusparseHandle_t handle, int m, int n, const T *A, int lda,
                                   const T *threshold, const cusparseMatDescr_t descrC,
                                   int *csrRowPtrC, int *nnzTotalDevHostPtr, void *) {
  if (lda < std::max(m, 1))
    return kInvalid;
  Params p = denseSource(m, n, A, lda);
  p.threshold = Scalar(handle, threshold, sizeof *threshold);
  setResult<T>(p, descrC, csrRowPtrC, nullptr, nullptr);
  return count<T>(handle, p, nnzTotalDevHostPtr);
}
template <typename T>
cusparseStatus_t pruneDense2csr(cusparseHandle_t handle, int m, int n, const T *A, int lda,
                                const T *threshold, const cusparseMatDescr_t descrC,
                                T *csrSortedValC, const int *csrSortedRowPtrC,
                                int *csrSortedColIndC, void *) {
  if (lda < std::max(m, 1))
    return kInvalid;
  Params p = denseSource(m, n, A, lda);
  p.threshold = Scalar(handle, threshold, sizeof *threshold);
  setResult(p, descrC, csrSortedRowPtrC, csrSortedColIndC, csrSortedValC);
  return store<T>(handle, p);
}

template <typename T>
cusparseStatus_t pruneCsr2csr_bufferSizeExt(cusparseHandle_t, int, int, int,
                                            const cusparseMatDescr_t, const T *, const int *,
                                            const int *, const T *, const cusparseMatDescr_t,
                                            const T *, const int *, const int *, size_t *size) {
  *size = kNothing;
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t pruneCsr2csrNnz(cusparseHandle_t handle, int m, int n, int nnzA,
                                 const cusparseMatDescr_t descrA, const T *csrSortedValA,
                                 const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                                 const T *threshold, const cusparseMatDescr_t descrC,
                                 int *csrSortedRowPtrC, int *nnzTotalDevHostPtr, void *) {
  Params p = sparseSource(m, n, nnzA, descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA);
  p.threshold = Scalar(handle, threshold, sizeof *threshold);
  setResult<T>(p, descrC, csrSortedRowPtrC, nullptr, nullptr);
  return count<T>(handle, p, nnzTotalDevHostPtr);
}
template <typename T>
cusparseStatus_t pruneCsr2csr(cusparseHandle_t handle, int m, int n, int nnzA,
                              const cusparseMatDescr_t descrA, const T *csrSortedValA,
                              const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                              const T *threshold, const cusparseMatDescr_t descrC, T *csrSortedValC,
                              const int *csrSortedRowPtrC, int *csrSortedColIndC, void *) {
  Params p = sparseSource(m, n, nnzA, descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA);
  p.threshold = Scalar(handle, threshold, sizeof *threshold);
  setResult(p, descrC, csrSortedRowPtrC, csrSortedColIndC, csrSortedValC);
  return store<T>(handle, p);
}

template <typename T>
cusparseStatus_t pruneDense2csrByPercentage_bufferSizeExt(cusparseHandle_t, int m, int n, const T *,
                                                          int lda, float, const cusparseMatDescr_t,
                                                          const T *, const int *, const int *,
                                                          pruneInfo_t, size_t *size) {
  if (lda < std::max(m, 1)) // the percentage is not looked at (seen)
    return kInvalid;
  *size = (size_t(m) * size_t(n) + 16) * sizeof(T);
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t
pruneDense2csrNnzByPercentage(cusparseHandle_t handle, int m, int n, const T *A, int lda,
                              float percentage, const cusparseMatDescr_t descrC, int *csrRowPtrC,
                              int *nnzTotalDevHostPtr, pruneInfo_t, void *pBuffer) {
  if (lda < std::max(m, 1) || !isPercentage(percentage) || !pBuffer)
    return kInvalid;
  Params p = denseSource(m, n, A, lda);
  p.magnitudes = pBuffer;
  p.fraction = percentage / 100.0;
  setResult<T>(p, descrC, csrRowPtrC, nullptr, nullptr);
  return count<T>(handle, p, nnzTotalDevHostPtr);
}
template <typename T>
cusparseStatus_t pruneDense2csrByPercentage(cusparseHandle_t handle, int m, int n, const T *A,
                                            int lda, float percentage,
                                            const cusparseMatDescr_t descrC, T *csrSortedValC,
                                            const int *csrSortedRowPtrC, int *csrSortedColIndC,
                                            pruneInfo_t, void *pBuffer) {
  if (lda < std::max(m, 1) || !isPercentage(percentage) || !pBuffer)
    return kInvalid;
  Params p = denseSource(m, n, A, lda);
  p.magnitudes = pBuffer;
  p.fraction = percentage / 100.0;
  setResult(p, descrC, csrSortedRowPtrC, csrSortedColIndC, csrSortedValC);
  return store<T>(handle, p);
}

template <typename T>
cusparseStatus_t
pruneCsr2csrByPercentage_bufferSizeExt(cusparseHandle_t, int, int, int nnzA,
                                       const cusparseMatDescr_t, const T *, const int *,
                                       const int *, float, const cusparseMatDescr_t, const T *,
                                       const int *, const int *, pruneInfo_t, size_t *size) {
  *size = (size_t(nnzA) + 16) * sizeof(T);
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t pruneCsr2csrNnzByPercentage(cusparseHandle_t handle, int m, int n, int nnzA,
                                             const cusparseMatDescr_t descrA,
                                             const T *csrSortedValA, const int *csrSortedRowPtrA,
                                             const int *csrSortedColIndA, float percentage,
                                             const cusparseMatDescr_t descrC, int *csrSortedRowPtrC,
                                             int *nnzTotalDevHostPtr, pruneInfo_t, void *pBuffer) {
  if (!isPercentage(percentage) || !pBuffer)
    return kInvalid;
  Params p = sparseSource(m, n, nnzA, descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA);
  p.magnitudes = pBuffer;
  p.fraction = percentage / 100.0;
  setResult<T>(p, descrC, csrSortedRowPtrC, nullptr, nullptr);
  return count<T>(handle, p, nnzTotalDevHostPtr);
}
template <typename T>
cusparseStatus_t pruneCsr2csrByPercentage(cusparseHandle_t handle, int m, int n, int nnzA,
                                          const cusparseMatDescr_t descrA, const T *csrSortedValA,
                                          const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                                          float percentage, const cusparseMatDescr_t descrC,
                                          T *csrSortedValC, const int *csrSortedRowPtrC,
                                          int *csrSortedColIndC, pruneInfo_t, void *pBuffer) {
  if (!isPercentage(percentage) || !pBuffer)
    return kInvalid;
  Params p = sparseSource(m, n, nnzA, descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA);
  p.magnitudes = pBuffer;
  p.fraction = percentage / 100.0;
  setResult(p, descrC, csrSortedRowPtrC, csrSortedColIndC, csrSortedValC);
  return store<T>(handle, p);
}

} // namespace

} // namespace anywarp::cusparse

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Prune
#include "cusparse/Entries.inc"
