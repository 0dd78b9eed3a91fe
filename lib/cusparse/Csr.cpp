// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conversion to CSR in three steps: each part of the matrix counts the entries of each row, one
// body turns the counts into places, each part stores its entries. Stable, so the result does not
// depend on who runs what.
#include "cusparse/Csr.h"

namespace anywarp::cusparse {
namespace {

struct Conversion {
  Matrix a;
  int64_t lines, parts;
  void *counts, *offsets, *indices, *values;
  int64_t base; ///< of the result
};

template <typename Walk, typename I, bool isTransposed>
void countEntries(const Conversion &p, library::Block block) {
  I *counts = static_cast<I *>(p.counts) + int64_t(block.index) * p.lines;
  std::fill_n(counts, p.lines, I(0));
  Walk::walk(p.a, block,
             [=](int64_t row, int64_t column, int64_t) { ++counts[isTransposed ? column : row]; });
}

template <typename I> void placeEntries(const Conversion &p, library::Block) {
  I *counts = static_cast<I *>(p.counts), *offsets = static_cast<I *>(p.offsets);
  I place = 0;
  for (int64_t line = 0; line < p.lines; ++line) {
    offsets[line] = place + I(p.base);
    for (int64_t part = 0; part < p.parts; ++part) {
      const I count = counts[part * p.lines + line];
      counts[part * p.lines + line] = place;
      place += count;
    }
  }
  offsets[p.lines] = place + I(p.base);
}

template <typename Walk, typename I, typename V, bool isTransposed>
void storeEntries(const Conversion &p, library::Block block) {
  I *places = static_cast<I *>(p.counts) + int64_t(block.index) * p.lines;
  I *indices = static_cast<I *>(p.indices);
  const V *from = static_cast<const V *>(p.a.values);
  V *to = static_cast<V *>(p.values);
  const I base = I(p.base);
  Walk::walk(p.a, block, [=](int64_t row, int64_t column, int64_t i) {
    const I place = places[isTransposed ? column : row]++;
    indices[place] = I(isTransposed ? row : column) + base;
    if (to)
      to[place] = from[i];
  });
}

template <typename Walk, typename I, typename V, bool isTransposed>
void launchConversion(Work &work, const Conversion &p) {
  work.run<countEntries<Walk, I, isTransposed>>("cusparse_countEntries", p.parts, p);
  work.run<placeEntries<I>>("cusparse_placeEntries", 1, p);
  work.run<storeEntries<Walk, I, V, isTransposed>>("cusparse_storeEntries", p.parts, p);
}

struct Offsets {
  const void *sorted;
  void *offsets;
  int64_t nnz, lines, base;
};
template <typename I> void findOffsets(const Offsets &p, library::Block block) {
  const I *sorted = static_cast<const I *>(p.sorted);
  I *offsets = static_cast<I *>(p.offsets);
  const Span span = spanOf(block, p.nnz);
  int64_t line = span.begin ? int64_t(sorted[span.begin - 1]) - p.base + 1 : 0;
  for (int64_t i = span.begin; i < span.end; ++i)
    for (const int64_t row = std::min(int64_t(sorted[i]) - p.base, p.lines); line <= row; ++line)
      offsets[line] = I(i + p.base);
  if (block.index + 1 == block.count)
    for (; line <= p.lines; ++line)
      offsets[line] = I(p.nnz + p.base);
}

/// Entries stored, with padding.
int64_t placesOf(cusparseConstSpMatDescr_t a) {
  return a->format == CUSPARSE_FORMAT_SLICED_ELLPACK ? a->valuesSize : a->nnz;
}
/// Only its offsets are missing.
bool lacksOffsets(cusparseConstSpMatDescr_t a, bool isTransposed) {
  return a->format == CUSPARSE_FORMAT_COO && !isTransposed;
}

struct Places {
  void *counts, *offsets, *indices, *values;
};
Places carve(Carver &carver, cusparseConstSpMatDescr_t a, bool isTransposed) {
  const int64_t lines = isTransposed ? a->cols : a->rows, nnz = placesOf(a);
  const size_t index = indexSize(a->indexType);
  Places places{};
  if (isCsr(a, isTransposed))
    return places;
  places.offsets = carver.take((lines + 1) * index);
  if (lacksOffsets(a, isTransposed))
    return places;
  places.counts = carver.take(lines * partsFor(nnz, lines) * index);
  places.indices = carver.take(nnz * index);
  places.values = carver.take(nnz * sizeOf(a->valueType));
  return places;
}

} // namespace

bool isCsr(cusparseConstSpMatDescr_t a, bool isTransposed) {
  return a->format == (isTransposed ? CUSPARSE_FORMAT_CSC : CUSPARSE_FORMAT_CSR);
}

void carveCsr(Carver &carver, cusparseConstSpMatDescr_t a, bool isTransposed) {
  (void)carve(carver, a, isTransposed);
}

Matrix toCsr(Work &work, Carver &carver, cusparseConstSpMatDescr_t a, bool isTransposed,
             int64_t batch) {
  Matrix from = matrixOf(a, batch), to = from;
  to.rows = isTransposed ? a->cols : a->rows;
  to.cols = isTransposed ? a->rows : a->cols;
  if (isCsr(a, isTransposed))
    return to;
  const Places places = carve(carver, a, isTransposed);
  to.offsets = places.offsets;
  if (lacksOffsets(a, isTransposed)) {
    launchOffsets(work, a->indexType, from.offsets, a->nnz, to.rows, a->base, places.offsets);
    return to;
  }
  to.nnz = placesOf(a);
  to.indices = places.indices;
  to.values = places.values;
  to.base = 0;
  const Conversion p{from,
                     to.rows,
                     partsFor(to.nnz, to.rows),
                     places.counts,
                     places.offsets,
                     places.indices,
                     places.values,
                     0};
  chooseIndex(a->indexType, [&]<typename I>(Tag<I>) {
    chooseSize(sizeOf(a->valueType), [&]<typename V>(Tag<V>) {
      chooseFormat<I>(a->format, [&]<typename Walk>(Tag<Walk>) {
        if (isTransposed)
          launchConversion<Walk, I, V, true>(work, p);
        else
          launchConversion<Walk, I, V, false>(work, p);
      });
    });
  });
  return to;
}

void launchOffsets(Work &work, cusparseIndexType_t type, const void *sorted, int64_t nnz,
                   int64_t lines, int64_t base, void *offsets) {
  const Offsets p{sorted, offsets, nnz, lines, base};
  chooseIndex(type, [&]<typename I>(Tag<I>) {
    work.run<findOffsets<I>>("cusparse_findOffsets", blocksFor(nnz, 65536), p);
  });
}

void launchTranspose(Work &work, cusparseIndexType_t type, size_t size, const Transposition &t) {
  const Matrix a{t.rows, t.cols, t.nnz, t.offsets, t.indices, t.values, t.base, 1, 1, 0, 0, false};
  const Conversion p{a,           t.cols,       partsFor(t.nnz, t.cols),
                     t.counts,    t.outOffsets, t.outIndices,
                     t.outValues, t.outBase};
  chooseIndex(type, [&]<typename I>(Tag<I>) {
    chooseSize(size,
               [&]<typename V>(Tag<V>) { launchConversion<Compressed<I>, I, V, true>(work, p); });
  });
}

void launchCooToCsr(Work &work, const CooToCsr &c) {
  const Conversion p{c.from,
                     c.from.rows,
                     partsFor(c.from.nnz, c.from.rows),
                     c.counts,
                     c.offsets,
                     c.indices,
                     c.values,
                     0};
  launchConversion<Coordinate<int32_t>, int32_t, uint32_t, false>(work, p);
}

} // namespace anywarp::cusparse
