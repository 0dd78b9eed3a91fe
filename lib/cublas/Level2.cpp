// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Level 2. Products of a matrix and a vector and updates of rank 1 are cut into parts; what is left
// is the work of one block.
#include "cublas/Level2.h"

namespace anywarp::cublas {
namespace {

using blas::call;
using blas::Int;

/// The arguments of a routine as its body reads them.
template <typename T> struct Arguments {
  cublasOperation_t trans = CUBLAS_OP_N;
  cublasFillMode_t uplo = CUBLAS_FILL_MODE_LOWER;
  cublasDiagType_t diag = CUBLAS_DIAG_NON_UNIT;
  Int m = 0, n = 0, k = 0, kl = 0, ku = 0, lda = 0, incx = 0, incy = 0;
  Value<T> alpha = {}, beta = {};
  const T *a = nullptr, *x = nullptr;
  T *intoX = nullptr, *y = nullptr;
};

/// Gives a body one block, if the backend can count so far.
template <auto body, typename P>
cublasStatus_t run(cublasHandle_t h, const char *name, const P &p, bool isFitting) {
  return isFitting ? launch<body>(h, name, 1, p) : CUBLAS_STATUS_NOT_SUPPORTED;
}

template <typename T>
cublasStatus_t gemv(cublasHandle_t h, cublasOperation_t trans, int64_t m, int64_t n, const T *alpha,
                    const T *a, int64_t lda, const T *x, int64_t incx, const T *beta, T *y,
                    int64_t incy) {
  using X = Number<T>;
  // A step of 0 takes the first of x each time (seen).
  if (m <= 0 || n <= 0 || incy == 0 || !isOperation(trans))
    return CUBLAS_STATUS_SUCCESS;
  if (!y || (!isZero(valueOf(h, alpha)) && (!a || !x))) // (seen)
    return CUBLAS_STATUS_INVALID_VALUE;
  return launchGemv(h, Gemv<X, X, X>{trans,
                                     m,
                                     n,
                                     1,
                                     valueOf(h, alpha),
                                     valueOf(h, beta),
                                     {in(a), nullptr, 0},
                                     lda,
                                     {in(x), nullptr, 0},
                                     incx,
                                     {out(y), nullptr, 0},
                                     incy});
}

/// y = beta y, as gemv has it: 0 clears.
template <typename T> void scaleVector(T beta, T *y, int64_t n, int64_t inc) {
  const Vector<T> v = vectorOf(y, n, inc);
  if (beta != T(1))
    for (int64_t i = 0; i < n; ++i)
      v[i] = beta == T(0) ? T(0) : blas::multiply(beta, v[i]);
}

template <typename T> void gbmvBody(const Arguments<T> &p, library::Block) {
  const T alpha = p.alpha.get();
  scaleVector(p.beta.get(), p.y, p.trans == CUBLAS_OP_N ? p.m : p.n, p.incy);
  if (alpha != T(0))
    call<"gbmv", T>(letter(p.trans), p.m, p.n, p.kl, p.ku, alpha, p.a, p.lda, p.x, p.incx, T(1),
                    p.y, p.incy);
}
template <typename T>
cublasStatus_t gbmv(cublasHandle_t h, cublasOperation_t trans, int64_t m, int64_t n, int64_t kl,
                    int64_t ku, const T *alpha, const T *a, int64_t lda, const T *x, int64_t incx,
                    const T *beta, T *y, int64_t incy) {
  using X = Number<T>;
  if (!m || !n)
    return CUBLAS_STATUS_SUCCESS;
  const Arguments<X> p{.trans = trans,
                       .m = Int(m),
                       .n = Int(n),
                       .kl = Int(kl),
                       .ku = Int(ku),
                       .lda = Int(lda),
                       .incx = Int(incx),
                       .incy = Int(incy),
                       .alpha = valueOf(h, alpha),
                       .beta = valueOf(h, beta),
                       .a = in(a),
                       .x = in(x),
                       .y = out(y)};
  return run<gbmvBody<X>>(h, "cublas_gbmv", p, fits({m, n, kl, ku, lda, incx, incy}));
}

enum class Storage { Full, Band, Packed };

// Triangles: op(A) x and the solution of op(A) x = b, in place.

template <blas::Name name, Storage storage, typename T>
void triangleBody(const Arguments<T> &p, library::Block) {
  const char uplo = letter(p.uplo), trans = letter(p.trans), diag = letter(p.diag);
  if constexpr (storage == Storage::Full)
    call<name, T>(uplo, trans, diag, p.n, p.a, p.lda, p.intoX, p.incx);
  else if constexpr (storage == Storage::Band)
    call<name, T>(uplo, trans, diag, p.n, p.k, p.a, p.lda, p.intoX, p.incx);
  else
    call<name, T>(uplo, trans, diag, p.n, p.a, p.intoX, p.incx);
}
template <blas::Name name, Storage storage, typename T>
cublasStatus_t triangle(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,
                        cublasDiagType_t diag, int64_t n, int64_t k, const T *a, int64_t lda, T *x,
                        int64_t incx) {
  using X = Number<T>;
  if (!n)
    return CUBLAS_STATUS_SUCCESS;
  const Arguments<X> p{.trans = trans,
                       .uplo = uplo,
                       .diag = diag,
                       .n = Int(n),
                       .k = Int(k),
                       .lda = Int(lda),
                       .incx = Int(incx),
                       .a = in(a),
                       .intoX = out(x)};
  return run<triangleBody<name, storage, X>>(h, "cublas_triangle", p, fits({n, k, lda, incx}));
}
template <typename T>
cublasStatus_t trmv(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int64_t n, const T *a, int64_t lda, T *x, int64_t incx) {
  return triangle<"trmv", Storage::Full>(h, uplo, trans, diag, n, 0, a, lda, x, incx);
}
template <typename T>
cublasStatus_t trsv(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int64_t n, const T *a, int64_t lda, T *x, int64_t incx) {
  return triangle<"trsv", Storage::Full>(h, uplo, trans, diag, n, 0, a, lda, x, incx);
}
template <typename T>
cublasStatus_t tbmv(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int64_t n, int64_t k, const T *a, int64_t lda, T *x,
                    int64_t incx) {
  return triangle<"tbmv", Storage::Band>(h, uplo, trans, diag, n, k, a, lda, x, incx);
}
template <typename T>
cublasStatus_t tbsv(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int64_t n, int64_t k, const T *a, int64_t lda, T *x,
                    int64_t incx) {
  return triangle<"tbsv", Storage::Band>(h, uplo, trans, diag, n, k, a, lda, x, incx);
}
template <typename T>
cublasStatus_t tpmv(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int64_t n, const T *a, T *x, int64_t incx) {
  return triangle<"tpmv", Storage::Packed>(h, uplo, trans, diag, n, 0, a, 1, x, incx);
}
template <typename T>
cublasStatus_t tpsv(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans,
                    cublasDiagType_t diag, int64_t n, const T *a, T *x, int64_t incx) {
  return triangle<"tpsv", Storage::Packed>(h, uplo, trans, diag, n, 0, a, 1, x, incx);
}

// Symmetric and Hermitian products: y = alpha A x + beta y.

/// A complex symmetric matrix: BLAS has no routine for it.
template <typename T> void addSymmetric(const Arguments<T> &p, T alpha) {
  const Vector<const T> x = vectorOf(p.x, p.n, p.incx);
  const Vector<T> y = vectorOf(p.y, p.n, p.incy);
  const bool isLower = p.uplo == CUBLAS_FILL_MODE_LOWER;
  for (int64_t j = 0; j < p.n; ++j) {
    const T *column = p.a + j * p.lda;
    const T ax = blas::multiply(alpha, x[j]);
    T sum = 0;
    for (int64_t i = isLower ? j + 1 : 0; i < (isLower ? p.n : j); ++i) {
      y[i] += blas::multiply(ax, column[i]);
      sum += blas::multiply(column[i], x[i]);
    }
    y[j] += blas::multiply(ax, column[j]) + blas::multiply(alpha, sum);
  }
}
template <Storage storage, bool isHermitian, typename T>
void symmetricBody(const Arguments<T> &p, library::Block) {
  const T alpha = p.alpha.get();
  const char uplo = letter(p.uplo);
  scaleVector(p.beta.get(), p.y, p.n, p.incy);
  if (alpha == T(0))
    return;
  if constexpr (storage == Storage::Full && blas::kIsComplex<T> && !isHermitian) {
    addSymmetric(p, alpha);
  } else if constexpr (storage == Storage::Full) {
    constexpr blas::Name name = isHermitian ? blas::Name("hemv") : blas::Name("symv");
    call<name, T>(uplo, p.n, alpha, p.a, p.lda, p.x, p.incx, T(1), p.y, p.incy);
  } else if constexpr (storage == Storage::Band) {
    constexpr blas::Name name = isHermitian ? blas::Name("hbmv") : blas::Name("sbmv");
    call<name, T>(uplo, p.n, p.k, alpha, p.a, p.lda, p.x, p.incx, T(1), p.y, p.incy);
  } else {
    constexpr blas::Name name = isHermitian ? blas::Name("hpmv") : blas::Name("spmv");
    call<name, T>(uplo, p.n, alpha, p.a, p.x, p.incx, T(1), p.y, p.incy);
  }
}
template <Storage storage, bool isHermitian, typename T>
cublasStatus_t symmetric(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, int64_t k,
                         const T *alpha, const T *a, int64_t lda, const T *x, int64_t incx,
                         const T *beta, T *y, int64_t incy) {
  using X = Number<T>;
  if (!n)
    return CUBLAS_STATUS_SUCCESS;
  const Arguments<X> p{.uplo = uplo,
                       .n = Int(n),
                       .k = Int(k),
                       .lda = Int(lda),
                       .incx = Int(incx),
                       .incy = Int(incy),
                       .alpha = valueOf(h, alpha),
                       .beta = valueOf(h, beta),
                       .a = in(a),
                       .x = in(x),
                       .y = out(y)};
  return run<symmetricBody<storage, isHermitian, X>>(h, "cublas_symmetric", p,
                                                     fits({n, k, lda, incx, incy}));
}
template <typename T>
cublasStatus_t symv(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const T *alpha, const T *a,
                    int64_t lda, const T *x, int64_t incx, const T *beta, T *y, int64_t incy) {
  return symmetric<Storage::Full, /*isHermitian=*/false>(h, uplo, n, 0, alpha, a, lda, x, incx,
                                                         beta, y, incy);
}
template <typename T>
cublasStatus_t hemv(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const T *alpha, const T *a,
                    int64_t lda, const T *x, int64_t incx, const T *beta, T *y, int64_t incy) {
  return symmetric<Storage::Full, /*isHermitian=*/true>(h, uplo, n, 0, alpha, a, lda, x, incx, beta,
                                                        y, incy);
}
template <typename T>
cublasStatus_t sbmv(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, int64_t k, const T *alpha,
                    const T *a, int64_t lda, const T *x, int64_t incx, const T *beta, T *y,
                    int64_t incy) {
  return symmetric<Storage::Band, /*isHermitian=*/false>(h, uplo, n, k, alpha, a, lda, x, incx,
                                                         beta, y, incy);
}
template <typename T>
cublasStatus_t hbmv(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, int64_t k, const T *alpha,
                    const T *a, int64_t lda, const T *x, int64_t incx, const T *beta, T *y,
                    int64_t incy) {
  return symmetric<Storage::Band, /*isHermitian=*/true>(h, uplo, n, k, alpha, a, lda, x, incx, beta,
                                                        y, incy);
}
template <typename T>
cublasStatus_t spmv(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const T *alpha, const T *a,
                    const T *x, int64_t incx, const T *beta, T *y, int64_t incy) {
  return symmetric<Storage::Packed, /*isHermitian=*/false>(h, uplo, n, 0, alpha, a, 1, x, incx,
                                                           beta, y, incy);
}
template <typename T>
cublasStatus_t hpmv(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const T *alpha, const T *a,
                    const T *x, int64_t incx, const T *beta, T *y, int64_t incy) {
  return symmetric<Storage::Packed, /*isHermitian=*/true>(h, uplo, n, 0, alpha, a, 1, x, incx, beta,
                                                          y, incy);
}

// Updates of rank 1 and 2.

template <typename T, bool isConjugated> struct GerWork {
  int64_t m, n, columns; ///< of one block
  Value<T> alpha;
  Vector<const T> x, y;
  T *a;
  int64_t lda;
};
template <typename T, bool isConjugated>
void gerBody(const GerWork<T, isConjugated> &p, library::Block block) {
  const T alpha = p.alpha.get();
  const int64_t first = int64_t(block.index) * p.columns;
  if (alpha == T(0))
    return;
  for (int64_t j = first; j < std::min(first + p.columns, p.n); ++j) {
    const T factor = blas::multiply(alpha, isConjugated ? blas::conjugate(p.y[j]) : p.y[j]);
    T *column = p.a + j * p.lda;
    if (p.x.inc == 1)
      for (int64_t i = 0; i < p.m; ++i)
        column[i] += blas::multiply(p.x.p[i], factor);
    else
      for (int64_t i = 0; i < p.m; ++i)
        column[i] += blas::multiply(p.x[i], factor);
  }
}
template <bool isConjugated, typename T>
cublasStatus_t gerOf(cublasHandle_t h, int64_t m, int64_t n, const T *alpha, const T *x,
                     int64_t incx, const T *y, int64_t incy, T *a, int64_t lda) {
  using X = Number<T>;
  if (!m || !n)
    return CUBLAS_STATUS_SUCCESS;
  const int64_t columns = std::max<int64_t>(kVectorWork / m, 1);
  return launch<gerBody<X, isConjugated>>(h, "cublas_ger", ceilDiv(n, columns),
                                          {m, n, columns, valueOf(h, alpha),
                                           vectorOf(in(x), m, incx), vectorOf(in(y), n, incy),
                                           out(a), lda});
}
template <typename T>
cublasStatus_t ger(cublasHandle_t h, int64_t m, int64_t n, const T *alpha, const T *x, int64_t incx,
                   const T *y, int64_t incy, T *a, int64_t lda) {
  return gerOf<false>(h, m, n, alpha, x, incx, y, incy, a, lda);
}
template <typename T>
cublasStatus_t gerc(cublasHandle_t h, int64_t m, int64_t n, const T *alpha, const T *x,
                    int64_t incx, const T *y, int64_t incy, T *a, int64_t lda) {
  return gerOf<true>(h, m, n, alpha, x, incx, y, incy, a, lda);
}

/// A column of a triangle, full or packed: element (i, j) is at column[i].
template <typename T>
T *columnOf(T *a, bool isPacked, bool isLower, int64_t n, int64_t lda, int64_t j) {
  return !isPacked ? a + j * lda : isLower ? a + j * n - j * (j + 1) / 2 : a + j * (j + 1) / 2;
}
/// A += alpha x y' + alpha' y x' over one triangle; y null: A += alpha x x'. The diagonal of a
/// Hermitian A is real afterwards.
template <typename T, typename A> struct UpdateWork {
  int64_t n, lda, columns;
  bool isLower, isPacked, isHermitian;
  Value<A> alpha;
  Vector<const T> x, y;
  T *a;
};
template <typename T, typename A> void updateBody(const UpdateWork<T, A> &p, library::Block block) {
  const T alpha = T(p.alpha.get());
  if (alpha == T(0))
    return;
  auto other = [&](T value) { return p.isHermitian ? blas::conjugate(value) : value; };
  const int64_t firstColumn = int64_t(block.index) * p.columns;
  for (int64_t j = firstColumn; j < std::min(firstColumn + p.columns, p.n); ++j) {
    T *column = columnOf(p.a, p.isPacked, p.isLower, p.n, p.lda, j);
    const int64_t first = p.isLower ? j : 0, last = p.isLower ? p.n : j + 1;
    const T fromX = blas::multiply(alpha, other(p.y.p ? p.y[j] : p.x[j]));
    for (int64_t i = first; i < last; ++i)
      column[i] += blas::multiply(p.x[i], fromX);
    if (p.y.p) {
      const T fromY = blas::multiply(other(alpha), other(p.x[j]));
      for (int64_t i = first; i < last; ++i)
        column[i] += blas::multiply(p.y[i], fromY);
    }
    if constexpr (blas::kIsComplex<T>)
      if (p.isHermitian)
        column[j] = column[j].real();
  }
}
template <Storage storage, bool isHermitian, typename T, typename A>
cublasStatus_t update(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const A *alpha,
                      const T *x, int64_t incx, const T *y, int64_t incy, T *a, int64_t lda) {
  if (!n)
    return CUBLAS_STATUS_SUCCESS;
  const int64_t columns = std::max<int64_t>(kVectorWork / n, 1);
  const UpdateWork<Number<T>, Number<A>> p{n,
                                           lda,
                                           columns,
                                           uplo == CUBLAS_FILL_MODE_LOWER,
                                           storage == Storage::Packed,
                                           isHermitian,
                                           valueOf(h, alpha),
                                           vectorOf(in(x), n, incx),
                                           vectorOf(in(y), y ? n : 1, incy),
                                           out(a)};
  return launch<updateBody<Number<T>, Number<A>>>(h, "cublas_update", ceilDiv(n, columns), p);
}

template <typename T, typename A>
cublasStatus_t syr(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const A *alpha, const T *x,
                   int64_t incx, T *a, int64_t lda) {
  return update<Storage::Full, /*isHermitian=*/false>(h, uplo, n, alpha, x, incx,
                                                      static_cast<const T *>(nullptr), 1, a, lda);
}
template <typename T, typename A>
cublasStatus_t syr2(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const A *alpha, const T *x,
                    int64_t incx, const T *y, int64_t incy, T *a, int64_t lda) {
  return update<Storage::Full, /*isHermitian=*/false>(h, uplo, n, alpha, x, incx, y, incy, a, lda);
}
template <typename T, typename A>
cublasStatus_t her(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const A *alpha, const T *x,
                   int64_t incx, T *a, int64_t lda) {
  return update<Storage::Full, /*isHermitian=*/true>(h, uplo, n, alpha, x, incx,
                                                     static_cast<const T *>(nullptr), 1, a, lda);
}
template <typename T, typename A>
cublasStatus_t her2(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const A *alpha, const T *x,
                    int64_t incx, const T *y, int64_t incy, T *a, int64_t lda) {
  return update<Storage::Full, /*isHermitian=*/true>(h, uplo, n, alpha, x, incx, y, incy, a, lda);
}
template <typename T, typename A>
cublasStatus_t spr(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const A *alpha, const T *x,
                   int64_t incx, T *a) {
  return update<Storage::Packed, /*isHermitian=*/false>(h, uplo, n, alpha, x, incx,
                                                        static_cast<const T *>(nullptr), 1, a, 1);
}
template <typename T, typename A>
cublasStatus_t spr2(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const A *alpha, const T *x,
                    int64_t incx, const T *y, int64_t incy, T *a) {
  return update<Storage::Packed, /*isHermitian=*/false>(h, uplo, n, alpha, x, incx, y, incy, a, 1);
}
template <typename T, typename A>
cublasStatus_t hpr(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const A *alpha, const T *x,
                   int64_t incx, T *a) {
  return update<Storage::Packed, /*isHermitian=*/true>(h, uplo, n, alpha, x, incx,
                                                       static_cast<const T *>(nullptr), 1, a, 1);
}
template <typename T, typename A>
cublasStatus_t hpr2(cublasHandle_t h, cublasFillMode_t uplo, int64_t n, const A *alpha, const T *x,
                    int64_t incx, const T *y, int64_t incy, T *a) {
  return update<Storage::Packed, /*isHermitian=*/true>(h, uplo, n, alpha, x, incx, y, incy, a, 1);
}

} // namespace
} // namespace anywarp::cublas

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Level2
#include "cublas/Entries.inc"
