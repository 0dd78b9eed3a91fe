// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factorizations of large matrices by several launches, whose blocks are tiles: one block factors a
// panel, then blocks update what is right of it. The tiles depend on the size only, so that the
// bits do not depend on the number of workers. LAPACK's potrf and getrf by halves, geqrf by panels.
#pragma once

#include "cusolver/DenseOps.h"

namespace anywarp::cusolver {

/// From this order on.
inline constexpr int kTiledOrder = 512;
inline bool isTiled(int m, int n) { return std::min(m, n) >= kTiledOrder; }
/// Rows or columns of a tile of so many: several tiles, each large enough to be worth packing.
inline int tileFor(int count) {
  constexpr int kLeast = 128, kMost = 512;
  return std::clamp((count / 3 + kLeast - 1) / kLeast * kLeast, kLeast, kMost);
}
inline int tilesOf(int count, int edge) { return (count + edge - 1) / edge; }
/// The first of two halves, in whole panels.
inline int halfOf(int count, int panel) { return tilesOf(tilesOf(count, panel), 2) * panel; }

/// One tile minus the product of two of the panel. `row`, `column`: from the panel's corner.
template <typename N>
void updateTile(bool isLower, char adjoint, bool isDiagonal, int rows, int columns, int width,
                N *corner, int lda, int row, int column) {
  const N *first = isLower ? corner + row : corner + size_t(row) * lda;
  const N *second = isLower ? corner + column : corner + size_t(column) * lda;
  if (isDiagonal) {
    N *tile = corner + row + size_t(row) * lda;
    const Real<N> minus = -1, one = 1;
    const char uplo = isLower ? 'L' : 'U', trans = isLower ? 'N' : adjoint;
    if constexpr (lapack::kIsComplex<N>)
      blas::call<"herk", N>(uplo, trans, rows, width, minus, first, lda, one, tile, lda);
    else
      blas::call<"syrk", N>(uplo, trans, rows, width, minus, first, lda, one, tile, lda);
  } else if (isLower) {
    lapack::gemm('N', adjoint, rows, columns, width, N(-1), first, lda, second, lda, N(1),
                 corner + row + size_t(column) * lda, lda);
  } else {
    lapack::gemm(adjoint, 'N', columns, rows, width, N(-1), second, lda, first, lda, N(1),
                 corner + column + size_t(row) * lda, lda);
  }
}

/// Cholesky by halves: the first one, what lies beside it, the second one less their product. The
/// products are as deep as they are wide, which is what the backend does best.
template <typename N> class TiledCholesky {
public:
  TiledCholesky(CUstream stream, char uplo, N *a, int lda, int *info)
      : stream_(stream), uplo_(uplo), a_(a), lda_(lda), info_(info) {}

  /// The diagonal block of so many columns from `first` on.
  cusolverStatus_t factor(int first, int count) {
    N *block = a_ + size_t(first) * (size_t(lda_) + 1);
    if (count <= kPanel)
      return run(stream_, "potrfPanel", [=, uplo = uplo_, lda = lda_, info = info_] {
        if (*info)
          return;
        const int bad = factorCholesky(uplo, count, block, lda);
        *info = bad ? first + bad : 0;
      });
    const int half = halfOf(count, kPanel), rest = count - half;
    cusolverStatus_t status = factor(first, half);
    if (!status)
      status = solve(block, half, rest);
    if (!status)
      status = update(block, half, rest);
    return status ? status : factor(first + half, rest);
  }

private:
  static constexpr int kPanel = 192;
  static constexpr char kAdjoint = lapack::kIsComplex<N> ? 'C' : 'T';

  /// Rows below the factored block, or columns right of it.
  cusolverStatus_t solve(N *block, int half, int rest) {
    const int edge = tileFor(rest);
    return run(stream_, "potrfSolve", tilesOf(rest, edge),
               [=, isLower = uplo_ == 'L', lda = lda_, info = info_](library::Block tile) {
                 if (*info)
                   return;
                 const int start = int(tile.index) * edge, size = std::min(edge, rest - start);
                 if (isLower)
                   lapack::trsm('R', 'L', kAdjoint, 'N', size, half, N(1), block, lda,
                                block + half + start, lda);
                 else
                   lapack::trsm('L', 'U', kAdjoint, 'N', half, size, N(1), block, lda,
                                block + size_t(half + start) * lda, lda);
               });
  }
  /// Tile (i, j) of the triangle that is left, i >= j, counted by rows.
  cusolverStatus_t update(N *block, int half, int rest) {
    const int edge = tileFor(rest), tiles = tilesOf(rest, edge);
    return run(stream_, "potrfUpdate", uint64_t(tiles) * (tiles + 1) / 2,
               [=, isLower = uplo_ == 'L', lda = lda_, info = info_](library::Block tile) {
                 if (*info)
                   return;
                 int i = 0, j = int(tile.index);
                 while (j > i)
                   j -= ++i;
                 const int row = i * edge, column = j * edge;
                 updateTile(isLower, kAdjoint, i == j, std::min(edge, rest - row),
                            std::min(edge, rest - column), half, block, lda, half + row,
                            half + column);
               });
  }

  const CUstream stream_;
  const char uplo_;
  N *const a_;
  const int lda_;
  int *const info_;
};
/// As LAPACK's potrf of the triangle `uplo`.
template <typename N>
cusolverStatus_t potrfTiled(CUstream stream, char uplo, int n, N *a, int lda, int *info) {
  const cusolverStatus_t status = run(stream, "potrfBegin", [=] { *info = 0; });
  return status ? status : TiledCholesky<N>(stream, uplo, a, lda, info).factor(0, n);
}

/// Exchanges rows of some columns as the pivots first … first + count - 1 say, forwards.
template <typename N>
void exchangeRows(int columns, N *a, int lda, int first, int count, const int *pivots) {
  for (int j = 0; j < columns; ++j) { // a column stays in the cache
    N *column = a + size_t(j) * lda;
    for (int k = first; k < first + count; ++k)
      std::swap(column[k], column[pivots[k] - 1]);
  }
}

/// LU by halves of the columns (S. Toledo, "Locality of Reference in LU Decomposition with Partial
/// Pivoting", 1997).
template <typename N> class TiledLu {
public:
  TiledLu(CUstream stream, int rows, N *a, int lda, int *pivots, int *info)
      : stream_(stream), rows_(rows), a_(a), lda_(lda), pivots_(pivots), info_(info) {}

  /// So many columns from `first` on, of the rows from `first` on.
  cusolverStatus_t factor(int first, int count) {
    if (count <= kPanel)
      return panel(first, count);
    const int half = halfOf(count, kPanel), rest = count - half;
    cusolverStatus_t status = factor(first, half);
    if (!status)
      status = update(first, half, rest);
    if (!status)
      status = factor(first + half, rest);
    return status ? status : exchange(first, half, first + half, rest);
  }
  /// The columns right of the factored ones become U above and what is left to factor below.
  cusolverStatus_t update(int first, int width, int rest) {
    const N *factors = a_ + size_t(first) * (size_t(lda_) + 1);
    const int wide = tileFor(rest);
    cusolverStatus_t status = run(
        stream_, "getrfSolve", tilesOf(rest, wide),
        [=, a = a_, lda = lda_, pivots = pivots_](library::Block tile) {
          const int start = int(tile.index) * wide, size = std::min(wide, rest - start);
          N *columns = a + size_t(first + width + start) * lda;
          exchangeRows(size, columns, lda, first, width, pivots);
          lapack::trsm('L', 'L', 'N', 'U', width, size, N(1), factors, lda, columns + first, lda);
        });
    const int below = rows_ - first - width;
    if (status || !below)
      return status;
    const int tall = tileFor(below), down = tilesOf(below, tall);
    return run(stream_, "getrfUpdate", uint64_t(down) * tilesOf(rest, wide),
               [=, a = a_, lda = lda_](library::Block tile) {
                 const int row = int(tile.index) % down * tall,
                           start = int(tile.index) / down * wide;
                 N *columns = a + first + width + size_t(first + width + start) * lda;
                 lapack::gemm('N', 'N', std::min(tall, below - row), std::min(wide, rest - start),
                              width, N(-1), factors + width + row, lda, columns - width, lda, N(1),
                              columns + row, lda);
               });
  }

private:
  static constexpr int kPanel = 64;

  cusolverStatus_t panel(int first, int width) {
    return run(stream_, "getrfPanel",
               [=, rows = rows_, a = a_, lda = lda_, pivots = pivots_, info = info_] {
                 const int bad =
                     lapack::getrf(rows - first, width, a + size_t(first) * (size_t(lda) + 1), lda,
                                   pivots + first);
                 if (bad && !*info)
                   *info = first + bad;
                 for (int i = first; i < first + width; ++i)
                   pivots[i] += first;
               });
  }
  /// Columns left of factored ones only exchange rows.
  cusolverStatus_t exchange(int column, int columns, int first, int count) {
    const int wide = tileFor(columns);
    return run(stream_, "getrfExchange", tilesOf(columns, wide),
               [=, a = a_, lda = lda_, pivots = pivots_](library::Block tile) {
                 const int start = int(tile.index) * wide;
                 exchangeRows(std::min(wide, columns - start), a + size_t(column + start) * lda,
                              lda, first, count, pivots);
               });
  }

  const CUstream stream_;
  const int rows_;
  N *const a_;
  const int lda_;
  int *const pivots_, *const info_;
};
/// As LAPACK's getrf.
template <typename N>
cusolverStatus_t getrfTiled(CUstream stream, int m, int n, N *a, int lda, int *pivots, int *info) {
  const int order = std::min(m, n);
  cusolverStatus_t status = run(stream, "getrfBegin", [=] { *info = 0; });
  TiledLu<N> lu(stream, m, a, lda, pivots, info);
  if (!status)
    status = lu.factor(0, order);
  return status || n == order ? status : lu.update(0, order, n - order);
}

/// C = (I - V T V^H)^H C, as LAPACK's larfb, which works on a transposed copy of C: `rows` rows,
/// and V's first `width` rows are a unit lower triangle. `work`: width x columns.
template <typename N>
void applyReflector(int rows, int columns, int width, const N *v, int ldv, const N *t, int ldt,
                    N *c, int ldc, N *work) {
  constexpr char kAdjoint = lapack::kIsComplex<N> ? 'C' : 'T';
  for (int j = 0; j < columns; ++j)
    std::copy_n(c + size_t(j) * ldc, width, work + size_t(j) * width);
  lapack::trmm('L', 'L', kAdjoint, 'U', width, columns, N(1), v, ldv, work, width);
  if (rows > width)
    lapack::gemm(kAdjoint, 'N', width, columns, rows - width, N(1), v + width, ldv, c + width, ldc,
                 N(1), work, width);
  lapack::trmm('L', 'U', kAdjoint, 'N', width, columns, N(1), t, ldt, work, width);
  if (rows > width)
    lapack::gemm('N', 'N', rows - width, columns, width, N(-1), v + width, ldv, work, width, N(1),
                 c + width, ldc);
  lapack::trmm('L', 'L', 'N', 'U', width, columns, N(1), v, ldv, work, width);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < width; ++i)
      c[i + size_t(j) * ldc] -= work[i + size_t(j) * width];
}

