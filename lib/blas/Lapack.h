// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// LAPACK's routines (https://netlib.org/lapack) that cuSOLVER calls, one template for the four
// types of numbers. Each returns LAPACK's info. `work` and `lwork` are LAPACK's; lwork -1 asks for
// the size.
#pragma once

#include <algorithm>
#include <climits>
#include <cmath>
#include <complex>

#include "blas/Backend.h"

namespace anywarp::lapack {

template <typename N> inline constexpr bool kIsComplex = false;
template <typename R> inline constexpr bool kIsComplex<std::complex<R>> = true;
template <typename N> struct RealOf {
  using Type = N;
};
template <typename R> struct RealOf<std::complex<R>> {
  using Type = R;
};
template <typename N> using Real = typename RealOf<N>::Type;

/// The size that a routine tells in a number, at least 1. A float above 2^24 may be rounded down:
/// the next one is enough.
inline int sizeFrom(float told) {
  const float up = told > 0x1p24f ? std::nextafter(told, INFINITY) : told;
  return up >= 0x1p31f ? INT_MAX : up > 1 ? int(up) : 1;
}
inline int sizeFrom(double told) { return told >= 0x1p31 ? INT_MAX : told > 1 ? int(told) : 1; }
template <typename R> int sizeFrom(std::complex<R> told) { return sizeFrom(told.real()); }

/// The routine `real` or, of complex numbers, `complex`.
template <blas::Name real, blas::Name complex, typename N, typename... A>
int either(A... arguments) {
  int info = 0;
  if constexpr (kIsComplex<N>)
    blas::call<complex, N>(arguments..., &info);
  else
    blas::call<real, N>(arguments..., &info);
  return info;
}
template <blas::Name name, typename N, typename... A> int both(A... arguments) {
  int info = 0;
  blas::call<name, N>(arguments..., &info);
  return info;
}

template <typename N> int potrf(char uplo, int n, N *a, int lda) {
  return both<"potrf", N>(uplo, n, a, lda);
}
template <typename N> int potrs(char uplo, int n, int nrhs, const N *a, int lda, N *b, int ldb) {
  return both<"potrs", N>(uplo, n, nrhs, a, lda, b, ldb);
}
template <typename N> int potri(char uplo, int n, N *a, int lda) {
  return both<"potri", N>(uplo, n, a, lda);
}
template <typename N> int lauum(char uplo, int n, N *a, int lda) {
  return both<"lauum", N>(uplo, n, a, lda);
}
template <typename N> int trtri(char uplo, char diag, int n, N *a, int lda) {
  return both<"trtri", N>(uplo, diag, n, a, lda);
}
template <typename N> int getrf(int m, int n, N *a, int lda, int *pivots) {
  return both<"getrf", N>(m, n, a, lda, pivots);
}
template <typename N>
int getrs(char trans, int n, int nrhs, const N *a, int lda, const int *pivots, N *b, int ldb) {
  return both<"getrs", N>(trans, n, nrhs, a, lda, pivots, b, ldb);
}
template <typename N> int geqrf(int m, int n, N *a, int lda, N *tau, N *work, int lwork) {
  return both<"geqrf", N>(m, n, a, lda, tau, work, lwork);
}
template <typename N>
int orgqr(int m, int n, int k, N *a, int lda, const N *tau, N *work, int lwork) {
  return either<"orgqr", "ungqr", N>(m, n, k, a, lda, tau, work, lwork);
}
template <typename N>
int ormqr(char side, char trans, int m, int n, int k, const N *a, int lda, const N *tau, N *c,
          int ldc, N *work, int lwork) {
  return either<"ormqr", "unmqr", N>(side, trans, m, n, k, a, lda, tau, c, ldc, work, lwork);
}
template <typename N>
int gels(char trans, int m, int n, int nrhs, N *a, int lda, N *b, int ldb, N *work, int lwork) {
  return both<"gels", N>(trans, m, n, nrhs, a, lda, b, ldb, work, lwork);
}

template <typename N> int sytrf(char uplo, int n, N *a, int lda, int *pivots, N *work, int lwork) {
  return both<"sytrf", N>(uplo, n, a, lda, pivots, work, lwork);
}
template <typename N>
int sytrs(char uplo, int n, int nrhs, const N *a, int lda, const int *pivots, N *b, int ldb) {
  return both<"sytrs", N>(uplo, n, nrhs, a, lda, pivots, b, ldb);
}
template <typename N> int sytri(char uplo, int n, N *a, int lda, const int *pivots, N *work) {
  return both<"sytri", N>(uplo, n, a, lda, pivots, work);
}

template <typename N>
int gebrd(int m, int n, N *a, int lda, Real<N> *d, Real<N> *e, N *tauq, N *taup, N *work,
          int lwork) {
  return both<"gebrd", N>(m, n, a, lda, d, e, tauq, taup, work, lwork);
}
template <typename N>
int orgbr(char vect, int m, int n, int k, N *a, int lda, const N *tau, N *work, int lwork) {
  return either<"orgbr", "ungbr", N>(vect, m, n, k, a, lda, tau, work, lwork);
}
template <typename N>
int sytrd(char uplo, int n, N *a, int lda, Real<N> *d, Real<N> *e, N *tau, N *work, int lwork) {
  return either<"sytrd", "hetrd", N>(uplo, n, a, lda, d, e, tau, work, lwork);
}
template <typename N> int orgtr(char uplo, int n, N *a, int lda, const N *tau, N *work, int lwork) {
  return either<"orgtr", "ungtr", N>(uplo, n, a, lda, tau, work, lwork);
}
template <typename N>
int ormtr(char side, char uplo, char trans, int m, int n, const N *a, int lda, const N *tau, N *c,
          int ldc, N *work, int lwork) {
  return either<"ormtr", "unmtr", N>(side, uplo, trans, m, n, a, lda, tau, c, ldc, work, lwork);
}

/// rwork: 5 min(m, n) numbers; complex only.
template <typename N>
int gesvd(char jobu, char jobvt, int m, int n, N *a, int lda, Real<N> *s, N *u, int ldu, N *vt,
          int ldvt, N *work, int lwork, Real<N> *rwork) {
  if constexpr (kIsComplex<N>)
    return both<"gesvd", N>(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, rwork);
  else
    return both<"gesvd", N>(jobu, jobvt, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork);
}
/// By divide and conquer. iwork: 8 min(m, n) numbers; rwork, complex only: gesddReals(m, n).
inline size_t gesddReals(size_t m, size_t n) {
  const size_t most = m > n ? m : n, least = m > n ? n : m;
  return std::max(5 * least + 7, 2 * (most + least) + 1) * least + 1;
}
template <typename N>
int gesdd(char job, int m, int n, N *a, int lda, Real<N> *s, N *u, int ldu, N *vt, int ldvt,
          N *work, int lwork, Real<N> *rwork, int *iwork) {
  if constexpr (kIsComplex<N>)
    return both<"gesdd", N>(job, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, rwork, iwork);
  else
    return both<"gesdd", N>(job, m, n, a, lda, s, u, ldu, vt, ldvt, work, lwork, iwork);
}
template <typename N>
int syevd(char jobz, char uplo, int n, N *a, int lda, Real<N> *w, N *work, int lwork,
          Real<N> *rwork, int lrwork, int *iwork, int liwork) {
  if constexpr (kIsComplex<N>)
    return both<"heevd", N>(jobz, uplo, n, a, lda, w, work, lwork, rwork, lrwork, iwork, liwork);
  else
    return both<"syevd", N>(jobz, uplo, n, a, lda, w, work, lwork, iwork, liwork);
}
template <typename N>
int syevr(char jobz, char range, char uplo, int n, N *a, int lda, Real<N> vl, Real<N> vu, int il,
          int iu, int *found, Real<N> *w, N *z, int ldz, int *support, N *work, int lwork,
          Real<N> *rwork, int lrwork, int *iwork, int liwork) {
  if constexpr (kIsComplex<N>)
    return both<"heevr", N>(jobz, range, uplo, n, a, lda, vl, vu, il, iu, Real<N>(0), found, w, z,
                            ldz, support, work, lwork, rwork, lrwork, iwork, liwork);
  else
    return both<"syevr", N>(jobz, range, uplo, n, a, lda, vl, vu, il, iu, Real<N>(0), found, w, z,
                            ldz, support, work, lwork, iwork, liwork);
}
template <typename N> int sygst(int type, char uplo, int n, N *a, int lda, const N *b, int ldb) {
  return either<"sygst", "hegst", N>(type, uplo, n, a, lda, b, ldb);
}
/// Of real numbers w holds n real and n imaginary parts.
template <typename N>
int geev(char jobvl, char jobvr, int n, N *a, int lda, N *w, N *vl, int ldvl, N *vr, int ldvr,
         N *work, int lwork, Real<N> *rwork) {
  if constexpr (kIsComplex<N>)
    return both<"geev", N>(jobvl, jobvr, n, a, lda, w, vl, ldvl, vr, ldvr, work, lwork, rwork);
  else
    return both<"geev", N>(jobvl, jobvr, n, a, lda, w, w + n, vl, ldvl, vr, ldvr, work, lwork);
}
template <typename N>
void larft(char direct, char storev, int n, int k, const N *v, int ldv, const N *tau, N *t,
           int ldt) {
  blas::call<"larft", N>(direct, storev, n, k, v, ldv, tau, t, ldt);
}

/// QR column by column; work: n numbers.
template <typename N> int geqr2(int m, int n, N *a, int lda, N *tau, N *work) {
  return both<"geqr2", N>(m, n, a, lda, tau, work);
}
/// QR by recursion; t becomes the triangle of the block reflector, with tau on its diagonal.
template <typename N> int geqrt3(int m, int n, N *a, int lda, N *t, int ldt) {
  return both<"geqrt3", N>(m, n, a, lda, t, ldt);
}

// BLAS
template <typename N>
void gemm(char transA, char transB, int m, int n, int k, N alpha, const N *a, int lda, const N *b,
          int ldb, N beta, N *c, int ldc) {
  blas::call<"gemm", N>(transA, transB, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
template <typename N>
void trsm(char side, char uplo, char trans, char diag, int m, int n, N alpha, const N *a, int lda,
          N *b, int ldb) {
  blas::call<"trsm", N>(side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb);
}
template <typename N>
void trmm(char side, char uplo, char trans, char diag, int m, int n, N alpha, const N *a, int lda,
          N *b, int ldb) {
  blas::call<"trmm", N>(side, uplo, trans, diag, m, n, alpha, a, lda, b, ldb);
}

} // namespace anywarp::lapack
