// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Singular values by QR iteration (cuSOLVER's manual: gesvd).
#include "cusolver/DenseOps.h"

namespace anywarp::cusolver {
namespace {

template <typename T> cusolverStatus_t gesvdSize(cusolverDnHandle_t, int m, int n, int *lwork) {
  *lwork = elements<T>(gesvdBytes<Number<T>>(m, n));
  return CUSOLVER_STATUS_SUCCESS;
}
template <typename T>
cusolverStatus_t gesvd(cusolverDnHandle_t handle, signed char jobu, signed char jobvt, int m, int n,
                       T *a, int lda, Real<Number<T>> *s, T *u, int ldu, T *vt, int ldvt, T *work,
                       int lwork, Real<Number<T>> *rwork, int *info) {
  return launchGesvd<Number<T>>(streamOf(handle), jobu, jobvt, m, n, num(a), lda, s, num(u), ldu,
                                num(vt), ldvt, work, bytesOf<T>(lwork), rwork, info);
}

} // namespace

} // namespace anywarp::cusolver

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Svd
#include "cusolver/Entries.inc"
