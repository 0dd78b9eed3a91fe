// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Level 3 but for general products. Columns or rows of a result that do not depend on each other
// are shared out among blocks; symmetric updates go by square tiles of one triangle.
#include <algorithm>

#include "cublas/Gemm.h"

namespace anywarp::cublas {
namespace {

using blas::call;
using blas::Int;

/// Columns or rows of one block: the backend packs A for each.
constexpr int64_t partFor(int64_t count) { return count >= 1024 ? 512 : 256; }

template <typename T> struct Arguments {
  cublasSideMode_t side = CUBLAS_SIDE_LEFT;
  cublasFillMode_t uplo = CUBLAS_FILL_MODE_LOWER;
  cublasOperation_t trans = CUBLAS_OP_N;
  cublasDiagType_t diag = CUBLAS_DIAG_NON_UNIT;
  int64_t m = 0, n = 0, k = 0, lda = 0, ldb = 0, ldc = 0;
  Value<T> alpha = {}, beta = {};
  const T *a = nullptr, *b = nullptr;
  T *c = nullptr;
};

/// The columns (A at the left) or rows of B and C that a block has.
struct Part {
  int64_t first, count, rows, columns;
};
template <typename T> Part partOf(const Arguments<T> &p, library::Block block) {
  const bool isLeft = p.side == CUBLAS_SIDE_LEFT;
  const int64_t all = isLeft ? p.n : p.m, first = int64_t(block.index) * partFor(all);
  const int64_t count = std::min(partFor(all), all - first);
  return {first, count, isLeft ? p.m : count, isLeft ? count : p.n};
}
template <typename T> int64_t partsOf(const Arguments<T> &p) {
  const int64_t all = p.side == CUBLAS_SIDE_LEFT ? p.n : p.m;
  return ceilDiv(all, partFor(all));
}

template <typename T, bool isHermitian> void symmBody(const Arguments<T> &p, library::Block block) {
  const Part part = partOf(p, block);
  const bool isLeft = p.side == CUBLAS_SIDE_LEFT;
  constexpr blas::Name name = isHermitian ? blas::Name("hemm") : blas::Name("symm");
  call<name, T>(letter(p.side), letter(p.uplo), Int(part.rows), Int(part.columns), p.alpha.get(),
                p.a, Int(p.lda), p.b + part.first * (isLeft ? p.ldb : 1), Int(p.ldb), p.beta.get(),
                p.c + part.first * (isLeft ? p.ldc : 1), Int(p.ldc));
}
template <bool isHermitian, typename T>
cublasStatus_t symmOf(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, int64_t m,
                      int64_t n, const T *alpha, const T *a, int64_t lda, const T *b, int64_t ldb,
                      const T *beta, T *c, int64_t ldc) {
  using X = Number<T>;
  if (!m || !n)
    return CUBLAS_STATUS_SUCCESS;
  if (!c) // (seen)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!fits({m, n, lda, ldb, ldc}))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const Arguments<X> p{.side = side,
                       .uplo = uplo,
                       .m = m,
                       .n = n,
                       .lda = lda,
                       .ldb = ldb,
                       .ldc = ldc,
                       .alpha = valueOf(h, alpha),
                       .beta = valueOf(h, beta),
                       .a = in(a),
                       .b = in(b),
                       .c = out(c)};
  return launch<symmBody<X, isHermitian>>(h, "cublas_symm", partsOf(p), p);
}
template <typename T>
cublasStatus_t symm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, int64_t m,
                    int64_t n, const T *alpha, const T *a, int64_t lda, const T *b, int64_t ldb,
                    const T *beta, T *c, int64_t ldc) {
  return symmOf<false>(h, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}
template <typename T>
cublasStatus_t hemm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo, int64_t m,
                    int64_t n, const T *alpha, const T *a, int64_t lda, const T *b, int64_t ldb,
                    const T *beta, T *c, int64_t ldc) {
  return symmOf<true>(h, side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc);
}

// Triangles.

