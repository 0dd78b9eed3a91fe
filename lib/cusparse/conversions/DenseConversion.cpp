// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sparse matrices to dense ones and back. The padding of dense matrices is left alone.
#include <cmath>

#include "cusparse/Api.h"
#include "cusparse/products/Products.h"

namespace anywarp::cusparse {
namespace {

constexpr auto kInvalid = CUSPARSE_STATUS_INVALID_VALUE;
constexpr auto kUnsupported = CUSPARSE_STATUS_NOT_SUPPORTED;

struct Params {
  Matrix sparse;
  Dense dense;
  int64_t rows, cols;
  int64_t *offsets; ///< of lines: rows, columns (CSC) or block rows, from 0
};

template <typename V> void clear(const Params &p, library::Block block) {
  // Along the contiguous side.
  const bool isByColumns = p.dense.rowStep == 1;
  const int64_t lines = isByColumns ? p.cols : p.rows, length = isByColumns ? p.rows : p.cols;
  const int64_t step = isByColumns ? p.dense.columnStep : p.dense.rowStep;
  V *values = static_cast<V *>(p.dense.values);
  const Span span = spanOf(block, lines);
  for (int64_t line = span.begin; line < span.end; ++line)
    std::fill_n(values + line * step, length, V{});
}
template <typename Walk, typename V> void store(const Params &p, library::Block block) {
  V *dense = static_cast<V *>(p.dense.values);
  const V *sparse = static_cast<const V *>(p.sparse.values);
  const int64_t rowStep = p.dense.rowStep, columnStep = p.dense.columnStep;
  Walk::walk(p.sparse, block, [=](int64_t row, int64_t column, int64_t i) {
    dense[row * rowStep + column * columnStep] = sparse[i];
  });
}

/// Lines of a result: entries for CSR, COO and CSC, blocks for BSR.
struct Lines {
  int64_t count, length;        ///< lines, and entries or blocks that one may have
  int64_t lineStep, entryStep;  ///< distances in the dense matrix
  int64_t blockRows, blockCols; ///< 1 but for BSR
  /// Every `turn`th entry follows the other: so a GPU's threads write them (seen).
  int64_t turn;
};
struct Search {
  Dense dense;
  Lines lines;
  int64_t *offsets; ///< from 0
  void *outOffsets, *indices, *values;
  int64_t base;
  bool isByRowIndices; ///< COO: outOffsets are the row of each entry
  bool isBlockByColumns;
};

/// A 16-bit number that is not one is no entry (seen on an H200); wider ones are.
template <typename V> bool isEntry(V value) {
  if constexpr (std::is_same_v<V, Half> || std::is_same_v<V, Brain>)
    return std::abs(convert<float>(value)) > 0;
  return !isZero(value);
}
template <typename V> bool hasEntry(const Search &p, const V *at) {
  for (int64_t r = 0; r < p.lines.blockRows; ++r)
    for (int64_t c = 0; c < p.lines.blockCols; ++c)
      if (isEntry(at[r * p.dense.rowStep + c * p.dense.columnStep]))
        return true;
  return false;
}
template <typename V> void countLines(const Search &p, library::Block block) {
  const Span span = spanOf(block, p.lines.count);
  for (int64_t line = span.begin; line < span.end; ++line) {
    const V *at = static_cast<const V *>(p.dense.values) + line * p.lines.lineStep;
    int64_t count = 0;
    for (int64_t i = 0; i < p.lines.length; ++i)
      count += hasEntry(p, at + i * p.lines.entryStep);
    p.offsets[line + 1] = count;
  }
}
template <typename I> void addLines(const Search &p, library::Block) {
  I *out = p.isByRowIndices ? nullptr : static_cast<I *>(p.outOffsets);
  p.offsets[0] = 0;
  for (int64_t line = 0; line <= p.lines.count; ++line) {
    if (line)
      p.offsets[line] += p.offsets[line - 1];
    if (out)
      out[line] = I(p.offsets[line] + p.base);
  }
}
template <typename V, typename I> void storeLines(const Search &p, library::Block block) {
  const Span span = spanOf(block, p.lines.count);
  I *indices = static_cast<I *>(p.indices), *out = static_cast<I *>(p.outOffsets);
  V *values = static_cast<V *>(p.values);
  const int64_t height = p.lines.blockRows, width = p.lines.blockCols;
  if (!p.isByRowIndices) // the program may have given other arrays since the analysis
    for (int64_t line = span.begin; line < span.end + (span.end == p.lines.count); ++line)
      out[line] = I(p.offsets[line] + p.base);
  for (int64_t line = span.begin; line < span.end; ++line) {
    const V *at = static_cast<const V *>(p.dense.values) + line * p.lines.lineStep;
    int64_t place = p.offsets[line];
    int64_t i = 0, first = 0;
    for (int64_t seen = 0; seen < p.lines.length; ++seen, i += p.lines.turn) {
      if (i >= p.lines.length)
        i = ++first;
      const V *entry = at + i * p.lines.entryStep;
      if (!hasEntry(p, entry))
        continue;
      if (p.isByRowIndices)
        out[place] = I(line + p.base);
      indices[place] = I(i + p.base);
      V *to = values + place * height * width;
      for (int64_t r = 0; r < height; ++r)
        for (int64_t c = 0; c < width; ++c)
          to[p.isBlockByColumns ? c * height + r : r * width + c] =
              entry[r * p.dense.rowStep + c * p.dense.columnStep];
      ++place;
    }
  }
}
/// The pattern of blocked ELL is the program's; padding becomes zero.
template <typename V, typename I> void storeBlockedEll(const Params &p, library::Block block) {
  const Matrix &a = p.sparse;
  const I *indices = static_cast<const I *>(a.indices);
  V *values = static_cast<V *>(const_cast<void *>(a.values));
  const int64_t slots = a.width / a.blockCols;
  const Span span = spanOf(block, a.rows);
  for (int64_t row = span.begin; row < span.end; ++row)
    for (int64_t slot = 0; slot < slots; ++slot) {
      const int64_t column =
          (int64_t(indices[row / a.blockRows * slots + slot]) - a.base) * a.blockCols;
      for (int64_t c = 0; c < a.blockCols; ++c)
        values[row * a.width + slot * a.blockCols + c] =
            column < 0
                ? V{}
                : static_cast<const V *>(
                      p.dense.values)[row * p.dense.rowStep + (column + c) * p.dense.columnStep];
    }
}

Search searchOf(cusparseConstDnMatDescr_t from, cusparseConstSpMatDescr_t to, int64_t *offsets) {
  Search p{};
  p.dense = denseOf(from, CUSPARSE_OPERATION_NON_TRANSPOSE);
  const bool isByColumns = to->format == CUSPARSE_FORMAT_CSC;
  const int64_t height = to->blockRows, width = to->blockCols;
  const int64_t down = p.dense.rowStep * height, along = p.dense.columnStep * width;
  p.lines = {isByColumns ? from->cols : from->rows / height,
             isByColumns ? from->rows : from->cols / width,
             isByColumns ? along : down,
             isByColumns ? down : along,
             height,
             width,
             0};
  p.lines.turn = height * width > 1 ? 1 : p.lines.entryStep == 1 ? 128 : 32;
  p.offsets = offsets;
  p.outOffsets = to->offsets;
  p.indices = to->indices;
  p.values = to->values;
  p.base = to->base;
  p.isByRowIndices = to->format == CUSPARSE_FORMAT_COO;
  p.isBlockByColumns = to->blockOrder == CUSPARSE_ORDER_COL;
  return p;
}

template <typename Use> bool chooseValue(cudaDataType type, Use use) {
  return chooseType<int8_t, Half, Brain, float, double, int32_t, Complex<Half>, Complex<Brain>,
                    Complex<float>, Complex<double>>(type, use);
}

cusparseStatus_t check(cusparseConstSpMatDescr_t sparse, cusparseConstDnMatDescr_t dense) {
  if (sparse->rows != dense->rows || sparse->cols != dense->cols)
    return kInvalid;
  if (sparse->valueType != dense->valueType || !isGeneral(sparse) ||
      sparse->indexType == CUSPARSE_INDEX_16U || sparse->batchCount > 1 || dense->batchCount > 1)
    return kUnsupported; // batches: (seen)
  return CUSPARSE_STATUS_SUCCESS;
}

} // namespace

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t, cusparseConstSpMatDescr_t matA,
                                                  cusparseDnMatDescr_t matB,
                                                  cusparseSparseToDenseAlg_t, size_t *bufferSize) {
  if (cusparseStatus_t status = check(matA, matB))
    return status;
  if (matA->format == CUSPARSE_FORMAT_BLOCKED_ELL) // seen
    return kUnsupported;
  *bufferSize = 0;
  return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t matA,
                                       cusparseDnMatDescr_t matB, cusparseSparseToDenseAlg_t alg,
                                       void *) {
  size_t size;
  if (cusparseStatus_t status =
          cusparse::cusparseSparseToDense_bufferSize(handle, matA, matB, alg, &size))
    return status;
  Work work(handle);
  Params p{matrixOf(matA), denseOf(matB, CUSPARSE_OPERATION_NON_TRANSPOSE), matB->rows, matB->cols,
           nullptr};
  chooseSize(sizeOf(matB->valueType), [&]<typename V>(Tag<V>) {
    work.run<clear<V>>("cusparse_clear", blocksFor(p.rows * p.cols, 65536), p);
    chooseIndex(matA->indexType, [&]<typename I>(Tag<I>) {
      chooseFormat<I>(matA->format, [&]<typename Walk>(Tag<Walk>) {
        work.run<store<Walk, V>>("cusparse_store", blocksFor(matA->nnz), p);
      });
    });
  });
  return work;
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t, cusparseConstDnMatDescr_t matA,
                                                  cusparseSpMatDescr_t matB,
                                                  cusparseDenseToSparseAlg_t, size_t *bufferSize) {
  if (cusparseStatus_t status = check(matB, matA))
    return status;
  if (matB->format == CUSPARSE_FORMAT_SLICED_ELLPACK)
    return kUnsupported;
  const bool isEll = matB->format == CUSPARSE_FORMAT_BLOCKED_ELL;
  *bufferSize = isEll ? 0 : size_t(searchOf(matA, matB, nullptr).lines.count + 1) * 8;
  return CUSPARSE_STATUS_SUCCESS;
}

