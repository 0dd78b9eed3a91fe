// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sorting of the entries of rows, with the permutation that does it.
#pragma once

#include "cusparse/Run.h"

namespace anywarp::cusparse {

/// Buffer bytes of sortRows.
size_t sortRowsSize(int64_t nnz);
/// Sorts the 32-bit indices of each row (stable). `order`, unless null, is permuted alike.
void sortRows(Work &work, int64_t rows, int64_t nnz, int64_t base, const int *offsets, int *indices,
              int *order, void *buffer);
/// 0, 1, 2, ...
void fillIdentity(Work &work, int64_t count, int *numbers);
/// to[i] = from[order[i]], or to[order[i]] = from[i] if inverse; a copy without an order. Values of
/// `size` bytes.
void permute(Work &work, size_t size, int64_t count, const int *order, const void *from, void *to,
             bool isInverse);

} // namespace anywarp::cusparse