template <typename T> void trmmBody(const Arguments<T> &p, library::Block block) {
  const Part part = partOf(p, block);
  const bool isLeft = p.side == CUBLAS_SIDE_LEFT;
  const T alpha = p.alpha.get();
  T *c = p.c + part.first * (isLeft ? p.ldc : 1);
  if (alpha == T(0)) {
    for (int64_t j = 0; j < part.columns; ++j)
      std::fill_n(c + j * p.ldc, part.rows, T(0));
    return;
  }
  const T *b = p.b + part.first * (isLeft ? p.ldb : 1);
  for (int64_t j = 0; b != c && j < part.columns; ++j)
    std::copy_n(b + j * p.ldb, part.rows, c + j * p.ldc);
  call<"trmm", T>(letter(p.side), letter(p.uplo), letter(p.trans), letter(p.diag), Int(part.rows),
                  Int(part.columns), alpha, p.a, Int(p.lda), c, Int(p.ldc));
}
template <typename T>
cublasStatus_t trmm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,
                    cublasOperation_t trans, cublasDiagType_t diag, int64_t m, int64_t n,
                    const T *alpha, const T *a, int64_t lda, const T *b, int64_t ldb, T *c,
                    int64_t ldc) {
  using X = Number<T>;
  if (!m || !n)
    return CUBLAS_STATUS_SUCCESS;
  if (!c) // (seen)
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!fits({m, n, lda, ldb, ldc}))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const Arguments<X> p{.side = side,
                       .uplo = uplo,
                       .trans = trans,
                       .diag = diag,
                       .m = m,
                       .n = n,
                       .lda = lda,
                       .ldb = ldb,
                       .ldc = ldc,
                       .alpha = valueOf(h, alpha),
                       .a = in(a),
                       .b = in(b),
                       .c = out(c)};
  return launch<trmmBody<X>>(h, "cublas_trmm", partsOf(p), p);
}

/// With alpha 0 some forms read B all the same, and a NaN spreads (seen).
template <typename T> bool readsForZero(const Arguments<T> &p, bool isBatched) {
  if (isBatched)
    return !blas::kIsComplex<T>;
  return p.side == CUBLAS_SIDE_LEFT &&
         (p.trans == CUBLAS_OP_N || std::is_same_v<T, blas::DoubleComplex>);
}
/// Solves in place.
template <typename T>
void solve(const Arguments<T> &p, T alpha, const T *a, T *b, int64_t rows, int64_t columns,
           bool isBatched) {
  if (alpha == T(0)) {
    bool isZero = true;
    const bool isRead = readsForZero(p, isBatched);
    for (int64_t j = 0; j < columns; ++j)
      for (int64_t i = 0; i < rows; ++i) {
        T &x = b[i + j * p.ldb];
        x = isRead ? blas::multiply(alpha, x) + T(0) : T(0);
        isZero = isZero && x == T(0);
      }
    if (isZero)
      return;
    alpha = T(1);
  }
  call<"trsm", T>(letter(p.side), letter(p.uplo), letter(p.trans), letter(p.diag), Int(rows),
                  Int(columns), alpha, a, Int(p.lda), b, Int(p.ldb));
}
template <typename T> void trsmBody(const Arguments<T> &p, library::Block block) {
  const Part part = partOf(p, block);
  solve(p, p.alpha.get(), p.a, p.c + part.first * (p.side == CUBLAS_SIDE_LEFT ? p.ldb : 1),
        part.rows, part.columns, false);
}
template <typename T>
cublasStatus_t trsm(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,
                    cublasOperation_t trans, cublasDiagType_t diag, int64_t m, int64_t n,
                    const T *alpha, const T *a, int64_t lda, T *b, int64_t ldb) {
  using X = Number<T>;
  if (!m || !n)
    return CUBLAS_STATUS_SUCCESS;
  if (!fits({m, n, lda, ldb}))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const Arguments<X> p{.side = side,
                       .uplo = uplo,
                       .trans = trans,
                       .diag = diag,
                       .m = m,
                       .n = n,
                       .lda = lda,
                       .ldb = ldb,
                       .alpha = valueOf(h, alpha),
                       .a = in(a),
                       .c = out(b)};
  return launch<trsmBody<X>>(h, "cublas_trsm", partsOf(p), p);
}

template <typename T> struct TrsmBatch {
  Arguments<T> p;
  const T *const *a;
  T *const *b;
  int64_t batches, members; ///< of one block
};
template <typename T> void trsmBatchBody(const TrsmBatch<T> &w, library::Block block) {
  const int64_t first = int64_t(block.index) * w.members;
  for (int64_t i = first; i < std::min(first + w.members, w.batches); ++i)
    solve(w.p, w.p.alpha.get(), w.a[i], w.b[i], w.p.m, w.p.n, true);
}
template <typename T>
cublasStatus_t trsmBatched(cublasHandle_t h, cublasSideMode_t side, cublasFillMode_t uplo,
                           cublasOperation_t trans, cublasDiagType_t diag, int64_t m, int64_t n,
                           const T *alpha, const T *const *a, int64_t lda, T *const *b, int64_t ldb,
                           int64_t count) {
  using X = Number<T>;
  if (!m || !n || !count)
    return CUBLAS_STATUS_SUCCESS;
  if (!fits({m, n, lda, ldb}))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  const int64_t order = side == CUBLAS_SIDE_LEFT ? m : n;
  const TrsmBatch<X> w{{.side = side,
                        .uplo = uplo,
                        .trans = trans,
                        .diag = diag,
                        .m = m,
                        .n = n,
                        .lda = lda,
                        .ldb = ldb,
                        .alpha = valueOf(h, alpha)},
                       in(a),
                       out(b),
                       count,
                       std::clamp<int64_t>((1 << 18) / (m * n * order), 1, 1024)};
  return launch<trsmBatchBody<X>>(h, "cublas_trsm_batched", ceilDiv(count, w.members), w);
}