/// Counts, and tells the descriptor how many entries there are: the host reads that.
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t matA,
                                                cusparseSpMatDescr_t matB,
                                                cusparseDenseToSparseAlg_t alg,
                                                void *externalBuffer) {
  size_t size;
  if (cusparseStatus_t status =
          cusparse::cusparseDenseToSparse_bufferSize(handle, matA, matB, alg, &size))
    return status;
  if (matB->format == CUSPARSE_FORMAT_BLOCKED_ELL)
    return CUSPARSE_STATUS_SUCCESS;
  if (!externalBuffer)
    return kInvalid;
  Work work(handle);
  Search p = searchOf(matA, matB, static_cast<int64_t *>(externalBuffer));
  chooseValue(matA->valueType, [&]<typename V>(Tag<V>) {
    work.run<countLines<V>>("cusparse_countLines", blocksFor(matA->rows * matA->cols), p);
  });
  chooseIndex(matB->indexType,
              [&]<typename I>(Tag<I>) { work.run<addLines<I>>("cusparse_addLines", 1, p); });
  if (work.wait().ok())
    matB->nnz = p.offsets[p.lines.count] * matB->blockRows * matB->blockCols;
  return work;
}

cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle,
                                               cusparseConstDnMatDescr_t matA,
                                               cusparseSpMatDescr_t matB,
                                               cusparseDenseToSparseAlg_t alg,
                                               void *externalBuffer) {
  size_t size;
  if (cusparseStatus_t status =
          cusparse::cusparseDenseToSparse_bufferSize(handle, matA, matB, alg, &size))
    return status;
  Work work(handle);
  const int64_t blocks = blocksFor(matA->rows * matA->cols);
  if (matB->format == CUSPARSE_FORMAT_BLOCKED_ELL) {
    const Params p{matrixOf(matB), denseOf(matA, CUSPARSE_OPERATION_NON_TRANSPOSE), matA->rows,
                   matA->cols, nullptr};
    chooseSize(sizeOf(matA->valueType), [&]<typename V>(Tag<V>) {
      chooseIndex(matB->indexType, [&]<typename I>(Tag<I>) {
        work.run<storeBlockedEll<V, I>>("cusparse_storeBlockedEll", blocks, p);
      });
    });
    return work;
  }
  if (!externalBuffer)
    return kInvalid;
  const Search p = searchOf(matA, matB, static_cast<int64_t *>(externalBuffer));
  chooseValue(matA->valueType, [&]<typename V>(Tag<V>) {
    chooseIndex(matB->indexType, [&]<typename I>(Tag<I>) {
      work.run<storeLines<V, I>>("cusparse_storeLines", blocks, p);
    });
  });
  return work;
}

} // namespace anywarp::cusparse