/// QR of a panel; t becomes the triangle of its block reflector. `work`: width numbers.
template <typename N>
void factorQrPanel(int rows, int width, N *a, int lda, N *tau, N *t, int ldt, N *work) {
  constexpr int kNarrow = 32; // recursion costs more than it saves
  if (width > kNarrow && blas::has<"geqrt3", N>()) {
    lapack::geqrt3(rows, width, a, lda, t, ldt);
    for (int i = 0; i < width; ++i)
      tau[i] = t[size_t(i) * (ldt + 1)];
  } else {
    lapack::geqr2(rows, width, a, lda, tau, work);
    lapack::larft('F', 'C', rows, width, a, lda, tau, t, ldt);
  }
}

/// As LAPACK's geqrf: each panel, then its block reflector for column tiles.
template <typename N>
cusolverStatus_t geqrfTiled(CUstream stream, int m, int n, N *a, int lda, N *tau, int *info) {
  const int order = std::min(m, n), most = order < 1024 ? 32 : order < 4096 ? 64 : 128;
  library::Scratch scratch(stream, (size_t(n) + most) * most * sizeof(N));
  if (scratch.result())
    return CUSOLVER_STATUS_ALLOC_FAILED;
  N *t = scratch.get<N>(), *work = t + most * most;
  cusolverStatus_t status = run(stream, "geqrfBegin", [=] { *info = 0; });
  for (int k = 0; k < order && !status; k += most) {
    const int width = std::min(most, order - k), right = n - k - width;
    N *panel = a + k + size_t(k) * lda;
    status = run(stream, "geqrfPanel",
                 [=] { factorQrPanel(m - k, width, panel, lda, tau + k, t, most, work); });
    const int edge = tileFor(right), tiles = tilesOf(right, edge);
    if (status || !tiles)
      continue;
    status = run(stream, "geqrfUpdate", tiles, [=](library::Block block) {
      const int start = int(block.index) * edge, columns = std::min(edge, right - start);
      applyReflector(m - k, columns, width, panel, lda, t, most,
                     panel + size_t(width + start) * lda, lda, work + size_t(start) * most);
    });
  }
  return status;
}

} // namespace anywarp::cusolver