// Updates C = alpha op(A) op(A)' + beta C of one triangle, and those with a second matrix.

enum class Update { One, Both, Crossed }; ///< syrk, syr2k, syrkx
template <typename T, typename A, typename B> struct RankK {
  cublasFillMode_t uplo;
  cublasOperation_t trans;
  int64_t n, k, lda, ldb, ldc, edge; ///< edge of a tile
  Value<A> alpha;
  Value<B> beta;
  const T *a, *b;
  T *c;
};

/// A tile away from the diagonal is a general product of rows of op(A) and op(B).
template <typename T, bool isHermitian>
void addProduct(cublasOperation_t trans, int64_t rows, int64_t columns, int64_t k, T alpha,
                const T *a, int64_t lda, const T *b, int64_t ldb, T beta, T *c, int64_t ldc) {
  constexpr char kOther = isHermitian ? 'C' : 'T';
  const bool isPlain = trans == CUBLAS_OP_N;
  call<"gemm", T>(isPlain ? 'N' : kOther, isPlain ? kOther : 'N', Int(rows), Int(columns), Int(k),
                  alpha, a, Int(lda), b, Int(ldb), beta, c, Int(ldc));
}

template <typename T, typename A, typename B, bool isHermitian, Update kind>
void diagonalTile(const RankK<T, A, B> &p, const T *a, const T *b, T *c, int64_t size) {
  const char uplo = letter(p.uplo), trans = letter(p.trans);
  const A alpha = p.alpha.get();
  const B beta = p.beta.get();
  if constexpr (kind == Update::One) {
    constexpr blas::Name name = isHermitian ? blas::Name("herk") : blas::Name("syrk");
    call<name, T>(uplo, trans, Int(size), Int(p.k), alpha, a, Int(p.lda), beta, c, Int(p.ldc));
  } else if constexpr (kind == Update::Both) {
    constexpr blas::Name name = isHermitian ? blas::Name("her2k") : blas::Name("syr2k");
    call<name, T>(uplo, trans, Int(size), Int(p.k), alpha, a, Int(p.lda), b, Int(p.ldb), beta, c,
                  Int(p.ldc));
  } else {
    auto *whole = static_cast<T *>(__builtin_alloca(size_t(size * size) * sizeof(T)));
    addProduct<T, isHermitian>(p.trans, size, size, p.k, T(alpha), a, p.lda, b, p.ldb, T(0), whole,
                               size);
    for (int64_t j = 0; j < size; ++j)
      for (int64_t i = uplo == 'L' ? j : 0; i < (uplo == 'L' ? size : j + 1); ++i) {
        T &to = c[i + j * p.ldc];
        to = whole[i + j * size] + (beta == B(0) ? T(0) : blas::multiply(T(beta), to));
        if constexpr (isHermitian)
          if (i == j)
            to = to.real();
      }
  }
}

