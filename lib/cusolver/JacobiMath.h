// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Jacobi's method: two-sided for Hermitian matrices, one-sided (Hestenes) for singular values.
// Golub and Van Loan, Matrix Computations, 4th edition, sections 8.5 and 8.6.
#pragma once

#include <cmath>
#include <limits>
#include <numeric>

#include "cusolver/DenseOps.h"

namespace anywarp::cusolver {

struct JacobiSettings {
  double tolerance = 0; ///< 0: the precision of the numbers
  int maxSweeps = 100;
  bool isSorted = true;
};
/// What the last call with an info object found.
struct JacobiReport {
  double residual = 0;
  int sweeps = 0;
  bool isBatched = false;
};

/// A rotation [c s; -conj(s) c] that makes the off-diagonal element g of [a g; conj(g) b] zero.
template <typename N> struct Rotation {
  Real<N> c;
  N s;
  Rotation(Real<N> a, Real<N> b, N g) {
    using R = Real<N>;
    const R size = std::abs(g);
    const R theta = (b - a) / (2 * size);
    const R t = (theta >= 0 ? R(1) : R(-1)) / (std::abs(theta) + std::hypot(R(1), theta));
    c = 1 / std::sqrt(1 + t * t);
    s = g / size * (t * c);
  }
  /// Columns p and q of m rows.
  void apply(int m, N *p, N *q) const {
    for (int i = 0; i < m; ++i) {
      const N x = p[i], y = q[i];
      p[i] = c * x - conjugate(s) * y;
      q[i] = s * x + c * y;
    }
  }
};

template <typename N> Real<N> squared(N x) { return realPart(x * conjugate(x)); }

/// Frobenius norm, without the diagonal if asked.
template <typename N> double norm(int m, int n, const N *a, int lda, bool withDiagonal) {
  double sum = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      if (withDiagonal || i != j)
        sum += squared(a[i + size_t(j) * lda]);
  return std::sqrt(sum);
}

/// Multiplies by two to the power of `exponent`.
template <typename N> void scaleUp(int m, int n, N *a, int lda, int exponent) {
  for (int j = 0; exponent && j < n; ++j)
    for (int i = 0; i < m; ++i) {
      N &x = a[i + size_t(j) * lda];
      if constexpr (std::is_same_v<N, Real<N>>)
        x = std::ldexp(x, exponent);
      else
        x = N(std::ldexp(x.real(), exponent), std::ldexp(x.imag(), exponent));
    }
}
/// Divides by the power of two of the largest number, which is returned: squares of large and of
/// small numbers stay in range, and no bit is lost.
template <typename N> int scaleDown(int m, int n, N *a, int lda) {
  Real<N> largest = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      const N x = a[i + size_t(j) * lda];
      const Real<N> size = std::max(std::abs(std::real(x)), std::abs(std::imag(x)));
      if (!std::isfinite(size))
        return 0;
      largest = std::max(largest, size);
    }
  const int exponent = largest > 0 ? std::ilogb(largest) : 0;
  scaleUp(m, n, a, lda, -exponent);
  return exponent;
}

/// Sorts w and the columns of v (n rows, or null) by w.
template <typename N> void sortPairs(int n, Real<N> *w, N *v, int ldv, bool isDescending) {
  for (int j = 0; j + 1 < n; ++j) {
    int best = j;
    for (int k = j + 1; k < n; ++k)
      if (isDescending ? w[k] > w[best] : w[k] < w[best])
        best = k;
    if (best == j)
      continue;
    std::swap(w[j], w[best]);
    if (v)
      std::swap_ranges(v + size_t(j) * ldv, v + size_t(j) * ldv + n, v + size_t(best) * ldv);
  }
}

