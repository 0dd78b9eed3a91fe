// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LDL' of a symmetric matrix without pivoting, as the manual has it where the pivots are null.
// The factors lie as LAPACK's sytrf leaves them with pivots 1, 2, …, n.
#pragma once

#include "cusolver/Dense.h"

namespace anywarp::cusolver {

/// The 1-based first zero of D, or 0.
template <typename N> int symmetricWithoutPivots(char uplo, int n, N *a, int lda) {
  const bool isLower = uplo == 'L';
  // Element (i, j) of the stored triangle, i the column that is eliminated later.
  auto at = [&](int i, int j) -> N & {
    return isLower ? a[i + size_t(j) * lda] : a[n - 1 - i + size_t(n - 1 - j) * lda];
  };
  int info = 0;
  for (int k = 0; k < n; ++k) {
    const N pivot = at(k, k);
    if (pivot == N(0)) {
      info = info ? info : (isLower ? k + 1 : n - k);
      continue;
    }
    for (int j = k + 1; j < n; ++j) {
      const N factor = at(j, k) / pivot;
      for (int i = j; i < n; ++i)
        at(i, j) -= at(i, k) * factor;
    }
    for (int i = k + 1; i < n; ++i)
      at(i, k) /= pivot;
  }
  return info;
}

/// Solves with the factors.
template <typename N>
void solveWithoutPivots(char uplo, int n, int nrhs, const N *a, int lda, N *b, int ldb) {
  // A = U D U' or L D L', the triangular factors with a unit diagonal.
  const char first = 'N', last = 'T';
  lapack::trsm('L', uplo, first, 'U', n, nrhs, N(1), a, lda, b, ldb);
  for (int j = 0; j < nrhs; ++j)
    for (int i = 0; i < n; ++i)
      b[i + size_t(j) * ldb] /= a[i + size_t(i) * lda];
  lapack::trsm('L', uplo, last, 'U', n, nrhs, N(1), a, lda, b, ldb);
}

} // namespace anywarp::cusolver
