// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Linear systems and least squares by a factorization in low precision and classical iterative
// refinement (Higham, Accuracy and Stability of Numerical Algorithms, chapter 12; LAPACK's dsgesv).
#pragma once

#include <cmath>
#include <limits>

#include "cusolver/DenseOps.h"

namespace anywarp::cusolver {

/// The bits of a significand that a type of cusolverPrecType_t keeps, and its greatest number.
struct Precision {
  int bits;
  float greatest;
};
inline Precision precisionOf(cusolverPrecType_t type) {
  switch (type) {
  case CUSOLVER_R_16F:
  case CUSOLVER_C_16F:
    return {11, 65504.0f};
  case CUSOLVER_R_16BF:
  case CUSOLVER_C_16BF:
    return {8, 3.38953139e38f};
  case CUSOLVER_R_TF32:
  case CUSOLVER_C_TF32:
    return {11, 3.4e38f};
  default:
    return {24, 3.4028235e38f};
  }
}
inline float rounded(float x, Precision to) {
  if (to.bits == 24 || x == 0 || !std::isfinite(x))
    return x;
  int exponent;
  const float fraction = std::frexp(x, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, to.bits)), exponent - to.bits);
}

/// How to refine, as the program set it.
struct RefinementPlan {
  cusolverPrecType_t lowest = CUSOLVER_R_32F;
  bool isRefined = true, hasFallback = true;
  int maxIterations = 50;
  double tolerance = 0;
};
/// Why refinement ended without a result; the manual's codes of `niters`.
enum class Failure { None = 0, Overflow = -2, Factorization = -3, NotFinite = -5 };

template <typename N, typename L> L lowered(N x, Precision to) {
  if constexpr (lapack::kIsComplex<N>)
    return {rounded(float(x.real()), to), rounded(float(x.imag()), to)};
  else
    return rounded(float(x), to);
}
/// False: a number is too great for the precision.
template <typename N, typename L>
bool lower(int m, int n, const N *from, int ldf, L *to, int ldt, Precision precision) {
  bool fits = true;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      const N x = from[i + size_t(j) * ldf];
      if constexpr (std::is_same_v<N, L> && (sizeof(Real<N>) == 8)) {
        to[i + size_t(j) * ldt] = x;
      } else {
        fits = fits && std::abs(x) <= precision.greatest;
        to[i + size_t(j) * ldt] = lowered<N, L>(x, precision);
      }
    }
  return fits;
}

/// Systems so small are factored and solved here, with reciprocals of the pivots, as on a GPU:
/// those that come out exactly there (seen) do so here.
inline constexpr int kSmall = 32;
/// LU with exchanges of rows; the 1-based first zero pivot, or 0.
template <typename L> int factorSmall(int n, L *a, int *pivots) {
  int info = 0;
  for (int k = 0; k < n; ++k) {
    L *column = a + size_t(k) * n;
    int best = k;
    for (int i = k + 1; i < n; ++i)
      if (std::abs(column[i]) > std::abs(column[best]))
        best = i;
    pivots[k] = best + 1;
    if (column[best] == L(0)) {
      info = info ? info : k + 1;
      continue;
    }
    for (int j = 0; best != k && j < n; ++j)
      std::swap(a[k + size_t(j) * n], a[best + size_t(j) * n]);
    const L reciprocal = L(1) / column[k];
    for (int i = k + 1; i < n; ++i)
      column[i] *= reciprocal;
    for (int j = k + 1; j < n; ++j)
      for (int i = k + 1; i < n; ++i)
        a[i + size_t(j) * n] -= column[i] * a[k + size_t(j) * n];
  }
  return info;
}
template <typename L> void solveSmall(int n, int nrhs, const L *a, const int *pivots, L *b) {
  for (int j = 0; j < nrhs; ++j, b += n) {
    for (int i = 0; i < n; ++i)
      std::swap(b[i], b[pivots[i] - 1]);
    for (int k = 0; k < n; ++k)
      for (int i = k + 1; i < n; ++i)
        b[i] -= a[i + size_t(k) * n] * b[k];
    for (int k = n - 1; k >= 0; --k) {
      b[k] *= L(1) / a[k + size_t(k) * n];
      for (int i = 0; i < k; ++i)
        b[i] -= a[i + size_t(k) * n] * b[k];
    }
  }
}
/// Least squares and systems up to this order are factored in single precision at least (seen).
inline constexpr int kMostSingle = 256;