/// a (the triangle uplo) becomes its eigenvectors if `v` (n x n numbers) is not null. n + 1: it did
/// not converge.
template <typename N>
int jacobiEigen(const JacobiSettings &settings, char uplo, int n, N *a, int lda, Real<N> *w, N *v,
                JacobiReport &report) {
  for (int j = 0; j < n; ++j) {
    a[j + size_t(j) * lda] = realPart(a[j + size_t(j) * lda]);
    for (int i = j + 1; i < n; ++i) {
      N &lower = a[i + size_t(j) * lda], &upper = a[j + size_t(i) * lda];
      (uplo == 'L' ? upper : lower) = conjugate(uplo == 'L' ? lower : upper);
    }
  }
  if (v)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        v[i + size_t(j) * n] = N(i == j);
  const int exponent = scaleDown(n, n, a, lda);
  const double precision = std::numeric_limits<Real<N>>::epsilon();
  const double limit = std::max(settings.tolerance, precision) * norm(n, n, a, lda, true);
  int sweeps = 0;
  double off = norm(n, n, a, lda, false);
  for (; off > limit && sweeps < settings.maxSweeps; ++sweeps) {
    for (int p = 0; p + 1 < n; ++p)
      for (int q = p + 1; q < n; ++q) {
        N *columnP = a + size_t(p) * lda, *columnQ = a + size_t(q) * lda;
        const N g = columnQ[p];
        if (std::abs(g) <= precision * precision * limit)
          continue;
        const Rotation<N> turn(realPart(columnP[p]), realPart(columnQ[q]), g);
        turn.apply(n, columnP, columnQ);
        for (int j = 0; j < n; ++j) { // and the rows, with the adjoint
          N &x = a[p + size_t(j) * lda], &y = a[q + size_t(j) * lda];
          const N oldX = x, oldY = y;
          x = turn.c * oldX - turn.s * oldY;
          y = conjugate(turn.s) * oldX + turn.c * oldY;
        }
        columnQ[p] = columnP[q] = N(0);
        columnP[p] = realPart(columnP[p]);
        columnQ[q] = realPart(columnQ[q]);
        if (v)
          turn.apply(n, v + size_t(p) * n, v + size_t(q) * n);
      }
    off = norm(n, n, a, lda, false);
  }
  for (int j = 0; j < n; ++j)
    w[j] = std::ldexp(realPart(a[j + size_t(j) * lda]), exponent);
  if (settings.isSorted)
    sortPairs(n, w, v, n, /*isDescending=*/false);
  if (v)
    copyMatrix(n, n, v, n, a, lda);
  else
    scaleUp(n, n, a, lda, exponent);
  report.residual = std::ldexp(off, exponent);
  report.sweeps = sweeps;
  return off > limit ? n + 1 : 0;
}

/// Work space of jacobiSvd for an m x n matrix.
template <typename N> struct JacobiSvdSpace {
  int lwork;      ///< of LAPACK's QR
  bool isWhole;   ///< a square matrix of vectors may be asked for
  N *g, *v, *tau; ///< tall copy, right vectors, Householder factors
  N *full;        ///< left vectors of the tall side
  N *work;
  static JacobiSvdSpace of(int m, int n, bool isWhole) {
    const int tall = std::max({m, n, 1});
    JacobiSvdSpace space{};
    space.isWhole = isWhole;
    space.lwork = wanted<N>([=](N *work, int size) {
      return lapack::geqrf<N>(tall, tall, nullptr, tall, nullptr, work, size);
    });
    space.lwork =
        std::max(space.lwork, wanted<N>([=](N *work, int size) {
                   return lapack::orgqr<N>(tall, tall, tall, nullptr, tall, nullptr, work, size);
                 }));
    return space;
  }
  void place(Carver &from, int m, int n) {
    const size_t tall = std::max(m, n), narrow = std::min(m, n);
    g = from.take<N>(tall * narrow);
    v = from.take<N>(narrow * narrow);
    tau = from.take<N>(tall);
    full = from.take<N>(tall * (isWhole ? tall : narrow));
    work = from.take<N>(lwork);
  }
  static size_t bytes(int m, int n, bool isWhole) {
    Carver counted;
    of(m, n, isWhole).place(counted, std::max(m, 0), std::max(n, 0));
    return counted.bytes();
  }
};

/// The columns of space.full after the first `rank`, which are orthonormal, become orthonormal to
/// them: QR of the known ones, whose Q has them with other signs.
template <typename N>
void completeBasis(JacobiSvdSpace<N> &space, int tall, int rank, int columns) {
  std::fill_n(space.full + size_t(rank) * tall, size_t(columns - rank) * tall, N(0));
  N *known = space.full;
  lapack::geqrf(tall, rank, known, tall, space.tau, space.work, space.lwork);
  lapack::orgqr(tall, columns, rank, known, tall, space.tau, space.work, space.lwork);
}

