// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What eigenvalues and singular values must be, with their vectors.
#pragma once
#include "Check.h"

#include <algorithm>

template <typename T> Matrix columnsOf(const T *p, int m, int n, int ld) {
  return Matrix::from(p, m, n, ld);
}
template <typename T, typename R>
void eigenPairs(const Matrix &a, const T *vectors, int ld, const R *w, int count) {
  const Matrix v = columnsOf(vectors, a.n, count, ld);
  CHECK(isUnitary<T>(v));
  CHECK(near<T>(a * v, v * diagonal(w, count)));
  for (int i = 1; i < count; ++i)
    CHECK(w[i - 1] <= w[i]);
}

/// U S V' = A of the first `count` columns.
template <typename T, typename R>
void singularTriples(const Matrix &a, const T *u, int ldu, const R *s, const T *v, int ldv,
                     int columnsU, int columnsV) {
  const int narrow = std::min(a.m, a.n);
  const Matrix left = columnsOf(u, a.m, columnsU, ldu), right = columnsOf(v, a.n, columnsV, ldv);
  CHECK(isUnitary<T>(left));
  CHECK(isUnitary<T>(right));
  CHECK(near<T>(left.columns(0, narrow) * diagonal(s, narrow) * right.columns(0, narrow).adjoint(),
                a));
  for (int i = 1; i < narrow; ++i)
    CHECK(s[i - 1] >= s[i]);
}
