// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// QR factorization (cuSOLVER's manual: geqrf, orgqr and ungqr, ormqr and unmqr).
#include "cusolver/Tiled.h"

namespace anywarp::cusolver {
namespace {

template <typename T>
cusolverStatus_t geqrfSize(cusolverDnHandle_t, int m, int n, T *, int lda, int *lwork) {
  m = std::max(m, 0), n = std::max(n, 0), lda = fitting(lda, m);
  return lapackSize<T>(lwork, [=](Number<T> *work, int size) {
    return lapack::geqrf<Number<T>>(m, n, nullptr, lda, nullptr, work, size);
  });
}
template <typename T>
cusolverStatus_t geqrf(cusolverDnHandle_t handle, int m, int n, T *a, int lda, T *tau, T *work,
                       int lwork, int *info) {
  if (isTiled(m, n))
    return geqrfTiled(streamOf(handle), m, n, num(a), lda, num(tau), info);
  return runLapack(handle, "geqrf", work, lwork, info, [=](Number<T> *space, int size) {
    return lapack::geqrf(m, n, num(a), lda, num(tau), space, size);
  });
}
template <typename T>
cusolverStatus_t orgqrSize(cusolverDnHandle_t, int m, int n, int k, const T *, int lda, const T *,
                           int *lwork) {
  m = std::max(m, 0), n = std::clamp(n, 0, m), k = std::clamp(k, 0, n), lda = fitting(lda, m);
  return lapackSize<T>(lwork, [=](Number<T> *work, int size) {
    return lapack::orgqr<Number<T>>(m, n, k, nullptr, lda, nullptr, work, size);
  });
}
template <typename T>
cusolverStatus_t orgqr(cusolverDnHandle_t handle, int m, int n, int k, T *a, int lda, const T *tau,
                       T *work, int lwork, int *info) {
  if (n > m || k > n)
    return CUSOLVER_STATUS_INVALID_VALUE;
  if (n == 0)
    return tell(handle, info, 0, CUSOLVER_STATUS_INTERNAL_ERROR); // (seen)
  return runLapack(handle, "orgqr", work, lwork, info, [=](Number<T> *space, int size) {
    return lapack::orgqr(m, n, k, num(a), lda, num(tau), space, size);
  });
}

/// LAPACK's letter for op(Q): real numbers know only T, complex ones only C. 0: not defined.
template <typename T> char operation(cublasOperation_t trans) {
  if (trans == CUBLAS_OP_N)
    return 'N';
  if (lapack::kIsComplex<Number<T>>)
    return trans == CUBLAS_OP_C ? 'C' : 0;
  return 'T';
}
template <typename T>
cusolverStatus_t ormqrSize(cusolverDnHandle_t, cublasSideMode_t side, cublasOperation_t, int m,
                           int n, int k, const T *, int lda, const T *, const T *, int ldc,
                           int *lwork) {
  m = std::max(m, 0), n = std::max(n, 0);
  const int order = side == CUBLAS_SIDE_LEFT ? m : n;
  k = std::clamp(k, 0, order), lda = fitting(lda, order), ldc = fitting(ldc, m);
  return lapackSize<T>(lwork, [=](Number<T> *work, int size) {
    return lapack::ormqr<Number<T>>(letter(side), 'N', m, n, k, nullptr, lda, nullptr, nullptr, ldc,
                                    work, size);
  });
}
template <typename T>
cusolverStatus_t ormqr(cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t trans,
                       int m, int n, int k, const T *a, int lda, const T *tau, T *c, int ldc,
                       T *work, int lwork, int *info) {
  const char op = operation<T>(trans);
  if (!op || k > (side == CUBLAS_SIDE_LEFT ? m : n))
    return CUSOLVER_STATUS_INVALID_VALUE;
  return runLapack(handle, "ormqr", work, lwork, info, [=](Number<T> *space, int size) {
    return lapack::ormqr(letter(side), op, m, n, k, num(a), lda, num(tau), num(c), ldc, space,
                         size);
  });
}

} // namespace

} // namespace anywarp::cusolver

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Qr
#include "cusolver/Entries.inc"
