// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Any format, and its transpose, as CSR: what products and solves work on. The conversion is work
// in the stream and lies in a buffer; rows keep the order in which the format stores their entries.
#pragma once

#include "cusparse/Formats.h"

namespace anywarp::cusparse {

/// True: op(a) is CSR as it is stored.
bool isCsr(cusparseConstSpMatDescr_t a, bool isTransposed);
/// Takes from the carver what toCsr needs.
void carveCsr(Carver &carver, cusparseConstSpMatDescr_t a, bool isTransposed);
/// op(a), one of its batch, as CSR of the same types of index and value. A view of the descriptor's
/// arrays where that is CSR; else made in memory of the carver. `nnz` is an upper bound where the
/// format has padding.
Matrix toCsr(Work &work, Carver &carver, cusparseConstSpMatDescr_t a, bool isTransposed,
             int64_t batch = 0);

/// Offsets of rows (or columns) from sorted indices: offsets[line] + base is the first entry of it.
void launchOffsets(Work &work, cusparseIndexType_t type, const void *sorted, int64_t nnz,
                   int64_t lines, int64_t base, void *offsets);

/// Transposes CSR arrays; values of `size` bytes are moved unless null. The counts are
/// partsFor(nnz, cols) * cols indices.
struct Transposition {
  const void *offsets, *indices, *values;
  int64_t rows, cols, nnz, base;
  void *outOffsets, *outIndices, *outValues, *counts;
  int64_t outBase;
};
void launchTranspose(Work &work, cusparseIndexType_t type, size_t size, const Transposition &t);

/// Coordinates with 32-bit indices and values, in any order, by rows; base 0. The counts are
/// partsFor(nnz, rows) * rows numbers.
struct CooToCsr {
  Matrix from;
  int *counts, *offsets, *indices, *values;
};
void launchCooToCsr(Work &work, const CooToCsr &c);

inline size_t indexSize(cusparseIndexType_t type) { return type == CUSPARSE_INDEX_64I ? 8 : 4; }

} // namespace anywarp::cusparse
