// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions by orthogonal transformations (cuSOLVER's manual: gebrd, orgbr, sytrd, orgtr, ormtr
// and the Hermitian forms).
#include "cusolver/Dense.h"

namespace anywarp::cusolver {
namespace {

template <typename T> using R = Real<Number<T>>;

template <typename T> cusolverStatus_t gebrdSize(cusolverDnHandle_t, int m, int n, int *lwork) {
  m = std::max(m, 0), n = std::max(n, 0);
  return lapackSize<T>(lwork, [=](Number<T> *work, int size) {
    return lapack::gebrd<Number<T>>(m, n, nullptr, std::max(1, m), nullptr, nullptr, nullptr,
                                    nullptr, work, size);
  });
}
/// The manual: m >= n.
template <typename T>
cusolverStatus_t gebrd(cusolverDnHandle_t handle, int m, int n, T *a, int lda, R<T> *d, R<T> *e,
                       T *tauq, T *taup, T *work, int lwork, int *info) {
  if (m < n)
    return CUSOLVER_STATUS_INVALID_VALUE;
  return runLapack(handle, "gebrd", work, lwork, info, [=](Number<T> *space, int size) {
    return lapack::gebrd(m, n, num(a), lda, d, e, num(tauq), num(taup), space, size);
  });
}

/// LEFT makes Q, RIGHT the (conjugate) transpose of P.
template <typename T>
cusolverStatus_t orgbrSize(cusolverDnHandle_t, cublasSideMode_t, int m, int n, int, const T *, int,
                           const T *, int *lwork) {
  const int order = std::max({m, n, 1}); // the square matrix wants the most
  return lapackSize<T>(lwork, [=](Number<T> *work, int size) {
    return lapack::orgbr<Number<T>>('Q', order, order, order, nullptr, order, nullptr, work, size);
  });
}
template <typename T>
cusolverStatus_t orgbr(cusolverDnHandle_t handle, cublasSideMode_t side, int m, int n, int k, T *a,
                       int lda, const T *tau, T *work, int lwork, int *info) {
  const bool isLeft = side == CUBLAS_SIDE_LEFT;
  if (isLeft ? (n > m || n < std::min(m, k)) : (m > n || m < std::min(n, k)))
    return CUSOLVER_STATUS_INVALID_VALUE;
  return runLapack(handle, "orgbr", work, lwork, info, [=](Number<T> *space, int size) {
    return lapack::orgbr(isLeft ? 'Q' : 'P', m, n, k, num(a), lda, num(tau), space, size);
  });
}

template <typename T>
cusolverStatus_t sytrdSize(cusolverDnHandle_t, cublasFillMode_t uplo, int n, const T *, int lda,
                           const R<T> *, const R<T> *, const T *, int *lwork) {
  n = std::max(n, 0), lda = fitting(lda, n);
  return lapackSize<T>(lwork, [=](Number<T> *work, int size) {
    return lapack::sytrd<Number<T>>(letter(uplo), n, nullptr, lda, nullptr, nullptr, nullptr, work,
                                    size);
  });
}
template <typename T>
cusolverStatus_t sytrd(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                       R<T> *d, R<T> *e, T *tau, T *work, int lwork, int *info) {
  return runLapack(handle, "sytrd", work, lwork, info, [=](Number<T> *space, int size) {
    return lapack::sytrd(letter(uplo), n, num(a), lda, d, e, num(tau), space, size);
  });
}
template <typename T>
cusolverStatus_t orgtrSize(cusolverDnHandle_t, cublasFillMode_t uplo, int n, const T *, int lda,
                           const T *, int *lwork) {
  n = std::max(n, 0), lda = fitting(lda, n);
  return lapackSize<T>(lwork, [=](Number<T> *work, int size) {
    return lapack::orgtr<Number<T>>(letter(uplo), n, nullptr, lda, nullptr, work, size);
  });
}
template <typename T>
cusolverStatus_t orgtr(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda,
                       const T *tau, T *work, int lwork, int *info) {
  return runLapack(handle, "orgtr", work, lwork, info, [=](Number<T> *space, int size) {
    return lapack::orgtr(letter(uplo), n, num(a), lda, num(tau), space, size);
  });
}
template <typename T>
cusolverStatus_t ormtrSize(cusolverDnHandle_t, cublasSideMode_t side, cublasFillMode_t uplo,
                           cublasOperation_t, int m, int n, const T *, int lda, const T *,
                           const T *, int ldc, int *lwork) {
  m = std::max(m, 0), n = std::max(n, 0);
  lda = fitting(lda, side == CUBLAS_SIDE_LEFT ? m : n), ldc = fitting(ldc, m);
  return lapackSize<T>(lwork, [=](Number<T> *work, int size) {
    return lapack::ormtr<Number<T>>(letter(side), letter(uplo), 'N', m, n, nullptr, lda, nullptr,
                                    nullptr, ldc, work, size);
  });
}
template <typename T>
cusolverStatus_t ormtr(cusolverDnHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo,
                       cublasOperation_t trans, int m, int n, T *a, int lda, T *tau, T *c, int ldc,
                       T *work, int lwork, int *info) {
  const bool isComplex = lapack::kIsComplex<Number<T>>;
  if (isComplex && trans == CUBLAS_OP_T)
    return CUSOLVER_STATUS_INVALID_VALUE;
  const char op = trans == CUBLAS_OP_N ? 'N' : isComplex ? 'C' : 'T';
  return runLapack(handle, "ormtr", work, lwork, info, [=](Number<T> *space, int size) {
    return lapack::ormtr(letter(side), letter(uplo), op, m, n, num(a), lda, num(tau), num(c), ldc,
                         space, size);
  });
}

} // namespace

} // namespace anywarp::cusolver

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Reduction
#include "cusolver/Entries.inc"