/// Largest sum of a row's absolute values.
template <typename N> double rowNorm(int m, int n, const N *a, int lda) {
  double most = 0;
  for (int i = 0; i < m; ++i) {
    double sum = 0;
    for (int j = 0; j < n; ++j)
      sum += std::abs(a[i + size_t(j) * lda]);
    most = sum > most || std::isnan(sum) ? sum : most;
  }
  return most;
}
template <typename N> double largest(int n, const N *x) {
  double most = 0;
  for (int i = 0; i < n; ++i) {
    const double size = std::abs(x[i]);
    most = size > most || std::isnan(size) ? size : most;
  }
  return most;
}

/// One system: its data, and the low precision L of the factorization.
template <typename N, typename L> struct Refinement {
  int m, n, nrhs;
  N *a, *b, *x;
  int lda, ldb, ldx;
  RefinementPlan plan;
  double *history; ///< null, or (maxIterations + 1) x nrhs numbers
  // work space
  int lwork, lworkMain;
  L *factors, *step, *tau, *work;
  N *residual, *mainWork;
  int *pivots;

  bool isSquare() const { return tau == nullptr; }
  void place(Carver &from, bool square) {
    factors = from.take<L>(size_t(m) * n);
    step = from.take<L>(size_t(m) * nrhs);
    tau = square ? nullptr : from.take<L>(std::min(m, n));
    work = from.take<L>(lwork);
    residual = from.take<N>(size_t(m) * nrhs);
    mainWork = from.take<N>(lworkMain);
    pivots = from.take<int>(n);
  }

  /// Factors a in low precision.
  Failure factor() {
    const Precision precision =
        isSquare() && n > kMostSingle ? precisionOf(plan.lowest) : precisionOf(CUSOLVER_R_32F);
    if (!lower(m, n, a, lda, factors, m, precision))
      return Failure::Overflow;
    if (isSquare()) {
      const int bad =
          n <= kSmall ? factorSmall(n, factors, pivots) : lapack::getrf(n, n, factors, n, pivots);
      return bad ? Failure::Factorization : Failure::None;
    }
    lapack::geqrf(m, n, factors, m, tau, work, lwork);
    for (int i = 0; i < n; ++i)
      if (factors[i + size_t(i) * m] == L(0))
        return Failure::Factorization;
    return Failure::None;
  }
  /// x of the system with the right sides `step`, which it replaces.
  void solveLow() {
    if (isSquare()) {
      if (n <= kSmall)
        solveSmall(n, nrhs, factors, pivots, step);
      else
        lapack::getrs('N', n, nrhs, factors, n, pivots, step, m);
      return;
    }
    lapack::ormqr('L', lapack::kIsComplex<L> ? 'C' : 'T', m, nrhs, n, factors, m, tau, step, m,
                  work, lwork);
    lapack::trsm('L', 'U', 'N', 'N', n, nrhs, L(1), factors, m, step, m);
  }
  /// Right sides scaled by a power of two to a size that every precision holds; undone when the
  /// step is added.
  double lowerResidual() {
    const double size = largest(m * nrhs, residual);
    const double scale = size > 0 && std::isfinite(size) ? std::ldexp(1.0, std::ilogb(size)) : 1;
    for (int i = 0; i < m * nrhs; ++i)
      if constexpr (std::is_same_v<N, L>)
        step[i] = residual[i] / Real<N>(scale);
      else
        step[i] = L(residual[i] / Real<N>(scale));
    return scale;
  }
  void addStep(double scale) {
    for (int j = 0; j < nrhs; ++j)
      for (int i = 0; i < n; ++i)
        x[i + size_t(j) * ldx] += N(step[i + size_t(j) * m]) * Real<N>(scale);
  }
  void computeResidual() {
    copyMatrix(m, nrhs, b, ldb, residual, m);
    lapack::gemm('N', 'N', m, nrhs, n, N(-1), a, lda, x, ldx, N(1), residual, m);
  }
  /// LAPACK's test of dsgesv. A least squares problem passes it only if its system has a solution
  /// (seen): any other is solved by the fallback.
  bool isConverged(double normA, int iteration) {
    const double epsilon = std::numeric_limits<Real<N>>::epsilon();
    const double limit = plan.tolerance > 0 ? plan.tolerance : std::sqrt(double(n)) * epsilon;
    bool done = true;
    for (int j = 0; j < nrhs; ++j) {
      const double sizeX = largest(n, x + size_t(j) * ldx);
      const double found = largest(m, residual + size_t(j) * m);
      if (history)
        history[iteration + size_t(j) * (plan.maxIterations + 1)] = found;
      done = done && found <= limit * normA * sizeX;
      // A first solution of a square system is kept only if it is exact (seen).
      done = done && (iteration > 0 || !isSquare() || found == 0);
    }
    return done;
  }

  /// The number of iterations, or why none led to a result.
  int refine() {
    if (const Failure failure = factor(); failure != Failure::None)
      return int(failure);
    for (int j = 0; j < nrhs; ++j)
      std::fill_n(x + size_t(j) * ldx, n, N(0));
    copyMatrix(m, nrhs, b, ldb, residual, m);
    const double normA = rowNorm(m, n, a, lda);
    for (int iteration = 0; iteration <= plan.maxIterations; ++iteration) {
      const double scale = lowerResidual();
      solveLow();
      addStep(scale);
      computeResidual();
      for (int j = 0; j < nrhs; ++j)
        if (!std::isfinite(largest(n, x + size_t(j) * ldx)))
          return int(Failure::NotFinite);
      if (isConverged(normA, iteration) || !plan.isRefined)
        return iteration;
    }
    return -std::max(plan.maxIterations, 1);
  }
  /// In the precision of the data; a receives its factors.
  int solveMain(int *givenPivots) {
    if (isSquare()) {
      int *used = givenPivots ? givenPivots : pivots;
      if (const int info = lapack::getrf(n, n, a, lda, used))
        return info;
      copyMatrix(n, nrhs, b, ldb, x, ldx);
      return lapack::getrs('N', n, nrhs, a, lda, used, x, ldx);
    }
    copyMatrix(m, nrhs, b, ldb, residual, m);
    const int info = lapack::gels('N', m, n, nrhs, a, lda, residual, m, mainWork, lworkMain);
    if (!info)
      copyMatrix(n, nrhs, residual, m, x, ldx);
    return info;
  }
  /// Several right sides at once, where a lower precision gains little, take no steps (seen).
  bool isDirect() const {
    return plan.isRefined && plan.hasFallback && isSquare() && nrhs > 1 &&
           (sizeof(Real<N>) == sizeof(float) || std::is_same_v<N, L>);
  }
  void solve(int *givenPivots, int *iterations, int *info) {
    *info = 0;
    if (isDirect()) { // what fails is told as a number of steps (seen)
      *iterations = solveMain(givenPivots) ? int(Failure::Factorization) : 0;
      return;
    }
    *iterations = refine();
    if (*iterations < 0 && plan.hasFallback) {
      const int found = solveMain(givenPivots);
      *info = isSquare() ? 0 : found; // a singular matrix is not told (seen)
    } else if (*iterations < 0)
      *info = *iterations == int(Failure::Factorization) ? 1 : 0;
    else if (givenPivots && isSquare())
      std::copy_n(pivots, n, givenPivots);
    if (!plan.isRefined)
      *info = 0; // a singular matrix is not told (seen)
  }
};

