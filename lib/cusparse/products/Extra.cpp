// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// csrgeam2: sums of two sparse matrices by merging sorted rows; csrcolor: colouring.
#include "cusparse/Api.h"
#include "cusparse/Legacy.h"

namespace anywarp::cusparse {
namespace {

constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;

struct Operand {
  const int *offsets, *columns;
  const void *values;
  int64_t nnz, base;
};
struct Sum {
  Operand a, b;
  int *offsets, *columns;
  void *values;
  int64_t rows, base;
  Scalar alpha, beta;
};
int64_t blocksOf(const Sum &p) {
  return p.rows ? std::min(blocksFor(p.a.nnz + p.b.nnz + p.rows, 4096), p.rows) : 0;
}

/// visit(column, place in A or -1, place in B or -1), by columns. Bases move the offsets alone:
/// columns of different bases are compared and stored as they are (seen).
template <typename Visit> void mergeRow(const Sum &p, int64_t row, Visit visit) {
  int64_t i = p.a.offsets[row] - p.a.base, j = p.b.offsets[row] - p.b.base;
  const int64_t endA = p.a.offsets[row + 1] - p.a.base, endB = p.b.offsets[row + 1] - p.b.base;
  while (i < endA || j < endB) {
    const int64_t columnA = i < endA ? p.a.columns[i] : INT64_MAX;
    const int64_t columnB = j < endB ? p.b.columns[j] : INT64_MAX;
    const bool takesA = columnA <= columnB, takesB = columnB <= columnA;
    visit(std::min(columnA, columnB), takesA ? i++ : -1, takesB ? j++ : -1);
  }
}
void countSum(const Sum &p, library::Block block) {
  const Span span = spanOf(block, p.rows);
  for (int64_t row = span.begin; row < span.end; ++row) {
    int count = 0;
    mergeRow(p, row, [&](int64_t, int64_t, int64_t) { ++count; });
    p.offsets[row + 1] = count;
  }
}
template <typename T> void storeSum(const Sum &p, library::Block block) {
  const T *a = static_cast<const T *>(p.a.values), *b = static_cast<const T *>(p.b.values);
  const T alpha = p.alpha.get<T>(), beta = p.beta.get<T>();
  T *values = static_cast<T *>(p.values);
  const Span span = spanOf(block, p.rows);
  for (int64_t row = span.begin; row < span.end; ++row) {
    int64_t place = p.offsets[row] - p.base;
    mergeRow(p, row, [&](int64_t column, int64_t i, int64_t j) {
      p.columns[place] = int(column);
      values[place++] = i < 0 ? beta * b[j] : j < 0 ? alpha * a[i] : alpha * a[i] + beta * b[j];
    });
  }
}

struct Colouring {
  const int *offsets, *columns;
  int64_t rows, base, wanted; ///< rows to colour by the graph; the others get colours of their own
  int *colours, *count, *order, *marks;
};
/// The first colour that no neighbour has, row after row. Colours and rows count from the base
/// (seen).
void colour(const Colouring &p, library::Block) {
  std::fill_n(p.colours, p.rows, -1);
  std::fill_n(p.marks, p.rows + 1, -1);
  int used = 0;
  for (int64_t row = 0; row < p.rows; ++row) {
    if (row >= p.wanted) {
      p.colours[row] = used++;
      continue;
    }
    for (int64_t i = p.offsets[row] - p.base; i < p.offsets[row + 1] - p.base; ++i)
      if (const int64_t other = p.columns[i] - p.base; other != row && p.colours[other] >= 0)
        p.marks[p.colours[other]] = int(row);
    int first = 0;
    while (p.marks[first] == row)
      ++first;
    p.colours[row] = first;
    used = std::max(used, first + 1);
  }
  *p.count = used;
  // Rows by colour: a stable counting sort.
  std::fill_n(p.marks, p.rows + 1, 0);
  for (int64_t row = 0; row < p.rows; ++row)
    ++p.marks[p.colours[row] + 1];
  for (int64_t c = 0; c < p.rows; ++c)
    p.marks[c + 1] += p.marks[c];
  for (int64_t row = 0; p.order && row < p.rows; ++row)
    p.order[p.marks[p.colours[row]]++] = int(row + p.base);
  for (int64_t row = 0; row < p.rows; ++row)
    p.colours[row] += int(p.base);
}

} // namespace

cusparseStatus_t cusparseXcsrgeam2Nnz(cusparseHandle_t handle, int m, int,
                                      const cusparseMatDescr_t descrA, int nnzA,
                                      const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                                      const cusparseMatDescr_t descrB, int nnzB,
                                      const int *csrSortedRowPtrB, const int *csrSortedColIndB,
                                      const cusparseMatDescr_t descrC, int *csrSortedRowPtrC,
                                      int *nnzTotalDevHostPtr, void *) {
  for (const cusparseMatDescr_t descr : {descrA, descrB, descrC})
    if (cusparseStatus_t status = requireGeneral(descr))
      return status;
  Sum p{};
  p.a = {csrSortedRowPtrA, csrSortedColIndA, nullptr, nnzA, descrA->base};
  p.b = {csrSortedRowPtrB, csrSortedColIndB, nullptr, nnzB, descrB->base};
  p.offsets = csrSortedRowPtrC;
  p.rows = m;
  p.base = descrC->base;
  Work work(handle);
  work.run<countSum>("cusparse_countSum", blocksOf(p), p);
  launchAccumulate(work, csrSortedRowPtrC, m, p.base, nnzTotalDevHostPtr);
  return nnzTotalDevHostPtr ? finish(work, handle) : cusparseStatus_t(work);
}

namespace {

template <typename T>
cusparseStatus_t
csrgeam2_bufferSizeExt(cusparseHandle_t, int, int, const T *, const cusparseMatDescr_t, int,
                       const T *, const int *, const int *, const T *, const cusparseMatDescr_t,
                       int, const T *, const int *, const int *, const cusparseMatDescr_t,
                       const T *, const int *, const int *, size_t *pBufferSizeInBytes) {
  *pBufferSizeInBytes = 256;
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t
csrgeam2(cusparseHandle_t handle, int m, int, const T *alpha, const cusparseMatDescr_t descrA,
         int nnzA, const T *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA,
         const T *beta, const cusparseMatDescr_t descrB, int nnzB, const T *csrSortedValB,
         const int *csrSortedRowPtrB, const int *csrSortedColIndB, const cusparseMatDescr_t descrC,
         T *csrSortedValC, int *csrSortedRowPtrC, int *csrSortedColIndC, void *) {
  if (!alpha || !beta)
    return kInvalid;
  for (const cusparseMatDescr_t descr : {descrA, descrB, descrC})
    if (cusparseStatus_t status = requireGeneral(descr))
      return status;
  const Sum p{{csrSortedRowPtrA, csrSortedColIndA, csrSortedValA, nnzA, descrA->base},
              {csrSortedRowPtrB, csrSortedColIndB, csrSortedValB, nnzB, descrB->base},
              csrSortedRowPtrC,
              csrSortedColIndC,
              csrSortedValC,
              m,
              descrC->base,
              Scalar(handle, alpha, sizeof *alpha),
              Scalar(handle, beta, sizeof *beta)};
  Work work(handle);
  work.run<storeSum<Value<T>>>("cusparse_storeSum", blocksOf(p), p);
  return work;
}

/// The pattern is symmetric (manual, cusparse<t>csrcolor()).
template <typename T, typename R>
cusparseStatus_t csrcolor(cusparseHandle_t handle, int m, int, const cusparseMatDescr_t descrA,
                          const T *, const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                          const R *fractionToColor, int *ncolors, int *coloring, int *reordering,
                          const cusparseColorInfo_t) {
  if (!fractionToColor || !ncolors)
    return kInvalid;
  if (cusparseStatus_t status = requireGeneral(descrA))
    return status;
  if (!(*fractionToColor >= 0 && *fractionToColor <= 1))
    return kInvalid;
  Work work(handle);
  library::Scratch marks(work.stream(), size_t(m + 1) * sizeof(int));
  work.fail(statusOf(marks.result()));
  const Colouring p{csrSortedRowPtrA,
                    csrSortedColIndA,
                    m,
                    descrA->base,
                    int64_t(std::ceil(double(*fractionToColor) * m)),
                    coloring,
                    ncolors,
                    reordering,
                    marks.get<int>()};
  work.run<colour>("cusparse_colour", 1, p);
  return finish(work, handle);
}

} // namespace

} // namespace anywarp::cusparse

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Extra
#include "cusparse/Entries.inc"
