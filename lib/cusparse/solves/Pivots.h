// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Zero pivots of factorisations and triangular systems of block matrices.
#pragma once

#include "cusparse/Legacy.h"

namespace anywarp::cusparse {

/// What the zeroPivot functions answer: they wait, and tell the first row (or block row).
cusparseStatus_t tellPivot(cusparseHandle_t handle, Pivots &pivots, int *position);

struct PivotCheck {
  Matrix a;
  Pivots *pivots;
  bool isNumeric;
};
/// Finds the first block row without a diagonal block, or, if numeric, with a zero on its diagonal.
template <typename T> void checkPivots(const PivotCheck &p, library::Block) {
  const int *offsets = static_cast<const int *>(p.a.offsets);
  const int *columns = static_cast<const int *>(p.a.indices);
  const T *values = static_cast<const T *>(p.a.values);
  const int64_t size = p.a.blockRows, lines = p.a.rows / size;
  p.pivots->row = -1;
  for (int64_t line = 0; line < lines; ++line) {
    bool isMissing = true;
    for (int64_t i = offsets[line] - p.a.base; i < offsets[line + 1] - p.a.base; ++i)
      if (columns[i] - p.a.base == line) {
        isMissing = false;
        for (int64_t r = 0; p.isNumeric && r < size; ++r)
          isMissing |= isZero(values[i * size * size + r * size + r]);
      }
    if (isMissing) {
      p.pivots->row = int(line + p.a.base);
      return;
    }
  }
}
template <typename T>
void launchPivotCheck(Work &work, const cusparseSpMatDescr &a, Pivots &pivots, bool numeric) {
  pivots.stream = work.stream();
  pivots.isAnalysed = true;
  work.run<checkPivots<Value<T>>>("cusparse_checkPivots", 1,
                                  PivotCheck{matrixOf(&a), &pivots, numeric});
}

} // namespace anywarp::cusparse
