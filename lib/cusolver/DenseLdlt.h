// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LDL' of a symmetric matrix without pivoting, as the manual has it where the pivots are null: L D
// L' of a lower triangle, U' D U of an upper one, with U = L' (seen).
#pragma once

#include "cusolver/Dense.h"

namespace anywarp::cusolver {

/// The 1-based first zero of D, or 0.
template <typename N> int symmetricWithoutPivots(char uplo, int n, N *a, int lda) {
  const bool isLower = uplo == 'L';
  // Element (i, j) of the stored triangle, i the column that is eliminated later.
  auto at = [&](int i, int j) -> N & {
    return isLower ? a[i + size_t(j) * lda] : a[j + size_t(i) * lda];
  };
  int info = 0;
  for (int k = 0; k < n; ++k) {
    const N pivot = at(k, k);
    if (pivot == N(0)) {
      info = info ? info : k + 1;
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
  const char first = uplo == 'L' ? 'N' : 'T', last = uplo == 'L' ? 'T' : 'N';
  lapack::trsm('L', uplo, first, 'U', n, nrhs, N(1), a, lda, b, ldb);
  for (int j = 0; j < nrhs; ++j)
    for (int i = 0; i < n; ++i)
      b[i + size_t(j) * ldb] /= a[i + size_t(i) * lda];
  lapack::trsm('L', uplo, last, 'U', n, nrhs, N(1), a, lda, b, ldb);
}

/// Exchanges the triangles of a matrix.
template <typename N> void exchangeTriangles(int n, N *a, int lda) {
  for (int j = 0; j < n; ++j)
    for (int i = j + 1; i < n; ++i)
      std::swap(a[i + size_t(j) * lda], a[j + size_t(i) * lda]);
}

} // namespace anywarp::cusolver