template <typename T, typename A, typename B, bool isHermitian, Update kind>
void rankKBody(const RankK<T, A, B> &p, library::Block block) {
  // Block t is the tile (i, j) of the lower triangle with t = i (i + 1) / 2 + j.
  const auto t = int64_t(block.index);
  int64_t i = int64_t((std::sqrt(8.0 * double(t) + 1) - 1) / 2);
  while (i * (i + 1) / 2 > t)
    --i;
  while ((i + 1) * (i + 2) / 2 <= t)
    ++i;
  int64_t j = t - i * (i + 1) / 2;
  if (p.uplo == CUBLAS_FILL_MODE_UPPER)
    std::swap(i, j);
  const int64_t row = i * p.edge, column = j * p.edge;
  const int64_t rows = std::min(p.edge, p.n - row), columns = std::min(p.edge, p.n - column);
  const int64_t stepA = p.trans == CUBLAS_OP_N ? 1 : p.lda,
                stepB = p.trans == CUBLAS_OP_N ? 1 : p.ldb;
  T *c = p.c + row + column * p.ldc;
  if (i == j)
    return diagonalTile<T, A, B, isHermitian, kind>(p, p.a + row * stepA, p.b + row * stepB, c,
                                                    rows);
  const T alpha = T(p.alpha.get()), beta = T(p.beta.get());
  const T *other = kind == Update::One ? p.a + column * stepA : p.b + column * stepB;
  addProduct<T, isHermitian>(p.trans, rows, columns, p.k, alpha, p.a + row * stepA, p.lda, other,
                             kind == Update::One ? p.lda : p.ldb, beta, c, p.ldc);
  if (kind == Update::Both)
    addProduct<T, isHermitian>(p.trans, rows, columns, p.k,
                               isHermitian ? blas::conjugate(alpha) : alpha, p.b + row * stepB,
                               p.ldb, p.a + column * stepA, p.lda, T(1), c, p.ldc);
}
template <bool isHermitian, Update kind, typename T, typename A, typename B>
cublasStatus_t rankK(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, int64_t n,
                     int64_t k, const A *alpha, const T *a, int64_t lda, const T *b, int64_t ldb,
                     const B *beta, T *c, int64_t ldc) {
  using X = Number<T>;
  using P = RankK<X, Number<A>, Number<B>>;
  if (!n)
    return CUBLAS_STATUS_SUCCESS;
  // What adds nothing keeps even the imaginary parts of the diagonal (seen).
  if (kind == Update::Crossed && isHermitian && (!k || isZero(valueOf(h, alpha))) &&
      !valueOf(h, beta).device && valueOf(h, beta).value == Number<B>(1))
    return CUBLAS_STATUS_SUCCESS;
  // Operands are looked at by syr2k only (seen).
  if (!c || (kind == Update::Both && k && !isZero(valueOf(h, alpha)) && (!a || !b)))
    return CUBLAS_STATUS_INVALID_VALUE;
  if (!fits({n, k, lda, ldb, ldc}))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  if (trans != CUBLAS_OP_N)
    trans = isHermitian ? CUBLAS_OP_C : CUBLAS_OP_T;
  const int64_t edge = n >= 1024 ? 512 : 256, tiles = ceilDiv(n, edge);
  const P p{uplo,  trans, n,     k, lda, ldb, ldc, edge, valueOf(h, alpha), valueOf(h, beta),
            in(a), in(b), out(c)};
  return launch<rankKBody<X, Number<A>, Number<B>, isHermitian, kind>>(h, "cublas_rank_k",
                                                                       tiles * (tiles + 1) / 2, p);
}

template <typename T>
cublasStatus_t syrk(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, int64_t n,
                    int64_t k, const T *alpha, const T *a, int64_t lda, const T *beta, T *c,
                    int64_t ldc) {
  return rankK<false, Update::One>(h, uplo, trans, n, k, alpha, a, lda, a, lda, beta, c, ldc);
}
template <typename T, typename R>
cublasStatus_t herk(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, int64_t n,
                    int64_t k, const R *alpha, const T *a, int64_t lda, const R *beta, T *c,
                    int64_t ldc) {
  return rankK<true, Update::One>(h, uplo, trans, n, k, alpha, a, lda, a, lda, beta, c, ldc);
}
template <typename T>
cublasStatus_t syr2k(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, int64_t n,
                     int64_t k, const T *alpha, const T *a, int64_t lda, const T *b, int64_t ldb,
                     const T *beta, T *c, int64_t ldc) {
  return rankK<false, Update::Both>(h, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
template <typename T, typename R>
cublasStatus_t her2k(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, int64_t n,
                     int64_t k, const T *alpha, const T *a, int64_t lda, const T *b, int64_t ldb,
                     const R *beta, T *c, int64_t ldc) {
  return rankK<true, Update::Both>(h, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
template <typename T>
cublasStatus_t syrkx(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, int64_t n,
                     int64_t k, const T *alpha, const T *a, int64_t lda, const T *b, int64_t ldb,
                     const T *beta, T *c, int64_t ldc) {
  return rankK<false, Update::Crossed>(h, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
template <typename T, typename R>
cublasStatus_t herkx(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, int64_t n,
                     int64_t k, const T *alpha, const T *a, int64_t lda, const T *b, int64_t ldb,
                     const R *beta, T *c, int64_t ldc) {
  return rankK<true, Update::Crossed>(h, uplo, trans, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

} // namespace
} // namespace anywarp::cublas

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Level3
#include "cublas/Entries.inc"
