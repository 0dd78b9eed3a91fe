// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Symmetric eigenvalue problems (cuSOLVER's manual: syevd, syevdx, sygvd, sygvdx and the Hermitian
// forms).
#include "cusolver/DenseOps.h"

namespace anywarp::cusolver {
namespace {

template <typename T> using R = Real<Number<T>>;

template <typename T>
cusolverStatus_t syevdSize(cusolverDnHandle_t, cusolverEigMode_t jobz, cublasFillMode_t, int n,
                           const T *, int, const R<T> *, int *lwork) {
  *lwork = elements<T>(syevdBytes<Number<T>>(letter(jobz), n));
  return CUSOLVER_STATUS_SUCCESS;
}
template <typename T>
cusolverStatus_t syevd(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cublasFillMode_t uplo,
                       int n, T *a, int lda, R<T> *w, T *work, int lwork, int *info) {
  return launchSyevd<Number<T>>(streamOf(handle), letter(jobz), letter(uplo), n, num(a), lda, w,
                                work, bytesOf<T>(lwork), info);
}
template <typename T>
cusolverStatus_t syevdxSize(cusolverDnHandle_t, cusolverEigMode_t jobz, cusolverEigRange_t,
                            cublasFillMode_t, int n, const T *, int, R<T>, R<T>, int, int, int *,
                            const R<T> *, int *lwork) {
  *lwork = elements<T>(syevdxBytes<Number<T>>(letter(jobz), n));
  return CUSOLVER_STATUS_SUCCESS;
}
template <typename T>
cusolverStatus_t syevdx(cusolverDnHandle_t handle, cusolverEigMode_t jobz, cusolverEigRange_t range,
                        cublasFillMode_t uplo, int n, T *a, int lda, R<T> vl, R<T> vu, int il,
                        int iu, int *count, R<T> *w, T *work, int lwork, int *info) {
  return launchSyevdx<Number<T>>(streamOf(handle), letter(jobz), {letter(range), vl, vu, il, iu},
                                 letter(uplo), n, num(a), lda, count, w, work, bytesOf<T>(lwork),
                                 info);
}

template <typename T>
cusolverStatus_t sygvdSize(cusolverDnHandle_t handle, cusolverEigType_t, cusolverEigMode_t jobz,
                           cublasFillMode_t uplo, int n, const T *a, int lda, const T *, int,
                           const R<T> *w, int *lwork) {
  return syevdSize<T>(handle, jobz, uplo, n, a, lda, w, lwork);
}
template <typename T>
cusolverStatus_t sygvd(cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t jobz,
                       cublasFillMode_t uplo, int n, T *a, int lda, T *b, int ldb, R<T> *w, T *work,
                       int lwork, int *info) {
  using N = Number<T>;
  const char job = letter(jobz), fill = letter(uplo);
  WorkSpace memory(streamOf(handle), work, bytesOf<T>(lwork), syevdBytes<N>(job, n));
  if (memory.status())
    return memory.status();
  const EigenSpace<N> space = syevdSpace<N>(job, n);
  return run(streamOf(handle), "sygvd", [=, start = memory.start()] {
    *info = reduceToPlain(type, fill, n, num(a), lda, num(b), ldb);
    if (*info)
      return;
    *info = syevdIn(space, start, job, fill, n, num(a), lda, w);
    if (job == 'V' && *info == 0)
      backTransform(type, fill, n, n, num(b), ldb, num(a), lda);
  });
}
template <typename T>
cusolverStatus_t sygvdxSize(cusolverDnHandle_t, cusolverEigType_t, cusolverEigMode_t jobz,
                            cusolverEigRange_t, cublasFillMode_t, int n, const T *, int, const T *,
                            int, R<T>, R<T>, int, int, int *count, const R<T> *, int *lwork) {
  *lwork = elements<T>(syevdxBytes<Number<T>>(letter(jobz), n));
  if (count)
    *count = 0; // (seen)
  return CUSOLVER_STATUS_SUCCESS;
}
/// The call waits: there are no eigenvalues where B is not positive definite.
template <typename T>
cusolverStatus_t sygvdx(cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t jobz,
                        cusolverEigRange_t range, cublasFillMode_t uplo, int n, T *a, int lda, T *b,
                        int ldb, R<T> vl, R<T> vu, int il, int iu, int *count, R<T> *w, T *work,
                        int lwork, int *info) {
  using N = Number<T>;
  const char job = letter(jobz), fill = letter(uplo);
  const Selection<N> chosen{letter(range), vl, vu, il, iu};
  if (!isValid(chosen, n))
    return CUSOLVER_STATUS_INVALID_VALUE;
  WorkSpace memory(streamOf(handle), work, bytesOf<T>(lwork), syevdxBytes<N>(job, n));
  if (memory.status())
    return memory.status();
  const SyevrSpace<N> space = syevrSpace<N>(job, n);
  const auto body = [=, start = memory.start()] {
    int found = 0;
    *info = reduceToPlain(type, fill, n, num(a), lda, num(b), ldb);
    if (*info == 0)
      *info = syevdxIn(space, start, job, chosen, fill, n, num(a), lda, w, &found);
    if (job == 'V' && *info == 0)
      backTransform(type, fill, n, found, num(b), ldb, num(a), lda);
    if (count)
      *count = found;
  };
  if (cusolverStatus_t status = run(streamOf(handle), "sygvdx", body))
    return status;
  return statusOf(library::synchronize(streamOf(handle)));
}

} // namespace

} // namespace anywarp::cusolver

#define AW_ENTRIES_CHOSEN
#define AW_ENTRIES_Eigen
#include "cusolver/Entries.inc"
