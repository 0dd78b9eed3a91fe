// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Factorizations of large matrices by several launches, whose blocks are tiles: one block factors a
// panel, then blocks update what is right of it. The tiles depend on the size only, so that the
// bits do not depend on the number of workers. LAPACK's algorithms (potrf, getrf, geqrf) by blocks.
#pragma once

#include "cusolver/DenseOps.h"

namespace anywarp::cusolver {

/// From this order on; a panel's columns, and the least of a tile.
inline constexpr int kTiledOrder = 512, kTile = 128;
/// Columns of a tile of so many: several tiles, each large enough to be worth packing.
inline int tileFor(int columns) {
  return std::clamp((columns / 4 + kTile - 1) / kTile * kTile, kTile, 4 * kTile);
}
inline bool isTiled(int m, int n) { return std::min(m, n) >= kTiledOrder; }

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

/// As LAPACK's potrf of the triangle `uplo`.
template <typename N>
cusolverStatus_t potrfTiled(CUstream stream, char uplo, int n, N *a, int lda, int *info) {
  const bool isLower = uplo == 'L';
  const char adjoint = lapack::kIsComplex<N> ? 'C' : 'T';
  cusolverStatus_t status = run(stream, "potrfBegin", [=] { *info = 0; });
  for (int k = 0; k < n && !status; k += kTile) {
    const int width = std::min(kTile, n - k), rest = n - k - width;
    N *diagonal = a + k + size_t(k) * lda;
    status = run(stream, "potrfPanel", [=] {
      if (*info)
        return;
      const int bad = factorCholesky(uplo, width, diagonal, lda);
      *info = bad ? k + bad : 0;
    });
    const int edge = tileFor(rest), tiles = (rest + edge - 1) / edge;
    if (status || !tiles)
      continue;
    // The panel's tiles: rows below the diagonal block, or columns right of it.
    status = run(stream, "potrfSolve", tiles, [=](library::Block block) {
      if (*info)
        return;
      const int start = int(block.index) * edge, count = std::min(edge, rest - start);
      if (isLower)
        lapack::trsm('R', 'L', adjoint, 'N', count, width, N(1), diagonal, lda,
                     diagonal + width + start, lda);
      else
        lapack::trsm('L', 'U', adjoint, 'N', width, count, N(1), diagonal, lda,
                     diagonal + size_t(width + start) * lda, lda);
    });
    if (status)
      break;
    // Tile (i, j) of the triangle that is left, i >= j, counted by rows.
    status =
        run(stream, "potrfUpdate", uint64_t(tiles) * (tiles + 1) / 2, [=](library::Block block) {
          if (*info)
            return;
          int i = 0, j = int(block.index);
          while (j > i)
            j -= ++i;
          const int rowStart = i * edge, columnStart = j * edge;
          const int rows = std::min(edge, rest - rowStart),
                    columns = std::min(edge, rest - columnStart);
          updateTile(isLower, adjoint, i == j, rows, columns, width, diagonal, lda,
                     width + rowStart, width + columnStart);
        });
  }
  return status;
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

/// As LAPACK's getrf.
template <typename N>
cusolverStatus_t getrfTiled(CUstream stream, int m, int n, N *a, int lda, int *pivots, int *info) {
  const int order = std::min(m, n);
  cusolverStatus_t status = run(stream, "getrfBegin", [=] { *info = 0; });
  for (int k = 0; k < order && !status; k += kTile) {
    const int width = std::min(kTile, order - k);
    N *panel = a + k + size_t(k) * lda;
    status = run(stream, "getrfPanel", [=] {
      const int bad = lapack::getrf(m - k, width, panel, lda, pivots + k);
      if (bad && !*info)
        *info = k + bad;
      for (int i = k; i < k + width; ++i)
        pivots[i] += k;
    });
    // Column tiles left of the panel only exchange rows.
    const int leftTiles = k / kTile, right = n - k - width, edge = tileFor(right);
    const int tiles = leftTiles + (right + edge - 1) / edge;
    if (status || !tiles)
      continue;
    status = run(stream, "getrfUpdate", tiles, [=](library::Block block) {
      const int index = int(block.index);
      if (index < leftTiles) {
        exchangeRows(kTile, a + size_t(index) * kTile * lda, lda, k, width, pivots);
        return;
      }
      const int start = (index - leftTiles) * edge, columns = std::min(edge, right - start);
      N *tile = a + size_t(k + width + start) * lda;
      exchangeRows(columns, tile, lda, k, width, pivots);
      lapack::trsm('L', 'L', 'N', 'U', width, columns, N(1), panel, lda, tile + k, lda);
      if (m > k + width)
        lapack::gemm('N', 'N', m - k - width, columns, width, N(-1), panel + width, lda, tile + k,
                     lda, N(1), tile + k + width, lda);
    });
  }
  return status;
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

/// As LAPACK's geqrf: each panel by recursion, then its block reflector for column tiles.
template <typename N>
cusolverStatus_t geqrfTiled(CUstream stream, int m, int n, N *a, int lda, N *tau, int *info) {
  // Columns of a panel: complex ones cost more.
  const int most = lapack::kIsComplex<N> && std::min(m, n) < 2 * kTiledOrder ? kTile / 2 : kTile;
  library::Scratch scratch(stream, (size_t(n) + most) * most * sizeof(N));
  if (scratch.result())
    return CUSOLVER_STATUS_ALLOC_FAILED;
  N *t = scratch.get<N>(), *work = t + most * most;
  const int order = std::min(m, n);
  cusolverStatus_t status = run(stream, "geqrfBegin", [=] { *info = 0; });
  for (int k = 0; k < order && !status; k += most) {
    const int width = std::min(most, order - k), right = n - k - width;
    N *panel = a + k + size_t(k) * lda;
    status = run(stream, "geqrfPanel", [=] {
      lapack::geqrt3(m - k, width, panel, lda, t, most);
      for (int i = 0; i < width; ++i)
        tau[k + i] = t[i * (most + 1)];
    });
    const int edge = tileFor(right), tiles = (right + edge - 1) / edge;
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
template <typename N> bool canTileQr(int m, int n) {
  return isTiled(m, n) && blas::has<"geqrt3", N>();
}

} // namespace anywarp::cusolver
