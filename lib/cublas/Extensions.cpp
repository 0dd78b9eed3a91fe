// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums and scalings of matrices, packed triangles.
#include <algorithm>

#include "cublas/Context.h"

namespace anywarp::cublas {
namespace {

constexpr int64_t kElements = 1 << 15; ///< of a matrix in one block

int64_t columnsOf(int64_t rows) {
  return std::max<int64_t>(kElements / std::max<int64_t>(rows, 1), 1);
}

/// Columns of C that a block has: [first, last).
struct Columns {
  int64_t first, last;
};
Columns columnsOf(library::Block block, int64_t columns, int64_t n) {
  const int64_t first = int64_t(block.index) * columns;
  return {first, std::min(first + columns, n)};
}

template <typename T> struct Geam {
  cublasOperation_t transa, transb;
  int64_t m, n, columns;
  Value<T> alpha, beta;
  const T *a;
  int64_t lda;
  const T *b;
  int64_t ldb;
  T *c;
  int64_t ldc;
};
template <typename T>
T elementOf(const T *a, int64_t ld, cublasOperation_t op, int64_t i, int64_t j) {
  return op == CUBLAS_OP_N   ? a[i + j * ld]
         : op == CUBLAS_OP_T ? a[j + i * ld]
                             : blas::conjugate(a[j + i * ld]);
}
/// A part with the factor 0 is not read.
template <typename T> void geamBody(const Geam<T> &p, library::Block block) {
  const T alpha = p.alpha.get(), beta = p.beta.get();
  const Columns part = columnsOf(block, p.columns, p.n);
  constexpr int64_t kStrip = 32; // rows that are read together where a part is transposed
  for (int64_t r = 0; r < p.m; r += kStrip)
    for (int64_t j = part.first; j < part.last; ++j)
      for (int64_t i = r; i < std::min(r + kStrip, p.m); ++i) {
        T sum = 0;
        if (alpha != T(0))
          sum = blas::multiply(alpha, elementOf(p.a, p.lda, p.transa, i, j));
        if (beta != T(0))
          sum += blas::multiply(beta, elementOf(p.b, p.ldb, p.transb, i, j));
        p.c[i + j * p.ldc] = sum;
      }
}
template <typename T>
cublasStatus_t geam(cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb, int64_t m,
                    int64_t n, const T *alpha, const T *a, int64_t lda, const T *beta, const T *b,
                    int64_t ldb, T *c, int64_t ldc) {
  using X = Number<T>;
  // In place only where something is there and nothing moves.
  if (!m || !n)
    return CUBLAS_STATUS_SUCCESS;
  if ((c == a && (lda != ldc || transa != CUBLAS_OP_N)) ||
      (c == b && (ldb != ldc || transb != CUBLAS_OP_N)))
    return CUBLAS_STATUS_INVALID_VALUE;
  // A missing factor does nothing either (seen).
  if (!alpha || !beta)
    return CUBLAS_STATUS_SUCCESS;
  const int64_t columns = std::min(columnsOf(m), n);
  return launch<geamBody<X>>(h, "cublas_geam", ceilDiv(n, columns),
                             {transa, transb, m, n, columns, valueOf(h, alpha), valueOf(h, beta),
                              in(a), lda, in(b), ldb, out(c), ldc});
}

template <typename T> struct Dgmm {
  cublasSideMode_t mode;
  int64_t m, n, columns;
  const T *a;
  int64_t lda;
  Vector<const T> x;
  T *c;
  int64_t ldc;
};
template <typename T> void dgmmBody(const Dgmm<T> &p, library::Block block) {
  const Columns part = columnsOf(block, p.columns, p.n);
  for (int64_t j = part.first; j < part.last; ++j)
    for (int64_t i = 0; i < p.m; ++i)
      p.c[i + j * p.ldc] =
          blas::multiply(p.a[i + j * p.lda], p.x[p.mode == CUBLAS_SIDE_LEFT ? i : j]);
}
template <typename T>
cublasStatus_t dgmm(cublasHandle_t h, cublasSideMode_t mode, int64_t m, int64_t n, const T *a,
                    int64_t lda, const T *x, int64_t incx, T *c, int64_t ldc) {
  using X = Number<T>;
  if (!m || !n)
    return CUBLAS_STATUS_SUCCESS;
  const int64_t columns = columnsOf(m);
  return launch<dgmmBody<X>>(h, "cublas_dgmm", ceilDiv(n, columns),
                             {mode, m, n, columns, in(a), lda,
                              vectorOf(in(x), mode == CUBLAS_SIDE_LEFT ? m : n, incx), out(c),
                              ldc});
}

template <typename T> struct Packing {
  bool isLower, isPacking;
  int64_t n, columns;
  T *packed, *a;
  int64_t lda;
};
template <typename T> void packingBody(const Packing<T> &p, library::Block block) {
  const Columns part = columnsOf(block, p.columns, p.n);
  for (int64_t j = part.first; j < part.last; ++j) {
    T *packed = p.packed + (p.isLower ? j * p.n - j * (j + 1) / 2 : j * (j + 1) / 2);
    T *a = p.a + j * p.lda;
    const int64_t first = p.isLower ? j : 0, last = p.isLower ? p.n : j + 1;
    if (p.isPacking)
      std::copy(a + first, a + last, packed + first);
    else
      std::copy(packed + first, packed + last, a + first);
  }
}
template <typename T>
cublasStatus_t packing(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, bool isPacking,
                       const T *packed, const T *a, int64_t lda) {
  using X = Number<T>;
  if (!n)
    return CUBLAS_STATUS_SUCCESS;
  const int64_t columns = columnsOf(n);
  return launch<packingBody<X>>(h, "cublas_packing", ceilDiv(n, columns),
                                {uplo == CUBLAS_FILL_MODE_LOWER, isPacking, n, columns,
                                 const_cast<X *>(in(packed)), const_cast<X *>(in(a)), lda});
}
template <typename T>
cublasStatus_t tpttr(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const T *packed, T *a,
                     int64_t lda) {
  return packing(h, uplo, n, /*isPacking=*/false, packed, a, lda);
}
template <typename T>
cublasStatus_t trttp(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const T *a, int64_t lda,
                     T *packed) {
  return packing(h, uplo, n, /*isPacking=*/true, packed, a, lda);
}

} // namespace
} // namespace anywarp::cublas

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Extensions
#include "cublas/Entries.inc"
