// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the programs of sparse matrices share: such a matrix in memory of both sides.
#pragma once

#include "Check.h"

#include <cusolverSp.h>

inline cusolverSpHandle_t h;
inline cusparseMatDescr_t descriptor;

#define SP(name) pick<T>(cusolverSpS##name, cusolverSpD##name, cusolverSpC##name, cusolverSpZ##name)

/// A matrix by rows, in memory of both sides.
template <typename T> struct Csr {
  int m, n, count = 0, *rows, *columns;
  T *values;
  Matrix full;
  explicit Csr(const Matrix &a) : m(a.m), n(a.n), full(a) {
    for (Z x : a.data)
      count += x != Z(0);
    rows = memory<int>(m + 1), columns = memory<int>(count), values = memory<T>(count);
    int k = 0;
    for (int i = 0; i < m; ++i) {
      rows[i] = k;
      for (int j = 0; j < n; ++j)
        if (a(i, j) != Z(0)) {
          columns[k] = j;
          narrow(values[k++], a(i, j));
        }
    }
    rows[m] = k;
  }
};
/// Grid of side x side points, not symmetric unless asked.
template <typename T> Matrix grid(int side, bool isHermitian) {
  const int n = side * side;
  Matrix a(n, n);
  const Z off = isComplex<T> ? Z(-1, 0.5) : Z(-1);
  for (int i = 0; i < n; ++i) {
    a(i, i) = 5 + (isHermitian ? 0 : i % 3);
    for (int j : {i % side ? i - 1 : -1, i >= side ? i - side : -1})
      if (j >= 0) {
        a(i, j) = off;
        a(j, i) = isHermitian ? std::conj(off) : off * 0.5;
      }
  }
  return a;
}
