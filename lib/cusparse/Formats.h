// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The storage formats as bodies see them (manual, section "cuSPARSE Storage Formats"). A walk
// visits the entries of one of several parts of a matrix: visit(row, column, place of the value).
// Parts are disjoint and in order; within a part entries come in the order of rows, but for CSC
// (columns) and COO (as stored).
#pragma once

#include "cusparse/Run.h"

namespace anywarp::cusparse {

struct Matrix {
  int64_t rows, cols, nnz;
  const void *offsets, *indices, *values;
  int64_t base;
  int64_t blockRows, blockCols;
  int64_t sliceSize, width;
  bool isBlockByColumns;
};

/// The matrix of a descriptor, or one of its batch.
inline Matrix matrixOf(cusparseConstSpMatDescr_t a, int64_t batch = 0) {
  const auto at = [&](void *pointer, int64_t stride, size_t size) -> const void * {
    return pointer ? static_cast<char *>(pointer) + batch * stride * int64_t(size) : nullptr;
  };
  const size_t index = a->indexType == CUSPARSE_INDEX_64I ? 8 : 4;
  return {a->rows,
          a->cols,
          a->nnz,
          at(a->offsets, a->offsetsStride, index),
          at(a->indices, a->indicesStride, index),
          at(a->values, a->valuesStride, sizeOf(a->valueType)),
          a->base,
          a->blockRows,
          a->blockCols,
          a->sliceSize,
          a->width,
          a->blockOrder == CUSPARSE_ORDER_COL};
}

/// CSR, and CSC with rows and columns exchanged.
template <typename I, bool isByColumns = false> struct Compressed {
  template <typename Visit> static void walk(const Matrix &a, library::Block block, Visit visit) {
    const auto *offsets = static_cast<const I *>(a.offsets);
    const auto *indices = static_cast<const I *>(a.indices);
    const int64_t lines = isByColumns ? a.cols : a.rows;
    const Span span = rowsOf(block, offsets, a.base, lines, a.nnz);
    for (int64_t line = span.begin; line < span.end; ++line)
      for (int64_t i = offsets[line] - a.base, end = offsets[line + 1] - a.base; i < end; ++i)
        if constexpr (isByColumns)
          visit(int64_t(indices[i]) - a.base, line, i);
        else
          visit(line, int64_t(indices[i]) - a.base, i);
  }
};

template <typename I> struct Coordinate {
  template <typename Visit> static void walk(const Matrix &a, library::Block block, Visit visit) {
    const auto *rows = static_cast<const I *>(a.offsets);
    const auto *columns = static_cast<const I *>(a.indices);
    const Span span = spanOf(block, a.nnz);
    for (int64_t i = span.begin; i < span.end; ++i)
      visit(int64_t(rows[i]) - a.base, int64_t(columns[i]) - a.base, i);
  }
};

template <typename I> struct BlockRows {
  template <typename Visit> static void walk(const Matrix &a, library::Block block, Visit visit) {
    const auto *offsets = static_cast<const I *>(a.offsets);
    const auto *indices = static_cast<const I *>(a.indices);
    const int64_t size = a.blockRows * a.blockCols;
    const int64_t step = a.isBlockByColumns ? a.blockRows : 1;
    const Span span = rowsOf(block, offsets, a.base, a.rows / a.blockRows, a.nnz / size);
    for (int64_t line = span.begin; line < span.end; ++line)
      for (int64_t r = 0; r < a.blockRows; ++r)
        for (int64_t i = offsets[line] - a.base, end = offsets[line + 1] - a.base; i < end; ++i) {
          const int64_t first = (int64_t(indices[i]) - a.base) * a.blockCols;
          const int64_t place = i * size + (a.isBlockByColumns ? r : r * a.blockCols);
          for (int64_t c = 0; c < a.blockCols; ++c)
            visit(line * a.blockRows + r, first + c, place + c * step);
        }
  }
};

/// Values are a dense matrix by rows, `width` columns wide; a negative block column is padding,
/// whose values a product takes for those of the first blocks (seen): they should be zeros.
template <typename I> struct BlockedEll {
  template <typename Visit> static void walk(const Matrix &a, library::Block block, Visit visit) {
    const auto *indices = static_cast<const I *>(a.indices);
    const int64_t slots = a.width / a.blockCols;
    const Span span = spanOf(block, a.rows / a.blockRows);
    for (int64_t row = span.begin * a.blockRows; row < span.end * a.blockRows; ++row)
      for (int64_t slot = 0; slot < slots; ++slot) {
        const int64_t column =
            std::max<int64_t>(int64_t(indices[row / a.blockRows * slots + slot]) - a.base, 0);
        for (int64_t c = 0; c < a.blockCols; ++c)
          visit(row, column * a.blockCols + c, row * a.width + slot * a.blockCols + c);
      }
  }
};

/// Slices are stored column after column; a negative column is padding.
template <typename I> struct SlicedEll {
  template <typename Visit> static void walk(const Matrix &a, library::Block block, Visit visit) {
    const auto *offsets = static_cast<const I *>(a.offsets);
    const auto *indices = static_cast<const I *>(a.indices);
    if (a.sliceSize == 0)
      return;
    const Span span = spanOf(block, (a.rows + a.sliceSize - 1) / a.sliceSize);
    for (int64_t slice = span.begin; slice < span.end; ++slice) {
      const int64_t begin = offsets[slice] - a.base, end = offsets[slice + 1] - a.base;
      const int64_t rows = std::min(a.sliceSize, a.rows - slice * a.sliceSize);
      for (int64_t r = 0; r < rows; ++r)
        for (int64_t i = begin + r; i < end; i += a.sliceSize)
          if (const int64_t column = int64_t(indices[i]) - a.base; column >= 0)
            visit(slice * a.sliceSize + r, column, i);
    }
  }
};

/// use(Tag<walk>{}) for a format, with indices of type I.
template <typename I, typename Use> void chooseFormat(cusparseFormat_t format, Use use) {
  switch (format) {
  case CUSPARSE_FORMAT_CSR:
    return use(Tag<Compressed<I>>{});
  case CUSPARSE_FORMAT_CSC:
    return use(Tag<Compressed<I, true>>{});
  case CUSPARSE_FORMAT_COO:
    return use(Tag<Coordinate<I>>{});
  case CUSPARSE_FORMAT_BSR:
    return use(Tag<BlockRows<I>>{});
  case CUSPARSE_FORMAT_BLOCKED_ELL:
    return use(Tag<BlockedEll<I>>{});
  case CUSPARSE_FORMAT_SLICED_ELLPACK:
    return use(Tag<SlicedEll<I>>{});
  }
}

/// Parts into which work is split that needs a line of `width` numbers for each part: as many as
/// cost no more than the work itself.
inline int64_t partsFor(int64_t nnz, int64_t width) {
  return std::clamp<int64_t>(std::min(nnz / 32768, nnz / std::max<int64_t>(width, 1)), 1, 16);
}

} // namespace anywarp::cusparse