template <typename N, typename L>
Refinement<N, L> refinementOf(int m, int n, int nrhs, bool square) {
  Refinement<N, L> r{};
  r.m = m, r.n = n, r.nrhs = nrhs, r.lwork = r.lworkMain = 1;
  if (square)
    return r;
  const int ld = std::max(m, 1), columns = std::max(n, 1);
  r.lwork = std::max(wanted<L>([=](L *work, int size) {
                       return lapack::geqrf<L>(m, n, nullptr, ld, nullptr, work, size);
                     }),
                     wanted<L>([=](L *work, int size) {
                       return lapack::ormqr<L>('L', 'N', m, nrhs, n, nullptr, ld, nullptr, nullptr,
                                               ld, work, size);
                     }));
  r.lworkMain = wanted<N>([=](N *work, int size) {
    return lapack::gels<N>('N', m, n, nrhs, nullptr, ld, nullptr, std::max(ld, columns), work,
                           size);
  });
  return r;
}
template <typename N, typename L> size_t refinementBytes(int m, int n, int nrhs, bool square) {
  Carver counted;
  m = std::max(m, 0), n = std::clamp(n, 0, m), nrhs = std::max(nrhs, 0);
  refinementOf<N, L>(m, n, nrhs, square).place(counted, square);
  return counted.bytes();
}

} // namespace anywarp::cusolver