/// One-sided Jacobi on g (tall x narrow): g becomes U S, space.v the right vectors. False: not
/// converged.
template <typename N>
bool orthogonalizeColumns(const JacobiSettings &settings, JacobiSvdSpace<N> &space, int tall,
                          int narrow, int &sweeps) {
  using R = Real<N>;
  for (int j = 0; j < narrow; ++j)
    for (int i = 0; i < narrow; ++i)
      space.v[i + size_t(j) * narrow] = N(i == j);
  const R floor = std::numeric_limits<R>::epsilon() * std::sqrt(R(std::max(tall, 1)));
  const R limit = std::max(R(settings.tolerance), floor);
  // A column below the rounding of the whole has no direction: of a matrix of lower rank.
  const R least = std::numeric_limits<R>::epsilon() * R(norm(tall, narrow, space.g, tall, true));
  bool isDone = narrow < 2;
  for (sweeps = 0; !isDone && sweeps < settings.maxSweeps; ++sweeps) {
    isDone = true;
    for (int p = 0; p + 1 < narrow; ++p)
      for (int q = p + 1; q < narrow; ++q) {
        N *x = space.g + size_t(p) * tall, *y = space.g + size_t(q) * tall;
        R alpha = 0, beta = 0;
        N gamma = 0;
        for (int i = 0; i < tall; ++i) {
          alpha += squared(x[i]);
          beta += squared(y[i]);
          gamma += conjugate(x[i]) * y[i];
        }
        if (std::abs(gamma) <= limit * std::sqrt(alpha * beta) ||
            std::min(alpha, beta) <= least * least)
          continue;
        isDone = false;
        const Rotation<N> turn(alpha, beta, gamma);
        turn.apply(tall, x, y);
        turn.apply(narrow, space.v + size_t(p) * narrow, space.v + size_t(q) * narrow);
      }
  }
  return isDone;
}

/// A = U S V'. u and v are null or receive: m x m or, econ, m x min; n x n or n x min.
/// min(m, n) + 1: it did not converge. a is kept.
template <typename N>
int jacobiSvd(const JacobiSettings &settings, JacobiSvdSpace<N> space, void *start, bool isEcon,
              int m, int n, const N *a, int lda, Real<N> *s, N *u, int ldu, N *v, int ldv,
              JacobiReport &report) {
  Carver from(start);
  space.place(from, m, n);
  const int tall = std::max(m, n), narrow = std::min(m, n);
  if (m >= n)
    copyMatrix(m, n, a, lda, space.g, tall);
  else
    conjugateTranspose(m, n, a, lda, space.g, tall);
  const int exponent = scaleDown(tall, narrow, space.g, tall);
  const bool isDone = orthogonalizeColumns(settings, space, tall, narrow, report.sweeps);
  for (int j = 0; j < narrow; ++j)
    s[j] = Real<N>(norm(tall, 1, space.g + size_t(j) * tall, tall, true));
  // Largest first: positions in the order of the values.
  int *order = reinterpret_cast<int *>(space.tau);
  std::iota(order, order + narrow, 0);
  // Columns without a direction must come last. Twice the bound above: sums are rounded.
  const Real<N> tiny = 2 * std::numeric_limits<Real<N>>::epsilon() *
                       Real<N>(norm(tall, narrow, space.g, tall, true));
  if (settings.isSorted || std::any_of(s, s + narrow, [=](Real<N> x) { return !(x > tiny); }))
    std::sort(order, order + narrow,
              [s](int x, int y) { return s[x] > s[y] || (s[x] == s[y] && x < y); });
  N *left = m >= n ? u : v, *right = m >= n ? v : u;
  const int ldLeft = m >= n ? ldu : ldv, ldRight = m >= n ? ldv : ldu;
  if (right)
    for (int j = 0; j < narrow; ++j)
      std::copy_n(space.v + size_t(order[j]) * narrow, narrow, right + size_t(j) * ldRight);
  for (int j = 0; j < narrow; ++j)
    for (int i = 0; i < tall; ++i)
      space.full[i + size_t(j) * tall] = space.g[i + size_t(order[j]) * tall];
  for (int j = 0; j < narrow; ++j)
    s[j] = Real<N>(norm(tall, 1, space.full + size_t(j) * tall, tall, true));
  if (left) {
    int rank = 0; // columns that have a direction; sorted, they come first
    while (rank < narrow && s[rank] > tiny) {
      for (int i = 0; i < tall; ++i)
        space.full[i + size_t(rank) * tall] /= s[rank];
      ++rank;
    }
    copyMatrix(tall, rank, space.full, tall, left, ldLeft);
    const int columns = isEcon ? narrow : tall;
    if (rank < columns) {
      completeBasis(space, tall, rank, columns);
      copyMatrix(tall, columns - rank, space.full + size_t(rank) * tall, tall,
                 left + size_t(rank) * ldLeft, ldLeft);
    }
  }
  scaleUp(narrow, 1, s, narrow, exponent);
  // What rotations left: the columns are orthogonal within the limit.
  report.residual = 0;
  if (u && v)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        N sum = a[i + size_t(j) * lda];
        for (int k = 0; k < narrow; ++k)
          sum -= u[i + size_t(k) * ldu] * s[k] * conjugate(v[j + size_t(k) * ldv]);
        report.residual += squared(sum);
      }
  report.residual = std::sqrt(report.residual);
  return isDone ? 0 : narrow + 1;
}

} // namespace anywarp::cusolver
