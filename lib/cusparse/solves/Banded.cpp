// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tridiagonal and pentadiagonal systems: Gaussian elimination in a window of rows, with the largest
// pivot of the window where the function pivots. Bands keep their values where the manual has them
// const.
#include "cusparse/Api.h"
#include "cusparse/Run.h"

namespace anywarp::cusparse {
namespace {

/// The bands of one system, from the lowest to the highest, and its elements' distance.
template <typename T, int K> struct Bands {
  const T *from[2 * K + 1];
  T *upper[2 * K + 1]; ///< diagonals of the triangular factor, from the main one
  int64_t step, upperStep;
};

/// Solves one system of m rows with K bands on each side; x is right-hand side, then solution.
template <typename T, int K, bool pivots>
void solveSystem(const Bands<T, K> &bands, int64_t m, T *x, int64_t xStep) {
  constexpr int kWidth = 2 * K + 1;
  T rows[K + 1][kWidth], sides[K + 1];
  // Row `row` into the window that begins at column `first`.
  const auto load = [&](int slot, int64_t row, int64_t first) {
    for (int c = 0; c < kWidth; ++c) {
      const int64_t column = first + c, band = column - row + K;
      const bool isInside = row < m && column < m && band >= 0 && band < kWidth;
      rows[slot][c] = isInside ? bands.from[band][row * bands.step] : T{};
    }
    sides[slot] = row < m ? x[row * xStep] : T{};
  };
  for (int slot = 0; slot <= K; ++slot)
    load(slot, slot, 0);
  for (int64_t i = 0; i < m; ++i) {
    if constexpr (pivots) {
      int best = 0;
      for (int slot = 1; slot <= K; ++slot)
        if (magnitude(rows[slot][0]) > magnitude(rows[best][0]))
          best = slot;
      std::swap(rows[0], rows[best]);
      std::swap(sides[0], sides[best]);
    }
    for (int c = 0; c < kWidth; ++c)
      bands.upper[c][i * bands.upperStep] = rows[0][c];
    x[i * xStep] = sides[0];
    const T pivot = rows[0][0];
    T next[K + 1][kWidth], nextSides[K + 1];
    for (int slot = 1; slot <= K; ++slot) {
      const bool isZeroed = isZero(rows[slot][0]);
      const T factor = isZeroed ? T{} : rows[slot][0] / pivot;
      for (int c = 1; c < kWidth; ++c)
        next[slot - 1][c - 1] = isZeroed ? rows[slot][c] : rows[slot][c] - factor * rows[0][c];
      next[slot - 1][kWidth - 1] = T{};
      nextSides[slot - 1] = isZeroed ? sides[slot] : sides[slot] - factor * sides[0];
    }
    std::copy_n(&next[0][0], K * kWidth, &rows[0][0]);
    std::copy_n(nextSides, K, sides);
    load(K, i + K + 1, i + 1);
  }
  for (int64_t i = m - 1; i >= 0; --i) {
    T value = x[i * xStep];
    for (int c = 1; c < kWidth && i + c < m; ++c)
      value = value - bands.upper[c][i * bands.upperStep] * x[(i + c) * xStep];
    x[i * xStep] = value / bands.upper[0][i * bands.upperStep];
  }
}

struct Params {
  void *bands[5];
  void *x, *scratch;
  int64_t m, systems;
  int64_t bandStride, xStride; ///< between systems
  int64_t step;                ///< between elements
};

/// Systems one behind the other. Each block has a factor of its own.
template <typename T, bool pivots> void solveEach(const Params &p, library::Block block) {
  Bands<T, 1> bands{};
  T *scratch = static_cast<T *>(p.scratch) + int64_t(block.index) * 3 * p.m;
  bands.step = bands.upperStep = 1;
  for (int c = 0; c < 3; ++c)
    bands.upper[c] = scratch + c * p.m;
  const Span span = spanOf(block, p.systems);
  for (int64_t system = span.begin; system < span.end; ++system) {
    for (int c = 0; c < 3; ++c)
      bands.from[c] = static_cast<const T *>(p.bands[c]) + system * p.bandStride;
    solveSystem<T, 1, pivots>(bands, p.m, static_cast<T *>(p.x) + system * p.xStride, 1);
  }
}
/// Interleaved systems: the factor takes the place of the bands, and what they have no place for
/// goes to the buffer.
template <typename T, int K, bool pivots>
void solveInterleaved(const Params &p, library::Block block) {
  const Span span = spanOf(block, p.systems);
  for (int64_t system = span.begin; system < span.end; ++system) {
    Bands<T, K> bands{};
    bands.step = bands.upperStep = p.systems;
    for (int c = 0; c <= 2 * K; ++c)
      bands.from[c] = static_cast<const T *>(p.bands[c]) + system;
    for (int c = 0; c <= K; ++c)
      bands.upper[c] = static_cast<T *>(p.bands[K + c]) + system;
    for (int c = 0; c < K; ++c)
      bands.upper[K + 1 + c] = static_cast<T *>(p.scratch) + c * p.m * p.systems + system;
    solveSystem<T, K, pivots>(bands, p.m, static_cast<T *>(p.x) + system, p.systems);
  }
}

template <typename T> void *any(const T *pointer) {
  return const_cast<void *>(static_cast<const void *>(pointer));
}

int64_t blocksApart(int64_t m, int64_t systems) {
  return std::min(blocksFor(m * systems * 8), std::min<int64_t>(systems, 64));
}
template <typename T, bool pivots>
cusparseStatus_t solveApart(cusparseHandle_t handle, int64_t m, int64_t systems, const T *dl,
                            const T *d, const T *du, int64_t bandStride, T *x, int64_t xStride,
                            void *buffer) {
  using V = Value<T>;
  Work work(handle);
  const int64_t blocks = blocksApart(m, systems);
  Buffer scratch(work, buffer, size_t(blocks * 3 * m) * sizeof(V));
  const Params p{{any(dl), any(d), any(du)}, x, scratch.get(), m, systems, bandStride, xStride, 1};
  if (m)
    work.run<solveEach<V, pivots>>("cusparse_solveEach", systems ? blocks : 0, p);
  return work;
}
template <typename T> cusparseStatus_t sizeApart(int64_t m, int64_t systems, size_t *bufferSize) {
  *bufferSize = std::max<size_t>(size_t(blocksApart(m, systems) * 3 * m) * sizeof(T), 256);
  return CUSPARSE_STATUS_SUCCESS;
}

template <typename T>
cusparseStatus_t gtsv2_bufferSizeExt(cusparseHandle_t, int m, int n, const T *, const T *,
                                     const T *, const T *, int, size_t *bufferSize) {
  return sizeApart<T>(m, n, bufferSize);
}
template <typename T>
cusparseStatus_t gtsv2(cusparseHandle_t handle, int m, int n, const T *dl, const T *d, const T *du,
                       T *B, int ldb, void *pBuffer) {
  return solveApart<T, true>(handle, m, n, dl, d, du, 0, B, ldb, pBuffer);
}
template <typename T>
cusparseStatus_t gtsv2_nopivot_bufferSizeExt(cusparseHandle_t, int m, int n, const T *, const T *,
                                             const T *, const T *, int, size_t *bufferSize) {
  return sizeApart<T>(m, n, bufferSize);
}
template <typename T>
cusparseStatus_t gtsv2_nopivot(cusparseHandle_t handle, int m, int n, const T *dl, const T *d,
                               const T *du, T *B, int ldb, void *pBuffer) {
  return solveApart<T, false>(handle, m, n, dl, d, du, 0, B, ldb, pBuffer);
}
template <typename T>
cusparseStatus_t gtsv2StridedBatch_bufferSizeExt(cusparseHandle_t, int m, const T *, const T *,
                                                 const T *, const T *, int batchCount, int,
                                                 size_t *bufferSize) {
  return sizeApart<T>(m, batchCount, bufferSize);
}
template <typename T>
cusparseStatus_t gtsv2StridedBatch(cusparseHandle_t handle, int m, const T *dl, const T *d,
                                   const T *du, T *x, int batchCount, int batchStride,
                                   void *pBuffer) {
  return solveApart<T, false>(handle, m, batchCount, dl, d, du, batchStride, x, batchStride,
                              pBuffer);
}

/// Algorithm 0 is Thomas's, which does not pivot; the others do.
template <typename T>
cusparseStatus_t gtsvInterleavedBatch_bufferSizeExt(cusparseHandle_t, int, int m, const T *,
                                                    const T *, const T *, const T *, int batchCount,
                                                    size_t *pBufferSizeInBytes) {
  *pBufferSizeInBytes = std::max<size_t>(size_t(m) * size_t(batchCount) * sizeof(T), 256);
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t gtsvInterleavedBatch(cusparseHandle_t handle, int algo, int m, T *dl, T *d, T *du,
                                      T *x, int batchCount, void *pBuffer) {
  using V = Value<T>;
  Work work(handle);
  Buffer scratch(work, pBuffer, size_t(m) * size_t(batchCount) * sizeof(T));
  const Params p{{dl, d, du}, x, scratch.get(), m, batchCount, 0, 0, batchCount};
  const int64_t blocks = m && batchCount ? std::min(blocksFor(p.m * p.systems * 8), p.systems) : 0;
  if (algo == 0)
    work.run<solveInterleaved<V, 1, false>>("cusparse_solveInterleaved", blocks, p);
  else
    work.run<solveInterleaved<V, 1, true>>("cusparse_solvePivoting", blocks, p);
  return work;
}
template <typename T>
cusparseStatus_t gpsvInterleavedBatch_bufferSizeExt(cusparseHandle_t, int, int m, const T *,
                                                    const T *, const T *, const T *, const T *,
                                                    const T *, int batchCount,
                                                    size_t *pBufferSizeInBytes) {
  *pBufferSizeInBytes = std::max<size_t>(2 * size_t(m) * size_t(batchCount) * sizeof(T), 256);
  return CUSPARSE_STATUS_SUCCESS;
}
template <typename T>
cusparseStatus_t gpsvInterleavedBatch(cusparseHandle_t handle, int algo, int m, T *ds, T *dl, T *d,
                                      T *du, T *dw, T *x, int batchCount, void *pBuffer) {
  Work work(handle);
  if (algo) // there is one; for any other number nothing happens (seen)
    return work;
  Buffer scratch(work, pBuffer, 2 * size_t(m) * size_t(batchCount) * sizeof(T));
  const Params p{{ds, dl, d, du, dw}, x, scratch.get(), m, batchCount, 0, 0, batchCount};
  work.run<solveInterleaved<Value<T>, 2, true>>(
      "cusparse_solvePentadiagonal",
      m && batchCount ? std::min(blocksFor(p.m * p.systems * 16), p.systems) : 0, p);
  return work;
}

} // namespace

} // namespace anywarp::cusparse

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Banded
#include "cusparse/Entries.inc"
