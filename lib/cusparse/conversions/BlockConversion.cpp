// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversions of block formats. One way for all: a matrix in blocks of one size becomes one in
// blocks of another; CSR is the format with blocks of one entry. A block exists where the source
// has entries, zeros too. Rows are sorted.
#include "cusparse/Api.h"
#include "cusparse/Legacy.h"
#include "cusparse/conversions/Sort.h"

namespace anywarp::cusparse {
namespace {

/// Sizes of the blocks of one side.
struct Side {
  int64_t rows, cols; ///< of a block
  bool isByColumns;
  int64_t base;
  const int *offsets, *indices;
  const void *values;
};
struct Reblocking {
  Side a;
  int64_t height; ///< rows of the matrix
  Side c;
  int64_t lines; ///< block rows of the result
  int *offsets, *indices;
  void *values;
};

/// The entries' place in a block.
int64_t placeIn(const Side &s, int64_t row, int64_t column) {
  return s.isByColumns ? column * s.rows + row : row * s.cols + column;
}
/// Block rows of the source that meet a block row of the result.
Span sourceRows(const Reblocking &p, int64_t line) {
  const int64_t end = std::min((line + 1) * p.c.rows, p.height);
  return {line * p.c.rows / p.a.rows, (end + p.a.rows - 1) / p.a.rows};
}
/// The first block of a source row that reaches column `column` or beyond.
const int *blockFrom(const Side &a, int64_t row, int64_t column) {
  const int *begin = a.indices + (a.offsets[row] - a.base);
  const int *end = a.indices + (a.offsets[row + 1] - a.base);
  return std::lower_bound(begin, end, column,
                          [&](int block, int64_t c) { return (block - a.base + 1) * a.cols <= c; });
}
/// The next block column of the result from `from` on; -1: none.
int64_t nextBlock(const Reblocking &p, int64_t line, int64_t from) {
  int64_t best = -1;
  const Span rows = sourceRows(p, line);
  for (int64_t row = rows.begin; row < rows.end; ++row) {
    const int *block = blockFrom(p.a, row, from * p.c.cols);
    if (block == p.a.indices + (p.a.offsets[row + 1] - p.a.base))
      continue;
    const int64_t column = std::max((*block - p.a.base) * p.a.cols, from * p.c.cols) / p.c.cols;
    if (best < 0 || column < best)
      best = column;
  }
  return best;
}

void countBlocks(const Reblocking &p, library::Block block) {
  const Span span = spanOf(block, p.lines);
  for (int64_t line = span.begin; line < span.end; ++line) {
    int count = 0;
    for (int64_t next = 0; (next = nextBlock(p, line, next)) >= 0; ++next)
      ++count;
    p.offsets[line + 1] = count;
  }
}

/// Copies what lies in one block of the result.
template <typename V> void fillBlock(const Reblocking &p, int64_t line, int64_t column, V *to) {
  std::fill_n(to, p.c.rows * p.c.cols, V{});
  const int64_t left = column * p.c.cols, right = left + p.c.cols;
  const int64_t bottom = std::min((line + 1) * p.c.rows, p.height);
  for (int64_t row = line * p.c.rows; row < bottom; ++row) {
    const int64_t sourceRow = row / p.a.rows;
    const int *last = p.a.indices + (p.a.offsets[sourceRow + 1] - p.a.base);
    for (const int *block = blockFrom(p.a, sourceRow, left);
         block != last && (*block - p.a.base) * p.a.cols < right; ++block) {
      const V *from =
          static_cast<const V *>(p.a.values) + (block - p.a.indices) * p.a.rows * p.a.cols;
      const int64_t first = (*block - p.a.base) * p.a.cols;
      for (int64_t c = std::max(first, left); c < std::min(first + p.a.cols, right); ++c)
        to[placeIn(p.c, row - line * p.c.rows, c - left)] =
            from[placeIn(p.a, row % p.a.rows, c - first)];
    }
  }
}
template <typename V> void fillBlocks(const Reblocking &p, library::Block block) {
  const Span span = spanOf(block, p.lines);
  for (int64_t line = span.begin; line < span.end; ++line) {
    int64_t place = p.offsets[line] - p.c.base;
    for (int64_t next = 0; (next = nextBlock(p, line, next)) >= 0; ++next, ++place) {
      p.indices[place] = int(next + p.c.base);
      if (p.values)
        fillBlock(p, line, next, static_cast<V *>(p.values) + place * p.c.rows * p.c.cols);
    }
  }
}

int64_t blocksOf(const Reblocking &p) {
  return p.lines ? std::min(blocksFor(p.height, 512), p.lines) : 0;
}
/// Counts; the offsets and the total are then known.
void launchCount(Work &work, const Reblocking &p, int *total) {
  work.run<countBlocks>("cusparse_countBlocks", blocksOf(p), p);
  launchAccumulate(work, p.offsets, p.lines, p.c.base, total);
}
template <typename T> cusparseStatus_t reblock(cusparseHandle_t handle, const Reblocking &p) {
  Work work(handle);
  launchCount(work, p, nullptr);
  work.run<fillBlocks<Value<T>>>("cusparse_fillBlocks", blocksOf(p), p);
  return work;
}
cusparseStatus_t countOnly(cusparseHandle_t handle, const Reblocking &p, int *total) {
  Work work(handle);
  launchCount(work, p, total);
  return total ? finish(work, handle) : cusparseStatus_t(work);
}

Side sideOf(int64_t rows, int64_t cols, cusparseDirection_t direction,
            const cusparseMatDescr_t descr, const int *offsets = nullptr,
            const int *indices = nullptr, const void *values = nullptr) {
  return {rows,    cols,  direction == CUSPARSE_DIRECTION_COLUMN, descr->base, offsets,
          indices, values};
}
Side entriesOf(const cusparseMatDescr_t descr, const int *offsets = nullptr,
               const int *indices = nullptr, const void *values = nullptr) {
  return sideOf(1, 1, CUSPARSE_DIRECTION_ROW, descr, offsets, indices, values);
}
int64_t linesOf(int64_t height, int64_t rows) { return (height + rows - 1) / rows; }
constexpr size_t kNothing = 256;

} // namespace

cusparseStatus_t cusparseXcsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m,
                                       int, const cusparseMatDescr_t descrA,
                                       const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                                       const cusparseMatDescr_t descrC, int *bsrSortedRowPtrC,
                                       int rowBlockDim, int colBlockDim, int *nnzTotalDevHostPtr,
                                       void *) {
  return countOnly(handle,
                   {entriesOf(descrA, csrSortedRowPtrA, csrSortedColIndA), m,
                    sideOf(rowBlockDim, colBlockDim, dirA, descrC), linesOf(m, rowBlockDim),
                    bsrSortedRowPtrC, nullptr, nullptr},
                   nnzTotalDevHostPtr);
}
cusparseStatus_t cusparseXcsr2bsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA, int m,
                                     int n, const cusparseMatDescr_t descrA,
                                     const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                                     int blockDim, const cusparseMatDescr_t descrC,
                                     int *bsrSortedRowPtrC, int *nnzTotalDevHostPtr) {
  if (cusparseStatus_t status = requireGeneral(descrA)) // (seen)
    return status;
  return cusparse::cusparseXcsr2gebsrNnz(handle, dirA, m, n, descrA, csrSortedRowPtrA,
                                         csrSortedColIndA, descrC, bsrSortedRowPtrC, blockDim,
                                         blockDim, nnzTotalDevHostPtr, nullptr);
}
cusparseStatus_t cusparseXgebsr2gebsrNnz(cusparseHandle_t handle, cusparseDirection_t dirA, int mb,
                                         int, int, const cusparseMatDescr_t descrA,
                                         const int *bsrSortedRowPtrA, const int *bsrSortedColIndA,
                                         int rowBlockDimA, int colBlockDimA,
                                         const cusparseMatDescr_t descrC, int *bsrSortedRowPtrC,
                                         int rowBlockDimC, int colBlockDimC,
                                         int *nnzTotalDevHostPtr, void *) {
  const int64_t height = int64_t(mb) * rowBlockDimA;
  return countOnly(
      handle,
      {sideOf(rowBlockDimA, colBlockDimA, dirA, descrA, bsrSortedRowPtrA, bsrSortedColIndA), height,
       sideOf(rowBlockDimC, colBlockDimC, dirA, descrC), linesOf(height, rowBlockDimC),
       bsrSortedRowPtrC, nullptr, nullptr},
      nnzTotalDevHostPtr);
}
/// The pattern only.
cusparseStatus_t cusparseXgebsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int,
                                    const cusparseMatDescr_t descrA, const int *bsrSortedRowPtrA,
                                    const int *bsrSortedColIndA, int rowBlockDim, int colBlockDim,
                                    const cusparseMatDescr_t descrC, int *csrSortedRowPtrC,
                                    int *csrSortedColIndC) {
  const int64_t height = int64_t(mb) * rowBlockDim;
  return reblock<float>(
      handle, {sideOf(rowBlockDim, colBlockDim, dirA, descrA, bsrSortedRowPtrA, bsrSortedColIndA),
               height, entriesOf(descrC), height, csrSortedRowPtrC, csrSortedColIndC, nullptr});
}

namespace {

template <typename T>
cusparseStatus_t csr2gebsr_bufferSize(cusparseHandle_t, cusparseDirection_t, int, int,
                                      const cusparseMatDescr_t, const T *, const int *, const int *,
                                      int, int, int *pBufferSizeInBytes) {
  *pBufferSizeInBytes = kNothing;
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t csr2gebsr_bufferSizeExt(cusparseHandle_t, cusparseDirection_t, int, int,
                                         const cusparseMatDescr_t, const T *, const int *,
                                         const int *, int, int, size_t *pBufferSize) {
  *pBufferSize = kNothing;
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t csr2gebsr(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int,
                           const cusparseMatDescr_t descrA, const T *csrSortedValA,
                           const int *csrSortedRowPtrA, const int *csrSortedColIndA,
                           const cusparseMatDescr_t descrC, T *bsrSortedValC, int *bsrSortedRowPtrC,
                           int *bsrSortedColIndC, int rowBlockDim, int colBlockDim, void *) {
  return reblock<T>(handle,
                    {entriesOf(descrA, csrSortedRowPtrA, csrSortedColIndA, csrSortedValA), m,
                     sideOf(rowBlockDim, colBlockDim, dirA, descrC), linesOf(m, rowBlockDim),
                     bsrSortedRowPtrC, bsrSortedColIndC, bsrSortedValC});
}
template <typename T>
cusparseStatus_t csr2bsr(cusparseHandle_t handle, cusparseDirection_t dirA, int m, int n,
                         const cusparseMatDescr_t descrA, const T *csrSortedValA,
                         const int *csrSortedRowPtrA, const int *csrSortedColIndA, int blockDim,
                         const cusparseMatDescr_t descrC, T *bsrSortedValC, int *bsrSortedRowPtrC,
                         int *bsrSortedColIndC) {
  return csr2gebsr<T>(handle, dirA, m, n, descrA, csrSortedValA, csrSortedRowPtrA, csrSortedColIndA,
                      descrC, bsrSortedValC, bsrSortedRowPtrC, bsrSortedColIndC, blockDim, blockDim,
                      nullptr);
}
template <typename T>
cusparseStatus_t gebsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int,
                           const cusparseMatDescr_t descrA, const T *bsrSortedValA,
                           const int *bsrSortedRowPtrA, const int *bsrSortedColIndA,
                           int rowBlockDim, int colBlockDim, const cusparseMatDescr_t descrC,
                           T *csrSortedValC, int *csrSortedRowPtrC, int *csrSortedColIndC) {
  const int64_t height = int64_t(mb) * rowBlockDim;
  return reblock<T>(handle, {sideOf(rowBlockDim, colBlockDim, dirA, descrA, bsrSortedRowPtrA,
                                    bsrSortedColIndA, bsrSortedValA),
                             height, entriesOf(descrC), height, csrSortedRowPtrC, csrSortedColIndC,
                             csrSortedValC});
}
template <typename T>
cusparseStatus_t bsr2csr(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int nb,
                         const cusparseMatDescr_t descrA, const T *bsrSortedValA,
                         const int *bsrSortedRowPtrA, const int *bsrSortedColIndA, int blockDim,
                         const cusparseMatDescr_t descrC, T *csrSortedValC, int *csrSortedRowPtrC,
                         int *csrSortedColIndC) {
  return gebsr2csr<T>(handle, dirA, mb, nb, descrA, bsrSortedValA, bsrSortedRowPtrA,
                      bsrSortedColIndA, blockDim, blockDim, descrC, csrSortedValC, csrSortedRowPtrC,
                      csrSortedColIndC);
}
template <typename T>
cusparseStatus_t gebsr2gebsr_bufferSize(cusparseHandle_t, cusparseDirection_t, int, int, int,
                                        const cusparseMatDescr_t, const T *, const int *,
                                        const int *, int, int, int, int, int *pBufferSizeInBytes) {
  *pBufferSizeInBytes = kNothing;
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t gebsr2gebsr_bufferSizeExt(cusparseHandle_t, cusparseDirection_t, int, int, int,
                                           const cusparseMatDescr_t, const T *, const int *,
                                           const int *, int, int, int, int, size_t *pBufferSize) {
  *pBufferSize = kNothing;
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t gebsr2gebsr(cusparseHandle_t handle, cusparseDirection_t dirA, int mb, int, int,
                             const cusparseMatDescr_t descrA, const T *bsrSortedValA,
                             const int *bsrSortedRowPtrA, const int *bsrSortedColIndA,
                             int rowBlockDimA, int colBlockDimA, const cusparseMatDescr_t descrC,
                             T *bsrSortedValC, int *bsrSortedRowPtrC, int *bsrSortedColIndC,
                             int rowBlockDimC, int colBlockDimC, void *) {
  const int64_t height = int64_t(mb) * rowBlockDimA;
  return reblock<T>(handle, {sideOf(rowBlockDimA, colBlockDimA, dirA, descrA, bsrSortedRowPtrA,
                                    bsrSortedColIndA, bsrSortedValA),
                             height, sideOf(rowBlockDimC, colBlockDimC, dirA, descrC),
                             linesOf(height, rowBlockDimC), bsrSortedRowPtrC, bsrSortedColIndC,
                             bsrSortedValC});
}

/// gebsr2gebsc moves whole blocks, which keep their layout (manual, cusparse<t>gebsr2gebsc()).
struct BscBuffer {
  BscBuffer(void *buffer, int64_t nb, int64_t nnzb) {
    Carver carver(buffer);
    counts = carver.take<int>(nb * partsFor(nnzb, nb));
    identity = carver.take<int>(nnzb);
    order = carver.take<int>(nnzb);
    size = std::max<size_t>(carver.size(), 256);
  }
  int *counts, *identity, *order;
  size_t size;
};
struct BlockMove {
  const int *order;
  const void *from;
  void *to;
  int64_t count, size;
};
template <typename V> void moveBlocks(const BlockMove &p, library::Block block) {
  const Span span = spanOf(block, p.count);
  for (int64_t i = span.begin; i < span.end; ++i)
    std::copy_n(static_cast<const V *>(p.from) + p.order[i] * p.size, p.size,
                static_cast<V *>(p.to) + i * p.size);
}
template <typename T>
cusparseStatus_t gebsr2gebsc_bufferSize(cusparseHandle_t, int, int nb, int nnzb, const T *,
                                        const int *, const int *, int, int,
                                        int *pBufferSizeInBytes) {
  *pBufferSizeInBytes = int(BscBuffer(nullptr, nb, nnzb).size);
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t gebsr2gebsc_bufferSizeExt(cusparseHandle_t, int, int nb, int nnzb, const T *,
                                           const int *, const int *, int, int,
                                           size_t *pBufferSize) {
  *pBufferSize = BscBuffer(nullptr, nb, nnzb).size;
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t gebsr2gebsc(cusparseHandle_t handle, int mb, int nb, int nnzb,
                             const T *bsrSortedVal, const int *bsrSortedRowPtr,
                             const int *bsrSortedColInd, int rowBlockDim, int colBlockDim,
                             T *bscVal, int *bscRowInd, int *bscColPtr, cusparseAction_t copyValues,
                             cusparseIndexBase_t idxBase, void *pBuffer) {
  Work work(handle);
  Buffer given(work, pBuffer, BscBuffer(nullptr, nb, nnzb).size);
  const BscBuffer b(given.get(), nb, nnzb);
  fillIdentity(work, nnzb, b.identity);
  launchTranspose(work, CUSPARSE_INDEX_32I, sizeof(int),
                  {bsrSortedRowPtr, bsrSortedColInd, b.identity, mb, nb, nnzb, idxBase, bscColPtr,
                   bscRowInd, b.order, b.counts, idxBase});
  const int64_t size = int64_t(rowBlockDim) * colBlockDim;
  if (copyValues == CUSPARSE_ACTION_NUMERIC)
    work.run<moveBlocks<Value<T>>>("cusparse_moveBlocks", nnzb ? blocksFor(nnzb * size) : 0,
                                   BlockMove{b.order, bsrSortedVal, bscVal, nnzb, size});
  return work;
}

} // namespace

} // namespace anywarp::cusparse

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_BlockConversion
#include "cusparse/Entries.inc"
